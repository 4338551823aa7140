import { declarationName, functionName } from "../model/generated-names.js";
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
  // What generated code declares for an entry: `callTool` is the function of a tool `tool` and the declaration of `call`.
  const declared = new Map<string, string>();
  const declarations = (codeName: string, kind: EntryKind): readonly string[] => [
    declarationName({ kind, codeName }),
    functionName({ kind, typeName: pascalCase(codeName) }),
  ];
  const problemOf = (name: string, kind: EntryKind): string | undefined => {
    const owner = owners.get(pascalCase(name));
    const clash = declarations(name, kind).find((other) => declared.has(other));
    if (owner !== undefined) return `"${owner}" is called "${name}" already`;
    if (clash !== undefined) return `"${declared.get(clash) ?? ""}" has the name "${clash}" already`;
    return reservedName(name);
  };
  return {
    take(source, kind) {
      const natural = camelCase(source, kind);
      const reason = reservedName(natural) ?? problemOf(natural, kind);
      let name = natural;
      for (let count = 1; problemOf(name, kind) !== undefined; count++) {
        name = `${natural}${pascalCase(kind)}${count === 1 ? "" : count}`;
      }
      owners.set(pascalCase(name), source);
      for (const other of declarations(name, kind)) declared.set(other, source);
      return reason === undefined ? { name } : { name, reason };
    },
  };
}
