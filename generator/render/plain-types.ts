import type { Json, JsonObject } from "../model/model.js";
import { memberComment, readTuple } from "./prepare-schema.js";
import type { TupleElement, TypeMember, TypeNode } from "./type-syntax.js";

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

const unknown: TypeNode = { kind: "token", text: "unknown" };

const anything = (): boolean => true;
const isList = (value: Json): boolean => Array.isArray(value);

/** The keywords that a type can tell of, and which of their values count: those that `prepareSchema` keeps. */
const telling: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ["$ref", (value: Json): boolean => typeof value === "string"],
  ["type", anything],
  ["enum", anything],
  ["const", anything],
  ["nullable", anything],
  ["properties", isObject],
  ["required", isList],
  ["patternProperties", isObject],
  ["additionalProperties", (value: Json): boolean => typeof value === "boolean" || isObject(value)],
  ["items", anything],
  ["allOf", isList],
  ["anyOf", isList],
  ["oneOf", isList],
]);

/** The keywords of an object whose members are all that is said of it. */
const ofObjects: ReadonlySet<string> = new Set(["type", "properties", "required", "additionalProperties"]);

/**
 * The type of a schema in which every keyword has exactly one reading: scalars, choices, lists, tuples, closed and open
 * objects, references. Most schemas of real servers are like that, and the library that compiles the rest costs more to load
 * than everything else together, and a third of a millisecond for each type. A test holds the two to the same result.
 *
 * @returns undefined for everything else.
 */
export function plainType(schema: Json): TypeNode | undefined {
  if (schema === false) return { kind: "token", text: "never" };
  if (!isObject(schema)) return unknown;
  const keywords: string[] = [];
  for (const keyword in schema) {
    if (telling.get(keyword)?.(schema[keyword] ?? null) === true) keywords.push(keyword);
  }
  const { type } = schema;
  // Most are: scalars, then objects.
  if (keywords.length === 1 && typeof type === "string" && Object.hasOwn(scalars, type)) return scalarType(type);
  if (type === "object" && keywords.every((keyword) => ofObjects.has(keyword))) return object(schema);
  if (keywords.length === 0) return unknown;
  if (keywords.includes("$ref")) return keywords.length === 1 ? reference(schema["$ref"]) : undefined;
  if (keywords.includes("items") && Array.isArray(schema["items"])) {
    return onlyHas(keywords, "items", "type", "enum", "const", "nullable") ? tuple(schema) : undefined;
  }
  if (keywords.includes("enum")) return onlyHas(keywords, "enum", "type") ? choice(schema["enum"]) : undefined;
  if (keywords.includes("const")) return onlyHas(keywords, "const", "type") ? choice([schema["const"]]) : undefined;
  if (type === "array") return onlyHas(keywords, "type", "items") ? list(schema, keywords) : undefined;
  if (type === undefined && keywords.includes("properties")) {
    return onlyHas(keywords, "properties", "required", "additionalProperties") ? object(schema) : undefined;
  }
  return keywords.length === 1 ? scalarType(type) : undefined;
}

function onlyHas(keywords: readonly string[], ...known: readonly string[]): boolean {
  return keywords.every((keyword) => known.includes(keyword));
}

function reference(target: Json | undefined): TypeNode | undefined {
  return typeof target === "string" ? { kind: "token", text: target.slice("#/$defs/".length) } : undefined;
}

function scalarType(type: Json | undefined): TypeNode | undefined {
  if (typeof type === "string") {
    const text = Object.hasOwn(scalars, type) ? scalars[type] : undefined;
    return text === undefined ? undefined : { kind: "token", text };
  }
  if (!Array.isArray(type)) return undefined;
  const types = type.map(scalarType);
  if (types.length < 2 || types.some((member) => member === undefined)) return undefined;
  const texts = types.map((member) => (member?.kind === "token" ? member.text : ""));
  return new Set(texts).size === texts.length
    ? { kind: "union", types: texts.map((text) => ({ kind: "token", text })) }
    : undefined;
}

/** A union of literals. */
function choice(values: Json | undefined | readonly (Json | undefined)[]): TypeNode | undefined {
  if (!Array.isArray(values) || values.length === 0 || new Set(values).size !== values.length) return undefined;
  const types: TypeNode[] = [];
  for (const value of values) {
    if (typeof value === "string") types.push({ kind: "string", value });
    else if (typeof value === "number" || typeof value === "boolean" || value === null) {
      types.push({ kind: "token", text: JSON.stringify(value) });
    } else return undefined;
  }
  const [first] = types;
  return types.length === 1 ? first : { kind: "union", types };
}

function list(schema: JsonObject, keywords: readonly string[]): TypeNode | undefined {
  const element = keywords.includes("items") ? plainType(schema["items"] ?? null) : unknown;
  return element === undefined ? undefined : { kind: "array", element };
}

function tuple(schema: JsonObject): TypeNode | undefined {
  const { items = [], least = 0, rest } = readTuple(schema) ?? {};
  const elements: TupleElement[] = [];
  for (const [index, item] of items.entries()) {
    const type = plainType(item);
    if (type === undefined) return undefined;
    elements.push({ optional: index >= least, rest: false, type });
  }
  if (rest === undefined) return { kind: "tuple", elements };
  const type = plainType(rest);
  return type === undefined
    ? undefined
    : { kind: "tuple", elements: [...elements, { optional: false, rest: true, type }] };
}

function object(schema: JsonObject): TypeNode | undefined {
  const { properties, additionalProperties: others, required } = schema;
  const names: ReadonlySet<Json> = new Set(Array.isArray(required) ? required : []);
  const members: TypeMember[] = [];
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) {
      const member = properties[name] ?? null;
      const type = plainType(member);
      if (type === undefined) return undefined;
      const doc = isObject(member) ? memberComment(member).trim() : "";
      members.push({ kind: "property", doc, name, optional: !names.has(name), type });
    }
  }
  // Where some names are known, the type of the others has to be widened by theirs.
  if (isObject(others)) {
    const rest = members.length === 0 ? plainType(others) : undefined;
    return rest === undefined ? undefined : { kind: "object", members: [{ kind: "index", type: rest }] };
  }
  if (others !== false) members.push({ kind: "index", type: unknown });
  return { kind: "object", members };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
