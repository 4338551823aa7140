import { isArray, isObject, isSchema, setMember } from "../load/values.js";
import type { Json, JsonObject, JsonSchema } from "../model/model.js";
import { dialectOf } from "./dialect.js";
import type { SchemaHome, SchemaTarget } from "./schema-home.js";
import { hasType } from "./type-names.js";

/** `sent`: as a client writes it. `applied`: after defaults were filled in. */
export type ArgumentsMode = "sent" | "applied";

export interface NormalizeOptions {
  readonly home: SchemaHome;
  readonly mode: ArgumentsMode;
  readonly resolve: (reference: string, home: SchemaHome) => SchemaTarget | undefined;
  readonly nameOf: (target: SchemaTarget, from: SchemaHome, mode: ArgumentsMode) => string;
  readonly isFilled: (property: JsonSchema, home: SchemaHome) => boolean;
}

type Node = { [keyword: string]: Json };

/** Keywords that say what shape a value has, as far as TypeScript can. */
const shaping = [
  "type",
  "enum",
  "const",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
  "$ref",
  "required",
] as const;

/**
 * Rewrites a JSON Schema into the part of draft-04 that the type compiler reads rightly. What TypeScript cannot say (ranges,
 * patterns, `not`, `if`, `dependentRequired`, ...) is left out, so that the type accepts at least what the validator accepts.
 */
export function normalizeSchema(schema: JsonSchema, options: NormalizeOptions): JsonSchema {
  return normalize(schema, options, options.mode);
}

/** A schema that nothing satisfies, in a form that survives as a member of another. */
const nothing: JsonObject = { allOf: [false] };

/** What a keyword tells a type: a note for its comment, alternatives, or something else of its shape. */
const roles: ReadonlyMap<string, "note" | "alternatives" | "shape"> = new Map([
  ["title", "note"],
  ["description", "note"],
  ["deprecated", "note"],
  ["allOf", "alternatives"],
  ["anyOf", "alternatives"],
  ["oneOf", "alternatives"],
  ...[
    "$ref nullable enum const properties patternProperties additionalProperties unevaluatedProperties required",
    "items prefixItems",
  ]
    .flatMap((line) => line.split(" "))
    .map((keyword) => [keyword, "shape"] as const),
]);

function normalize(schema: Json, options: NormalizeOptions, mode: ArgumentsMode): JsonSchema {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  const notes: Node = {};
  let shaped = false;
  let hasAlternatives = false;
  for (const keyword in schema) {
    const role = roles.get(keyword);
    if (role === "note") notes[keyword] = schema[keyword] ?? null;
    else if (role !== undefined) shaped = true;
    if (role === "alternatives") hasAlternatives = true;
  }
  // Most schemas are one word.
  if (!shaped && typeof schema["type"] === "string" && schema["type"] !== "object" && schema["type"] !== "array") {
    notes["type"] = schema["type"];
    return notes;
  }
  if (typeof schema["$ref"] === "string") return normalizeReference(schema, schema["$ref"], options, mode, notes);
  const types = typesOf(schema);
  if (
    types.length > 1 &&
    ["properties", "items", "prefixItems", "additionalProperties"].some((key) => has(schema, key))
  ) {
    // One alternative per type, each with the keywords that mean something for it.
    const alternatives = types.map((type) => normalize({ ...onlyFor(schema, type), type }, options, mode));
    return { ...notes, anyOf: alternatives.map(withoutNotes) };
  }
  const literal = literals(schema, types);
  if (literal !== undefined) return { ...notes, ...literal };
  const node: Node = { ...notes };
  const [type] = types;
  if (types.length > 1) node["type"] = types;
  else if (type !== undefined) node["type"] = type;
  const alternatives = hasAlternatives ? composition(schema, options) : undefined;
  if (type === "array" || has(schema, "prefixItems") || (type === undefined && has(schema, "items"))) {
    Object.assign(node, normalizeArray(schema, options, mode));
  }
  const composed = alternatives !== undefined && Object.keys(alternatives).length > 0;
  // `type: object` beside alternatives that say the rest would only add an index signature.
  const isObjectAlone = type === "object" && !composed;
  if (isObjectAlone || ((type === "object" || type === undefined) && saysOfObjects(schema))) {
    addObject(node, schema, options, mode, composed);
  }
  if (!composed) return node;
  const bare = Object.keys(node).every((key) => key === "type" || key in notes);
  if (type === "object" && bare) delete node["type"];
  return { ...node, ...alternatives };
}

