import type { Json, JsonObject, JsonSchema } from "../model/model.js";

/** What json-schema-to-typescript is given for one named type. */
export interface PreparedSchema {
  [keyword: string]: unknown;
}

/** Property names of documents by the plain names that stand for them while types are compiled. */
export interface PropertyNames {
  stand(name: string): string;
  original(standIn: string): string;
}

/**
 * Property names do not go through the type compiler: it takes some for schema keywords, and loses `__proto__`. Each is
 * replaced by a plain name and put back when the type is printed.
 */
export function createPropertyNames(): PropertyNames {
  const standIns = new Map<string, string>();
  const originals = new Map<string, string>();
  return {
    stand(name) {
      const known = standIns.get(name);
      if (known !== undefined) return known;
      const standIn = `p${standIns.size}`;
      standIns.set(name, standIn);
      originals.set(standIn, name);
      return standIn;
    },
    original(standIn) {
      const name = originals.get(standIn);
      if (name === undefined) throw new Error(`The type compiler made up a property "${standIn}".`);
      return name;
    },
  };
}

const lists = ["allOf", "anyOf", "oneOf"] as const;
const copied = ["type", "enum", "const", "minItems", "maxItems", "nullable"] as const;

/**
 * A copy of `schema` that holds only what the type compiler understands and nothing that it would paste as code.
 * A schema without any constraint becomes `unknown` and `false` becomes `never`; titles become comments, because the
 * compiler would make them type names.
 */
export function prepareSchema(schema: JsonSchema, names: PropertyNames): PreparedSchema {
  if (typeof schema === "boolean") return { tsType: schema ? "unknown" : "never" };
  const comment = commentOf(schema);
  const body = constraints(schema, names);
  const reference = own(schema, "$ref");
  if (typeof reference === "string") {
    const target = { $ref: reference };
    if (Object.keys(body).length > 0) return { ...comment, allOf: [target, body] };
    // A reference with siblings would be inlined; behind `allOf` it stays a name.
    return comment.description === undefined ? target : { ...comment, allOf: [target] };
  }
  if (Object.keys(body).length === 0) return { ...comment, tsType: "unknown" };
  return { ...comment, ...apart(body) };
}

/**
 * Members and alternatives of one schema as parts of an intersection. Together in a named type, the compiler would make a
 * second named type of the members.
 */
function apart(body: PreparedSchema): PreparedSchema {
  const composed = lists.filter((keyword) => keyword in body);
  const rest = Object.entries(body).filter(([keyword]) => !lists.some((list) => list === keyword));
  if (composed.length === 0 || (composed.length === 1 && rest.length === 0)) return body;
  const parts = composed.flatMap((keyword) => {
    const members = body[keyword];
    return keyword === "allOf" && Array.isArray(members) ? (members as readonly unknown[]) : [{ [keyword]: members }];
  });
  return { allOf: rest.length === 0 ? parts : [Object.fromEntries(rest), ...parts] };
}

function commentOf(schema: JsonObject): { description?: string } {
  const description = own(schema, "description");
  const title = own(schema, "title");
  const deprecated = own(schema, "deprecated") === true ? "@deprecated" : undefined;
  const text = typeof description === "string" && description !== "" ? description : title;
  const lines = [typeof text === "string" && text !== "" ? text : undefined, deprecated].filter(
    (line) => line !== undefined,
  );
  return lines.length === 0 ? {} : { description: lines.join("\n") };
}

function constraints(schema: JsonObject, names: PropertyNames): PreparedSchema {
  const body: PreparedSchema = {};
  for (const keyword of copied) {
    const value = own(schema, keyword);
    if (value !== undefined) body[keyword] = value;
  }
  const properties = own(schema, "properties");
  if (isObject(properties)) {
    body["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [names.stand(name), prepare(member, names)]),
    );
  }
  const required = own(schema, "required");
  if (Array.isArray(required)) {
    const declared = required.filter((name): name is string => typeof name === "string");
    body["required"] = declared.map((name) => names.stand(name));
  }
  const patterns = own(schema, "patternProperties");
  if (isObject(patterns)) {
    // The pattern itself cannot be said in TypeScript; a neutral one keeps its text out of the comments.
    body["patternProperties"] = Object.fromEntries(
      Object.values(patterns).map((member, index) => [`^${index}`, prepare(member, names)]),
    );
  }
  for (const keyword of ["additionalProperties", "additionalItems"] as const) {
    const value = own(schema, keyword);
    if (typeof value === "boolean") body[keyword] = value;
    else if (isObject(value)) body[keyword] = prepare(value, names);
  }
  const items = own(schema, "items");
  if (Array.isArray(items)) body["items"] = items.map((item: Json) => prepare(item, names));
  else if (items !== undefined) {
    // The compiler would put what is said of each item on the list.
    const { description: _description, ...item } = prepare(items, names);
    body["items"] = item;
  }
  for (const keyword of lists) {
    const value = own(schema, keyword);
    if (Array.isArray(value)) body[keyword] = value.map((item: Json) => prepare(item, names));
  }
  return body;
}

function prepare(schema: Json, names: PropertyNames): PreparedSchema {
  return typeof schema === "boolean" || isObject(schema) ? prepareSchema(schema, names) : { tsType: "unknown" };
}

function own(schema: JsonObject, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
