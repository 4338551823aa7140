import { isArray, isObject } from "../load/values.js";
import type { Json } from "../model/model.js";

/** The types of JSON Schema. */
export const typeNames = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
const known: ReadonlySet<unknown> = new Set(typeNames);

export const isTypeName = (name: Json | undefined): name is (typeof typeNames)[number] => known.has(name);

/** The type that a name of another language stands for. */
export const typeAliases: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
  ["text", "string"],
  ["str", "string"],
]);

export function hasType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  return typeof value === type;
}
