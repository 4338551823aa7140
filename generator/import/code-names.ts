import { camelCase, pascalCase, reservedName } from "../model/names.js";

/** A name in generated code, and why it is not the one that the name on the wire suggests. */
export interface CodeName {
  readonly name: string;
  readonly reason?: string;
}

export type EntryKind = "tool" | "prompt" | "resource";

/** Gives each entry a name of its own; tools, prompts and resources share one space, because handlers and clients are flat. */
export interface CodeNames {
  /** @param source - what the name is made from: the name on the wire, or the key of a resource. */
  readonly take: (source: string, kind: EntryKind) => CodeName;
}

export function createCodeNames(): CodeNames {
  const owners = new Map<string, string>();
  return {
    take(source, kind) {
      const natural = camelCase(source, kind);
      const reserved = reservedName(natural);
      const owner = owners.get(pascalCase(natural));
      let name = natural;
      for (let count = 1; reservedName(name) !== undefined || owners.has(pascalCase(name)); count++) {
        name = `${natural}${pascalCase(kind)}${count === 1 ? "" : count}`;
      }
      owners.set(pascalCase(name), source);
      if (name === natural) return { name };
      return { name, reason: reserved ?? `"${owner ?? ""}" is called "${natural}" already` };
    },
  };
}
