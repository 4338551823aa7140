import { nearest } from "../diagnostics/suggest.js";
import { isArray, isObject, setMember } from "../load/values.js";
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

/** The keywords that hold data; with `schemaKeywords`, all there are. */
const dataKeywords: ReadonlySet<string> = new Set(
  [
    // JSON Schema 2020-12, 2019-09 and draft-07.
    "$anchor $comment $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema $vocabulary",
    "const contentEncoding contentMediaType default dependentRequired deprecated description enum examples",
    "exclusiveMaximum exclusiveMinimum format maxContains maxItems maxLength maxProperties maximum minContains minItems",
    "minLength minProperties minimum multipleOf pattern readOnly required title type uniqueItems writeOnly",
  ].flatMap((line) => line.split(" ")),
);

/** The keywords of others: draft-04, OpenAPI, MCP and this language. */
const foreignKeywords = "choices discriminator enumNames example externalDocs id nullable xml".split(" ");

const allKeywords: ReadonlySet<string> = new Set([...dataKeywords, ...foreignKeywords, ...schemaKeywords.keys()]);

export const isKeyword = (name: string): boolean => allKeywords.has(name);

/** Whether a name means something whatever its value is: an `id: { type: string }` is no keyword of another language. */
export const isStandardKeyword = (name: string): boolean =>
  dataKeywords.has(name) || schemaKeywords.has(name) || name === "example";

/** Every keyword that can be meant by a misspelt one: short ones are near to too much. */
const meantKeywords: readonly string[] = [...allKeywords].filter(
  (name) => name.length > 3 && !["id", "$id", "$schema", "then", "else", "choices", "example", "xml"].includes(name),
);

/** Words of other languages, for keywords that no spelling leads to. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ["min", "minimum"],
  ["max", "maximum"],
  ["minlen", "minLength"],
  ["maxlen", "maxLength"],
  ["exclusivemin", "exclusiveMinimum"],
  ["exclusivemax", "exclusiveMaximum"],
  ["regex", "pattern"],
  ["regexp", "pattern"],
  ["desc", "description"],
  ["props", "properties"],
  ["ref", "$ref"],
]);

/** The keyword that an unknown one was meant to be; undefined for what is likely an author's own. */
export function meantKeyword(name: string): string | undefined {
  const plain = name.replaceAll(/[_-]/g, "").toLowerCase();
  const other = otherWords.get(plain);
  if (other !== undefined) return other;
  const same = meantKeywords.find((keyword) => keyword.toLowerCase() === plain);
  // One letter in a short word, more in a long one: an author's own `label` or `unit` is not a slip.
  const most = name.length < 6 ? 1 : name.length < 12 ? 2 : 3;
  return same ?? nearest(name, meantKeywords, most);
}

/** One schema inside another. */
export interface Subschema {
  readonly keyword: string;
  /** What holds it: the schema around it, or the list or mapping that is the value of the keyword. */
  readonly parent: JsonObject | readonly Json[];
  readonly key: string;
  readonly value: Json;
}

/** The steps from a schema to one inside it. */
export function stepsTo(schema: JsonObject, { keyword, parent, key }: Subschema): readonly string[] {
  return parent === schema ? [keyword] : [keyword, key];
}

/** The schemas directly inside a schema, in document order. Property names that look like keywords are names. */
export function subschemas(schema: JsonObject): readonly Subschema[] {
  const found: Subschema[] = [];
  forEachSubschema(schema, (value, keyword, parent, key) => found.push({ keyword, parent, key, value }));
  return found;
}

/** The same for walks over whole documents, which would make many lists. */
export function forEachSubschema(
  schema: JsonObject,
  visit: (value: Json, keyword: string, parent: Subschema["parent"], key: string) => void,
): void {
  Object.keys(schema).forEach((keyword) => {
    const shape = schemaKeywords.get(keyword);
    if (shape === undefined) return;
    const value = schema[keyword];
    if (value === undefined) return;
    if (shape === "schema" || (shape === "schemaOrList" && !isArray(value))) visit(value, keyword, schema, keyword);
    else if (isArray(value)) {
      if (shape === "map" || shape === "mapOrNames") return;
      value.forEach((item, index) => visit(item, keyword, value, String(index)));
    } else if (isObject(value) && shape !== "list") {
      Object.keys(value).forEach((key) => {
        const item = value[key] ?? null;
        if (shape !== "mapOrNames" || !isArray(item)) visit(item, keyword, value, key);
      });
    }
  });
}

/**
 * A copy of a schema with each schema inside it replaced; the schema itself when nothing changed, so that an author's
 * declaration stays what it is.
 */
export function mapSubschemas(schema: JsonObject, replace: (value: Json, keyword: string) => Json): JsonObject {
  let copy: { [key: string]: Json } | undefined;
  for (const keyword of Object.keys(schema)) {
    const shape = schemaKeywords.get(keyword);
    const value = schema[keyword];
    if (shape === undefined || value === undefined) continue;
    let next: Json = value;
    if (shape === "schema" || (shape === "schemaOrList" && !isArray(value))) next = replace(value, keyword);
    else if (isArray(value) && shape !== "map" && shape !== "mapOrNames") {
      const items = value.map((item) => replace(item, keyword));
      if (items.some((item, index) => item !== value[index])) next = items;
    } else if (isObject(value) && shape !== "list") {
      next = mapMembers(value, (item) => (shape === "mapOrNames" && isArray(item) ? item : replace(item, keyword)));
    }
    if (next !== value) {
      copy ??= { ...schema };
      copy[keyword] = next;
    }
  }
  return copy ?? schema;
}

function mapMembers(members: JsonObject, replace: (value: Json) => Json): JsonObject {
  let copy: { [key: string]: Json } | undefined;
  for (const name of Object.keys(members)) {
    const value = members[name] ?? null;
    const next = replace(value);
    if (next === value) continue;
    copy ??= { ...members };
    setMember(copy, name, next);
  }
  return copy ?? members;
}
