import type { JsonObject } from "./plain-object.js";
import { trusted } from "./trusted.js";

/**
 * The canonical JSON text of a value (RFC 8785): members sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript writes them. A lone surrogate, which `JSON.parse` lets through, is escaped and not refused.
 *
 * Members that are `undefined` count as absent, as `JSON.stringify` has it; `toJSON` is not honoured.
 *
 * @throws {TypeError} for what JSON cannot say: a non-finite number, a bigint, a function, a symbol, `undefined`.
 * @throws {RangeError} when nested deeper than {@link maxDepth}.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** Deeper values are refused rather than allowed to exhaust the stack. */
export const maxDepth = 512;

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return quoteText(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("JSON has no non-finite numbers");
      // String(-0) is "0", as RFC 8785 wants it.
      return String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth >= maxDepth) throw new RangeError(`JSON nested deeper than ${maxDepth} levels`);
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
    case "undefined":
    case "bigint":
    case "function":
    case "symbol":
      throw new TypeError(`JSON has no ${typeof value}`);
  }
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = "[";
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ",";
    text += write(items[index], depth);
  }
  return `${text}]`;
}

function writeObject(object: object, depth: number): string {
  const keys = Object.keys(object);
  sortKeys(keys);
  const members = trusted<JsonObject>(object);
  let text = "{";
  for (const key of keys) {
    // Object.keys lists own members only, and an own `__proto__` is read as the member that it is.
    const member = members[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ",";
    text += `${quoteText(key)}:${write(member, depth)}`;
  }
  return `${text}}`;
}

/** Most objects are small and often in order already: the general sort costs more than all the rest of them. */
function sortKeys(keys: string[]): void {
  if (keys.length > 16) {
    keys.sort();
    return;
  }
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    let place = index;
    // Texts compare by UTF-16 code units.
    for (; place > 0 && (keys[place - 1] ?? "") > key; place -= 1) keys[place] = keys[place - 1] ?? "";
    keys[place] = key;
  }
}

const plain = /^[\w .,:;/?!+*=@#$%&()[\]{}<>|~^'-]*$/;

/** A text as JSON, as `JSON.stringify` writes it. Short ones without anything to escape need no serialiser. */
export function quoteText(text: string): string {
  return text.length < 64 && plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