const has = (schema: JsonObject, key: string): boolean => Object.hasOwn(schema, key);

function withoutNotes(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const { title: _title, description: _description, deprecated: _deprecated, ...rest } = schema;
  return rest;
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  const types =
    typeof type === "string" ? [type] : isArray(type) ? type.filter((name) => typeof name === "string") : [];
  // `nullable` is OpenAPI's; the validator honours it.
  return schema["nullable"] === true && types.length > 0 && !types.includes("null") ? [...types, "null"] : types;
}

const objectKeywords = ["properties", "patternProperties", "additionalProperties", "required"];
const saysOfObjects = (schema: JsonObject): boolean =>
  objectKeywords.some((key) => has(schema, key)) || schema["unevaluatedProperties"] === false;

const arrayKeywords = ["items", "prefixItems", "additionalItems", "minItems", "maxItems"];

function onlyFor(schema: JsonObject, type: string): JsonObject {
  const dropped = new Set([
    "nullable",
    ...(type === "object" ? [] : objectKeywords),
    ...(type === "array" ? [] : arrayKeywords),
  ]);
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !dropped.has(key)));
}

function normalizeReference(
  schema: JsonObject,
  text: string,
  options: NormalizeOptions,
  mode: ArgumentsMode,
  notes: Node,
): JsonSchema {
  const target = options.resolve(text, options.home);
  if (target === undefined) return true;
  if (typeof target.schema === "boolean") return target.schema;
  const reference = { $ref: `#/$defs/${options.nameOf(target, options.home, mode)}` };
  if (dialectOf(options.home.root) === "draft-07") return { ...notes, ...reference };
  const { $ref: _ref, ...siblings } = schema;
  if (!shaping.some((key) => has(siblings, key))) return { ...notes, ...reference };
  const rest = normalize(open(siblings), options, mode);
  return { ...notes, allOf: [reference, withoutNotes(rest)] };
}

/** Without an index signature of its own: a part of a whole that says itself what else there may be. */
function open(schema: JsonObject): JsonObject {
  const { required } = schema;
  if (has(schema, "additionalProperties") || !(has(schema, "properties") || isArray(required))) return schema;
  const names = isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const declared = isObject(schema["properties"]) ? schema["properties"] : {};
  const properties = { ...Object.fromEntries(names.map((name) => [name, true])), ...declared };
  return { ...schema, properties, additionalProperties: false };
}

/** `enum`, `const`, and choices written as `oneOf: [{ const, title }]`. */
function literals(schema: JsonObject, types: readonly string[]): Node | undefined {
  let values: readonly Json[] | undefined;
  if (has(schema, "const")) values = [schema["const"] ?? null];
  else if (isArray(schema["enum"])) values = schema["enum"];
  else {
    const choices = isArray(schema["oneOf"]) ? schema["oneOf"] : schema["anyOf"];
    if (isArray(choices) && choices.length > 0) {
      const constants = choices.map((choice) =>
        isObject(choice) && isOnlyConst(choice) ? choice["const"] : undefined,
      );
      if (constants.every((value) => value !== undefined)) values = constants;
    }
  }
  if (values === undefined) return undefined;
  const fitting = types.length === 0 ? values : values.filter((value) => types.some((type) => hasType(value, type)));
  // Lists and mappings as literals are left to their type.
  if (fitting.some((value) => typeof value === "object" && value !== null)) {
    return types.length === 0 ? {} : { type: types.length === 1 ? (types[0] ?? "object") : [...types] };
  }
  return fitting.length === 0 ? { ...nothing } : { enum: [...new Set(fitting)] };
}

const constKeys: ReadonlySet<string> = new Set(["const", "title", "description", "type", "deprecated", "$comment"]);
const isOnlyConst = (schema: JsonObject): boolean =>
  has(schema, "const") && Object.keys(schema).every((key) => constKeys.has(key));

