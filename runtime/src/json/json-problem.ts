import { maxDepth } from "./canonical-json.js";
import type { JsonObject } from "./plain-object.js";
import { trusted } from "./trusted.js";

/**
 * Says what of a value JSON cannot carry: what `JSON.stringify` throws on, and what it drops or turns into `null`. Looked at
 * in place, without writing the text. Members that are `undefined` count as absent; a `toJSON` speaks for its object.
 *
 * @returns what is wrong, to be read after the name of the value (`holds NaN`); `undefined` for what arrives as it left.
 */
export function jsonProblem(value: unknown): string | undefined {
  try {
    return problemOf(value, 0);
  } catch {
    // A getter, a proxy or a `toJSON` of the author's.
    return "throws when it is read";
  }
}

function problemOf(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : `holds ${value}`;
    case "object":
      if (value === null) return undefined;
      // A circle is as deep as one looks.
      if (depth >= maxDepth) return "is nested too deeply, or in a circle";
      return problemOfObject(value, depth + 1);
    case "undefined":
    case "bigint":
    case "function":
    case "symbol":
      return `holds a value of type ${typeof value}`;
  }
}

function problemOfObject(object: object, depth: number): string | undefined {
  if ("toJSON" in object && typeof object.toJSON === "function") {
    return problemOf(Reflect.apply(object.toJSON, object, [""]), depth);
  }
  if (Array.isArray(object)) {
    for (const item of object) {
      const problem = problemOf(item, depth);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  if (!isRecord(object)) return `holds a ${Object.prototype.toString.call(object).slice(8, -1)}`;
  const members = trusted<JsonObject>(object);
  for (const name of Object.keys(object)) {
    const member = members[name];
    if (member === undefined) continue;
    const problem = problemOf(member, depth);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A plain object or an instance of an author's class; a Map, a Promise or bytes would become something else. */
function isRecord(object: object): boolean {
  return (
    Object.getPrototypeOf(object) === Object.prototype || Object.prototype.toString.call(object) === "[object Object]"
  );
}
