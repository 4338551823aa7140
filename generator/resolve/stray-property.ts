import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { isStandardKeyword } from "./keywords.js";
import { isTypeName, typeAliases } from "./type-names.js";

/** True of a member that only makes sense as a property, and stands beside `properties` instead of under it. */
export function isStrayProperty(schema: JsonObject, key: string): boolean {
  if (isStandardKeyword(key) || key.startsWith("x-") || !looksLikeSchema(schema[key])) return false;
  const { properties } = schema;
  // Where `properties` holds it too, it is the author's own note; where that is empty, its indentation was reported.
  return properties === undefined || (isObject(properties) && !Object.hasOwn(properties, key));
}

/** A mapping that says what a value is: with a type, choices, members or a reference. */
export function looksLikeSchema(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  const { type, enum: choices, properties, $ref } = value;
  const types = isArray(type) ? type : [type];
  return (
    types.some((name) => isTypeName(name) || (typeof name === "string" && typeAliases.has(name))) ||
    isArray(choices) ||
    isObject(properties) ||
    typeof $ref === "string" ||
    ["anyOf", "oneOf", "allOf"].some((keyword) => isArray(value[keyword]))
  );
}
