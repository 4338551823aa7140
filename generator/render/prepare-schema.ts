import type { Json, JsonObject, JsonSchema } from "../model/model.js";

/** What json-schema-to-typescript is given for one named type. */
export interface PreparedSchema {
  [keyword: string]: unknown;
}

/** A tuple, whose items are types of their own while they are compiled. */
export interface PreparedTuple {
  readonly items: readonly string[];
  /** How many of them must be there. */
  readonly least: number;
  /** Type of what may follow; absent: nothing may. */
  readonly rest?: string;
}

/** What is kept from the type compiler, by the plain names that stand for it while types are compiled. */
export interface PropertyNames {
  stand(name: string): string;
  original(standIn: string): string;
  standForTuple(items: readonly Json[], least: number, rest: Json | undefined): string;
  readonly tuples: ReadonlyMap<string, PreparedTuple>;
  /** The schemas of the items of the tuples. */
  readonly items: ReadonlyMap<string, Json>;
}

/**
 * Property names do not go through the type compiler: it takes some for schema keywords, and loses `__proto__`. Each is
 * replaced by a plain name and put back when the type is printed. So are tuples: the compiler writes one alternative for each
 * length, without parentheses where it needs them.
 *
 * @param tuple - what names of tuples start with; no named type may.
 */
export function createPropertyNames(tuple = "Tuple"): PropertyNames {
  const standIns = new Map<string, string>();
  const originals = new Map<string, string>();
  const tuples = new Map<string, PreparedTuple>();
  const parts = new Map<string, Json>();
  const part = (name: string, schema: Json): string => {
    parts.set(name, schema);
    return name;
  };
  return {
    tuples,
    items: parts,
    standForTuple(items, least, rest) {
      const name = `${tuple}${tuples.size}`;
      tuples.set(name, {
        items: items.map((item, index) => part(`${name}Item${index}`, item)),
        least,
        ...(rest === undefined ? {} : { rest: part(`${name}Rest`, rest) }),
      });
      return name;
    },
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
const copied = ["type", "enum", "const", "nullable"] as const;

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
    // As a name and not as a reference: the compiler would rename what it refers to (`3d` to `3D`), or inline it.
    const target = { tsType: reference.slice("#/$defs/".length) };
    return Object.keys(body).length > 0 ? { ...comment, allOf: [target, body] } : { ...comment, ...target };
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
  if (composed.length === 0) return body;
  const rest = Object.entries(body).filter(([keyword]) => !lists.some((list) => list === keyword));
  if (composed.length === 1 && rest.length === 0) return body;
  const parts = composed.flatMap((keyword) => {
    const members = body[keyword];
    return keyword === "allOf" && Array.isArray(members) ? (members as readonly unknown[]) : [{ [keyword]: members }];
  });
  return { allOf: rest.length === 0 ? parts : [Object.fromEntries(rest), ...parts] };
}

function commentOf(schema: JsonObject): { description?: string } {
  // The compiler would tear what ends a comment apart; this is how it is printed.
  const description = memberComment(schema).replaceAll("*/", "*\\/");
  return description === "" ? {} : { description };
}

/** What the comment of a member says: its description, or else its title. */
export function memberComment(schema: JsonObject): string {
  const description = own(schema, "description");
  const title = own(schema, "title");
  const text = typeof description === "string" && description !== "" ? description : title;
  const said = typeof text === "string" ? untagged(text) : "";
  if (own(schema, "deprecated") !== true) return said;
  return said === "" ? "@deprecated" : `${said}\n@deprecated`;
}

/** What a document says has no tags, whatever its lines begin with. */
function untagged(text: string): string {
  return text.includes("@") ? text.replaceAll(/((?:^|\u0085)\s*)@/gm, "$1\\@") : text;
}

function constraints(schema: JsonObject, names: PropertyNames): PreparedSchema {
  const body: PreparedSchema = {};
  const tuple = tupleOf(schema, names);
  if (tuple === undefined) {
    for (const keyword of copied) {
      const value = own(schema, keyword);
      if (value !== undefined) body[keyword] = value;
    }
  } else body["tsType"] = tuple;
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
  const others = own(schema, "additionalProperties");
  if (typeof others === "boolean") body["additionalProperties"] = others;
  else if (isObject(others)) body["additionalProperties"] = prepare(others, names);
  const items = own(schema, "items");
  if (items !== undefined && !Array.isArray(items)) {
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

/** Name that stands for the tuple which a schema describes, if it does. */
function tupleOf(schema: JsonObject, names: PropertyNames): string | undefined {
  const tuple = readTuple(schema);
  return tuple === undefined ? undefined : names.standForTuple(tuple.items, tuple.least, tuple.rest);
}

/** A tuple (draft-04: a list under `items`): its items, how many must be there, and what may follow, if anything. */
export function readTuple(
  schema: JsonObject,
): { readonly items: readonly Json[]; readonly least: number; readonly rest: Json | undefined } | undefined {
  const items = own(schema, "items");
  if (!Array.isArray(items)) return undefined;
  const least = own(schema, "minItems");
  const rest = own(schema, "additionalItems") ?? true;
  return {
    items,
    least: typeof least === "number" ? Math.min(least, items.length) : 0,
    rest: rest === false ? undefined : rest,
  };
}

/** A schema inside another. What is none, in a place where a schema is expected, says nothing. */
export function prepare(schema: Json, names: PropertyNames): PreparedSchema {
  return typeof schema === "boolean" || isObject(schema) ? prepareSchema(schema, names) : { tsType: "unknown" };
}

function own(schema: JsonObject, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
