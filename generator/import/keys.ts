import { camelCase } from "../model/names.js";
import type { EntryKind } from "./code-names.js";

/** Gives each entry of one section a key: the name on the wire wherever that can be one. */
export interface Keys {
  readonly take: (wireName: string, kind: EntryKind) => string;
}

export function createKeys(): Keys {
  const taken = new Set<string>();
  return {
    take(wireName, kind) {
      const wanted = canBeKey(wireName) ? wireName : camelCase(wireName, kind);
      let key = wanted;
      for (let count = 2; taken.has(key); count++) key = `${wanted}-${count}`;
      taken.add(key);
      return key;
    },
  };
}

/**
 * JavaScript moves keys that look like indexes to the front, which would change the order of a list. `<<` would be taken for a
 * merge key, and a document with `__proto__` in it is trouble for other tools.
 */
const canBeKey = (name: string): boolean => !/^(?:0|[1-9]\d*)$/.test(name) && name !== "<<" && name !== "__proto__";
