import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";

/** Which keywords of JSON Schema (2020-12 and draft-07) hold schemas, and how. Everything else is data, never a schema. */
export const schemaKeywords: ReadonlyMap<string, "schema" | "list" | "map" | "schemaOrList" | "mapOrNames"> = new Map([
  ["additionalProperties", "schema"],
  ["additionalItems", "schema"],
  ["unevaluatedProperties", "schema"],
  ["unevaluatedItems", "schema"],
  ["contains", "schema"],
  ["propertyNames", "schema"],
  ["contentSchema", "schema"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["items", "schemaOrList"],
  ["prefixItems", "list"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["$defs", "map"],
  ["definitions", "map"],
  ["dependentSchemas", "map"],
  ["dependencies", "mapOrNames"],
]);

/** One schema inside another: the steps to it and its value. */
export interface Subschema {
  readonly parent: JsonObject | readonly Json[];
  readonly key: string;
  readonly path: readonly string[];
  readonly value: Json;
}

/** The schemas directly inside a schema, in document order. Property names that look like keywords are names. */
export function subschemas(schema: JsonObject): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = schemaKeywords.get(keyword);
    if (shape === undefined) continue;
    if (shape === "schema" || (shape === "schemaOrList" && !isArray(value))) {
      found.push({ parent: schema, key: keyword, path: [keyword], value });
    } else if (isArray(value)) {
      if (shape === "map" || shape === "mapOrNames") continue;
      for (const [index, item] of value.entries()) {
        found.push({ parent: value, key: String(index), path: [keyword, String(index)], value: item });
      }
    } else if (isObject(value) && shape !== "list") {
      for (const [name, item] of Object.entries(value)) {
        if (shape === "mapOrNames" && isArray(item)) continue;
        found.push({ parent: value, key: name, path: [keyword, name], value: item });
      }
    }
  }
  return found;
}

/**
 * A copy of a schema with each schema inside it replaced; the schema itself when nothing changed, so that an author's
 * declaration stays what it is.
 */
export function mapSubschemas(schema: JsonObject, replace: (value: Json, path: readonly string[]) => Json): JsonObject {
  let copy: { [key: string]: Json } | undefined;
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = schemaKeywords.get(keyword);
    if (shape === undefined) continue;
    let next: Json = value;
    if (shape === "schema" || (shape === "schemaOrList" && !isArray(value))) next = replace(value, [keyword]);
    else if (isArray(value) && shape !== "map" && shape !== "mapOrNames") {
      const items = value.map((item, index) => replace(item, [keyword, String(index)]));
      if (items.some((item, index) => item !== value[index])) next = items;
    } else if (isObject(value) && shape !== "list") {
      const entries = Object.entries(value).map(
        ([name, item]) =>
          [name, shape === "mapOrNames" && isArray(item) ? item : replace(item, [keyword, name])] as const,
      );
      if (entries.some(([name, item]) => item !== value[name])) next = Object.fromEntries(entries);
    }
    if (next !== value) {
      copy ??= { ...schema };
      copy[keyword] = next;
    }
  }
  return copy ?? schema;
}
