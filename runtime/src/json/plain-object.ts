import { trusted } from "./trusted.js";

/** A JSON object whose members are not known. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for objects that are neither `null` nor arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a member that the object itself has. What a client sent is never read through the prototype: there `constructor`
 * and `__proto__` are ordinary names.
 */
export function own<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Sets a member without ever touching the prototype, whatever its name.
 */
export function setOwn(object: object, key: string, value: unknown): void {
  // Defining costs many times what assigning does, and is needed only where a name is inherited or there already.
  if (key in object)
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else trusted<{ [name: string]: unknown }>(object)[key] = value;
}
