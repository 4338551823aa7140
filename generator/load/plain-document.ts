import type { JsonObject } from "../model/model.js";
import { maxDepth, maxNodes } from "./limits.js";
import { isObject } from "./values.js";

/** A document that there is nothing to say about, read without places. */
export interface PlainDocument {
  readonly value: JsonObject;
  /** All mappings and sequences in it, from the outside to the inside. */
  readonly collections: readonly object[];
}

/**
 * Reads a JSON text with the engine's own reader. That is the fastest there is, but lets pass a key that is given twice.
 *
 * @param keys - how many keys the text holds; or more, which ends the reading.
 * @returns undefined when there may be something to say about the text.
 */
export function readPlainText(json: string, keys: number): PlainDocument | undefined {
  const value = parse(json);
  if (!isObject(value)) return undefined;
  const found = collectionsOf(value);
  if (found.depth >= maxDepth || found.nodes > maxNodes) return undefined;
  // Of keys that are the same one is left.
  return found.keys === keys ? { value, collections: found.collections } : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

interface Collections {
  readonly collections: readonly object[];
  /** Collections inside each other. */
  readonly depth: number;
  /** Collections and scalars, as often as they are found. */
  readonly nodes: number;
  /** Keys of all mappings together. */
  readonly keys: number;
}

/** The mappings and sequences in a value and itself, level by level. */
export function collectionsOf(value: object): Collections {
  const levels: object[][] = [];
  let keys = 0;
  let nodes = 1;
  for (let level: object[] = [value]; level.length > 0; ) {
    const next: object[] = [];
    for (const collection of level) {
      const isList = Array.isArray(collection);
      const items: readonly unknown[] = isList ? collection : Object.values(collection);
      if (!isList) keys += items.length;
      nodes += items.length;
      for (const item of items) if (typeof item === "object" && item !== null) next.push(item);
    }
    levels.push(level);
    level = next;
  }
  return { collections: levels.flat(), depth: levels.length, nodes, keys };
}
