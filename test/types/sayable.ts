import { isObject } from "../../generator/load/values.js";
import type { Json, JsonObject, JsonSchema } from "../../generator/model/model.js";
import { subschemas, mapSubschemas } from "../../generator/resolve/keywords.js";

/**
 * What a TypeScript type cannot say, and what the emitted types therefore leave to the validator. This list is the
 * documentation: a sample that only these refuse is one that the type may accept.
 */
export const unsayable: ReadonlyMap<string, string> = new Map([
  ["minLength", "lengths of texts"],
  ["maxLength", "lengths of texts"],
  ["pattern", "patterns"],
  ["format", "formats; they are annotations"],
  ["contentEncoding", "encodings"],
  ["contentMediaType", "encodings"],
  ["contentSchema", "encodings"],
  ["minimum", "ranges"],
  ["maximum", "ranges"],
  ["exclusiveMinimum", "ranges"],
  ["exclusiveMaximum", "ranges"],
  ["multipleOf", "divisors"],
  ["uniqueItems", "uniqueness"],
  ["contains", "lists of which some items fit"],
  ["minContains", "lists of which some items fit"],
  ["maxContains", "lists of which some items fit"],
  ["minProperties", "numbers of members"],
  ["maxProperties", "numbers of members"],
  ["propertyNames", "rules for names"],
  ["not", "negation"],
  ["if", "conditions"],
  ["then", "conditions"],
  ["else", "conditions"],
  ["dependentRequired", "conditions"],
  ["dependentSchemas", "conditions"],
  ["dependencies", "conditions"],
  ["unevaluatedItems", "what no other keyword has judged"],
]);

/** The same schema, as strict as a type can be. */
export function sayable(schema: JsonSchema): JsonSchema {
  return weaken(schema, { part: false, alternative: false, inside: false });
}

/** Where a schema stands: in an `allOf`, or below an alternative. */
interface Place {
  readonly part: boolean;
  readonly alternative: boolean;
  /** An alternative itself. */
  readonly inside: boolean;
}

function weaken(schema: Json, place: Place): JsonSchema {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    return schema === true || schema === false ? schema : true;
  const source = schema as JsonObject;
  const kept: { [keyword: string]: Json } = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (unsayable.has(keyword) || keyword === "unevaluatedProperties") continue;
    kept[keyword] = value;
  }
  // Whole numbers are numbers.
  const { type } = kept;
  if (type === "integer") kept["type"] = "number";
  if (Array.isArray(type)) kept["type"] = type.map((name: Json) => (name === "integer" ? "number" : name));
  // Exactly one, or at least one: a union is both.
  if (Object.hasOwn(kept, "oneOf")) {
    const { oneOf, ...rest } = kept;
    const alternatives = Object.hasOwn(rest, "anyOf")
      ? { allOf: [...listOf(rest["allOf"]), { anyOf: oneOf ?? [] }] }
      : { anyOf: oneOf ?? [] };
    return weaken({ ...rest, ...alternatives }, place);
  }
  if (Array.isArray(kept["anyOf"])) kept["anyOf"] = together(kept["anyOf"] as readonly Json[]);
  // Literals that are lists or mappings are left to their type.
  for (const keyword of ["const", "enum"]) {
    const values = keyword === "const" ? [kept[keyword] ?? null] : listOf(kept[keyword]);
    if (Object.hasOwn(kept, keyword) && values.some((value) => typeof value === "object" && value !== null))
      delete kept[keyword];
  }
  // Lengths of lists, other than those of tuples.
  if (!Object.hasOwn(kept, "prefixItems") && !Array.isArray(kept["items"])) {
    delete kept["minItems"];
    delete kept["maxItems"];
  }
  const composed = ["allOf", "anyOf", "$ref"].some((keyword) => Object.hasOwn(kept, keyword));
  const named = Object.keys((kept["properties"] ?? {}) as object).length > 0;
  const patterns = Object.hasOwn(kept, "patternProperties");
  const rest = kept["additionalProperties"];
  // An index signature must fit the named members too, so beside them it says nothing; the same with patterns.
  if (patterns || (typeof rest === "object" && named)) {
    delete kept["patternProperties"];
    delete kept["additionalProperties"];
  }
  // A closed schema beside or inside others refuses what those declare; an intersection accepts it. Below an alternative the
  // compiler does not look for unknown members.
  if (rest === false && (composed || place.part || place.alternative)) delete kept["additionalProperties"];
  return mapSubschemas(kept, (value, keyword) =>
    weaken(value, {
      part: place.part || keyword === "allOf",
      // The compiler looks for unknown members in an alternative itself, not in what lies deeper.
      alternative: place.alternative || place.inside,
      inside: keyword === "anyOf",
    }),
  );
}

/**
 * Alternatives as the compiler sees them: a member that one of them knows is not unknown in the others, and beside an open
 * one no member is unknown.
 */
function together(alternatives: readonly Json[]): readonly Json[] {
  const objects = alternatives.filter((item): item is JsonObject => isObject(item) && mayBeObject(item));
  const closed = objects.every(
    (item) =>
      item["additionalProperties"] === false &&
      !["$ref", "allOf", "anyOf", "oneOf"].some((key) => Object.hasOwn(item, key)),
  );
  const known = new Set(objects.flatMap((item) => Object.keys((item["properties"] ?? {}) as object)));
  return alternatives.map((item) => {
    if (!isObject(item) || item["additionalProperties"] !== false) return item;
    const { additionalProperties: _closed, ...open } = item;
    if (!closed) return open;
    return {
      ...item,
      properties: { ...Object.fromEntries([...known].map((name) => [name, true])), ...(item["properties"] as object) },
    };
  });
}

function mayBeObject(schema: JsonObject): boolean {
  const { type } = schema;
  if (type === undefined) return !Object.hasOwn(schema, "enum") && !Object.hasOwn(schema, "const");
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/**
 * What a schema leaves out and everybody means: `properties` without `type` describe a mapping, `items` a list. Validators let
 * every text and number pass there; the emitted types do not.
 */
export function asMeant(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const mapped = mapSubschemas(schema, (value) => asMeant(value as JsonSchema));
  if (Object.hasOwn(mapped, "type") || Object.hasOwn(mapped, "$ref")) return mapped;
  if (["properties", "additionalProperties", "required"].some((key) => Object.hasOwn(mapped, key)))
    return { ...mapped, type: "object" };
  if (["items", "prefixItems"].some((key) => Object.hasOwn(mapped, key))) return { ...mapped, type: "array" };
  return mapped;
}

/** Every keyword that a schema uses, at any depth. */
export function keywordsOf(schema: JsonSchema): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const node = value as JsonObject;
    for (const keyword of Object.keys(node)) found.add(keyword);
    for (const sub of subschemas(node)) visit(sub.value);
  };
  visit(schema);
  return found;
}
