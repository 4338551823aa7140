import type { Json, JsonObject, JsonSchema } from "../model/model.js";

/** Adds a member under any name: `__proto__` is a name like every other. */
export function setMember(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Reads a JSON text literal, quotes included, that a pattern has let through. */
export function readTextLiteral(source: string): string {
  if (!source.includes("\\")) return source.slice(1, -1);
  const value: unknown = JSON.parse(source);
  return typeof value === "string" ? value : "";
}

/** A mapping, not a sequence. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own member, or undefined: nothing inherited ever counts as written. */
export function member(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textMember(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === "string" ? found : undefined;
}

export function schemaMember(value: unknown, key: string): JsonSchema | undefined {
  const found = member(value, key);
  return isSchema(found) ? found : undefined;
}

/** A schema by its looks: a mapping, or one of the two boolean schemas. */
export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value) || typeof value === "boolean";
}

export function objectMember(value: unknown, key: string): JsonObject | undefined {
  const found = member(value, key);
  return isObject(found) ? found : undefined;
}

export function arrayMember(value: unknown, key: string): readonly Json[] | undefined {
  const found = member(value, key);
  return isArray(found) ? found : undefined;
}

/** What a person calls the kind of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value === "string") return "a text";
  if (typeof value === "number") return "a number";
  if (typeof value === "boolean") return "true or false";
  return "nothing";
}