function normalizeArray(schema: JsonObject, options: NormalizeOptions, mode: ArgumentsMode): Node {
  const prefix = isArray(schema["prefixItems"])
    ? schema["prefixItems"]
    : isArray(schema["items"])
      ? schema["items"]
      : undefined;
  if (prefix === undefined) {
    const items = has(schema, "items") ? normalize(schema["items"] ?? true, options, mode) : true;
    return { items: items === true ? {} : items === false ? nothing : withoutNotes(items) };
  }
  const rest = isArray(schema["prefixItems"]) ? schema["items"] : schema["additionalItems"];
  const minItems = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const closed = rest === false || (typeof schema["maxItems"] === "number" && schema["maxItems"] <= prefix.length);
  return {
    items: prefix.map((item) => withoutNotes(normalize(item, options, "sent"))),
    additionalItems: closed
      ? false
      : rest === undefined || rest === true
        ? {}
        : withoutNotes(normalize(rest, options, "sent")),
    minItems: Math.min(minItems, prefix.length),
    ...(closed ? { maxItems: prefix.length } : {}),
  };
}

/** Adds what the keywords for objects say. */
function addObject(
  node: Node,
  schema: JsonObject,
  options: NormalizeOptions,
  mode: ArgumentsMode,
  composed: boolean,
): void {
  const declared = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(
    isArray(schema["required"]) ? schema["required"].filter((name) => typeof name === "string") : [],
  );
  const properties: Node = {};
  for (const name in declared) {
    const property = declared[name] ?? null;
    setMember(properties, name, normalize(property, options, mode));
    if (mode === "applied" && isSchema(property) && options.isFilled(property, options.home)) required.add(name);
  }
  const closed = schema["additionalProperties"] === false || (schema["unevaluatedProperties"] === false && !composed);
  // What is required has a place, even if nobody said its type.
  if (!closed || composed) for (const name of required) if (!has(properties, name)) setMember(properties, name, true);
  node["properties"] = properties;
  node["additionalProperties"] = restOf();
  const listed = [...required].filter((name) => has(properties, name));
  if (listed.length > 0) node["required"] = listed;

  function restOf(): Json {
    const patterns = isObject(schema["patternProperties"]) ? Object.values(schema["patternProperties"]) : [];
    const rest = isObject(schema["additionalProperties"]) ? [schema["additionalProperties"]] : [];
    const others = [...patterns, ...rest].map((item) => withoutNotes(normalize(item, options, "sent")));
    const isEmpty = Object.keys(properties).length === 0;
    if (others.length > 0) {
      // An index signature must admit the declared properties too, so beside them it can only be `unknown`.
      if (!isEmpty) return {};
      const openRest = patterns.length > 0 && !closed && rest.length === 0;
      if (openRest) return {};
      return others.length === 1 ? orEmpty(others[0] ?? true) : { anyOf: others.map(orEmpty) };
    }
    if (closed) return isEmpty && !composed ? nothing : false;
    // Alternatives beside this one say what else there is.
    return !composed || has(schema, "additionalProperties") || has(schema, "properties");
  }
}

const orEmpty = (schema: JsonSchema): Json => (schema === true ? {} : schema === false ? nothing : schema);

/** `allOf`, `anyOf` and `oneOf`, as far as they shape a value. */
function composition(schema: JsonObject, options: NormalizeOptions): Node {
  const node: Node = {};
  const whole = has(schema, "properties") || has(schema, "additionalProperties");
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const members = schema[keyword];
    if (!isArray(members) || members.length === 0) continue;
    const shaped = members.map((item) => {
      if (!isObject(item)) return item;
      return whole && typeof item["$ref"] !== "string" ? open(item) : item;
    });
    const shapes = shaped.map((item) => isObject(item) && shaping.some((key) => has(item, key)));
    if (keyword === "allOf") {
      const parts = shaped.filter((item, index) => shapes[index] === true || item === false);
      if (parts.length > 0) node["allOf"] = parts.map((item) => withoutNotes(normalize(item, options, "sent")));
    } else if (shapes.every((shape, index) => shape || shaped[index] === false)) {
      node[keyword] = shaped.filter((item) => item !== false).map((item) => normalize(item, options, "sent"));
    }
  }
  return node;
}
