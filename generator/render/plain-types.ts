import type { PreparedSchema } from "./prepare-schema.js";
import type { TypeMember, TypeNode } from "./type-syntax.js";

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/**
 * The type of a schema in which every keyword has exactly one reading: scalars, choices, lists, closed and open objects,
 * references. Most schemas of real servers are like that, and the library that compiles the rest costs more to load than
 * everything else together, and a third of a millisecond for each type. A test holds the two to the same result.
 *
 * @returns undefined for everything else.
 */
export function plainType(schema: PreparedSchema): TypeNode | undefined {
  const keywords = Object.keys(schema).filter((keyword) => keyword !== "description");
  if (keywords.length === 1) {
    const single = singleKeyword(schema);
    if (single !== undefined) return single;
  }
  if ("enum" in schema) return onlyHas(keywords, "enum", "type") ? choice(schema["enum"]) : undefined;
  if ("const" in schema) return onlyHas(keywords, "const", "type") ? choice([schema["const"]]) : undefined;
  const type = schema["type"];
  if (type === "array") return onlyHas(keywords, "type", "items") ? list(schema["items"]) : undefined;
  if (type === "object" || (type === undefined && "properties" in schema)) {
    return onlyHas(keywords, "type", "properties", "required", "additionalProperties") ? object(schema) : undefined;
  }
  return keywords.length === 1 ? scalarType(type) : undefined;
}

function onlyHas(keywords: readonly string[], ...known: readonly string[]): boolean {
  return keywords.every((keyword) => known.includes(keyword));
}

function singleKeyword({ tsType }: PreparedSchema): TypeNode | undefined {
  return typeof tsType === "string" ? { kind: "token", text: tsType } : undefined;
}

function scalarType(type: unknown): TypeNode | undefined {
  if (typeof type === "string") {
    const text = Object.hasOwn(scalars, type) ? scalars[type] : undefined;
    return text === undefined ? undefined : { kind: "token", text };
  }
  if (!Array.isArray(type)) return undefined;
  const names: readonly unknown[] = type;
  const types = names.map(scalarType);
  if (types.length < 2 || types.some((member) => member === undefined)) return undefined;
  const texts = types.map((member) => (member?.kind === "token" ? member.text : ""));
  return new Set(texts).size === texts.length
    ? { kind: "union", types: texts.map((text) => ({ kind: "token", text })) }
    : undefined;
}

/** A union of literals. */
function choice(values: unknown): TypeNode | undefined {
  if (!Array.isArray(values) || values.length === 0 || new Set(values).size !== values.length) return undefined;
  const types: TypeNode[] = [];
  for (const value of values as readonly unknown[]) {
    if (typeof value === "string") types.push({ kind: "string", value });
    else if (typeof value === "number" || typeof value === "boolean" || value === null) {
      types.push({ kind: "token", text: JSON.stringify(value) });
    } else return undefined;
  }
  const [first] = types;
  return types.length === 1 ? first : { kind: "union", types };
}

function list(items: unknown): TypeNode | undefined {
  if (items === undefined) return { kind: "array", element: { kind: "token", text: "unknown" } };
  if (!isSchema(items)) return undefined;
  const element = plainType(items);
  return element === undefined ? undefined : { kind: "array", element };
}

function object(schema: PreparedSchema): TypeNode | undefined {
  const { properties, additionalProperties } = schema;
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const names = new Set(required);
  const members: TypeMember[] = [];
  if (properties !== undefined && !isSchema(properties)) return undefined;
  for (const [name, member] of Object.entries(properties ?? {})) {
    const type = isSchema(member) ? plainType(member) : undefined;
    if (type === undefined || !isSchema(member)) return undefined;
    const doc = typeof member["description"] === "string" ? member["description"].trim() : "";
    members.push({ kind: "property", doc, name, optional: !names.has(name), type });
  }
  // Where some names are known, the type of the others has to be widened by theirs.
  if (isSchema(additionalProperties)) {
    const rest = members.length === 0 ? plainType(additionalProperties) : undefined;
    return rest === undefined ? undefined : { kind: "object", members: [{ kind: "index", type: rest }] };
  }
  if (additionalProperties !== false) members.push({ kind: "index", type: { kind: "token", text: "unknown" } });
  return { kind: "object", members };
}

function isSchema(value: unknown): value is PreparedSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
