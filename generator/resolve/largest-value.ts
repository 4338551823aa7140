import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import type { Project } from "./project.js";
import { resolveSchemaReference, type SchemaHome } from "./schema-home.js";

/** The largest value that a schema lets through. */
export interface LargestValue {
  /** As JSON, its texts in plain ASCII; infinite when there is no largest. */
  readonly bytes: number;
  /** The parts that nothing bounds, as in `items[].note`; "" is the value itself. */
  readonly open: readonly string[];
}

/** As many parts are named as help. */
const mostNamed = 3;

/**
 * How large a value of a schema can be. What is judged is what authors bound values by: a text by `maxLength`, its values, its
 * format or a pattern without repetition; a list by `maxItems`; a map by `maxProperties`. Members that an object with
 * `properties` merely does not forbid are not counted: nobody means them.
 */
export function largestValue(project: Project, schema: Json, home: SchemaHome): LargestValue {
  return largest({ project, known: new Map(), within: new Set() }, schema, home);
}

interface Measuring {
  readonly project: Project;
  /** What was found of schemas: shared ones are measured once. */
  readonly known: Map<JsonObject, LargestValue>;
  /** The schemas around this one. */
  readonly within: Set<JsonObject>;
}

/** Schemas inside each other; nothing that is meant to be bounded is as deep. */
const deepest = 100;

const endless: LargestValue = { bytes: Infinity, open: [""] };
const bytes = (size: number): LargestValue => ({ bytes: size, open: [] });

/** A number, true, false or null. */
const short = bytes(24);

/** Longest texts of the formats that have one; of a time with a fraction of any length a usual one. */
const formats: ReadonlyMap<Json | undefined, number> = new Map([
  ["date", 10],
  ["time", 40],
  ["date-time", 50],
  ["duration", 100],
  ["email", 254],
  ["hostname", 253],
  ["ipv4", 15],
  ["ipv6", 45],
  ["uuid", 36],
]);

function largest(measuring: Measuring, schema: Json, home: SchemaHome): LargestValue {
  if (schema === false) return bytes(0);
  // What comes back to itself has no deepest value.
  if (!isObject(schema) || measuring.within.has(schema) || measuring.within.size >= deepest) return endless;
  const known = measuring.known.get(schema);
  if (known !== undefined) return known;
  measuring.within.add(schema);
  const found = least([
    ...byItself(measuring, schema, home),
    ...behindReference(measuring, schema, home),
    ...each(measuring, schema["allOf"], home),
    ...["anyOf", "oneOf"].flatMap((key) => {
      const branches = each(measuring, schema[key], home);
      return branches.length === 0 ? [] : [most(branches)];
    }),
  ]);
  measuring.within.delete(schema);
  measuring.known.set(schema, found);
  return found;
}

const each = (measuring: Measuring, schemas: Json | undefined, home: SchemaHome): readonly LargestValue[] =>
  isArray(schemas) ? schemas.map((schema) => largest(measuring, schema, home)) : [];

function behindReference(measuring: Measuring, { $ref }: JsonObject, home: SchemaHome): readonly LargestValue[] {
  const [target] = typeof $ref === "string" ? resolveSchemaReference(measuring.project, home, $ref, undefined) : [];
  return target === undefined ? [] : [largest(measuring, target.schema, target.home)];
}

/** What the keywords of a schema itself say, without those that bring in other schemas for the same value. */
function byItself(measuring: Measuring, schema: JsonObject, home: SchemaHome): readonly LargestValue[] {
  if (Object.hasOwn(schema, "const")) return [written(schema["const"] ?? null)];
  if (isArray(schema["enum"])) return [most(schema["enum"].map(written))];
  const types = typesOf(schema);
  return types.length === 0 ? [] : [most(types.map((type) => largestOfType(measuring, schema, home, type)))];
}

const written = (value: Json): LargestValue => bytes(JSON.stringify(value).length);

/** A schema without `type` is taken for what its keywords are about. */
function typesOf(schema: JsonObject): readonly Json[] {
  const { type } = schema;
  if (type !== undefined) return isArray(type) ? type : [type];
  if (isObject(schema["properties"])) return ["object"];
  return isArray(schema["prefixItems"]) || Object.hasOwn(schema, "items") ? ["array"] : [];
}

function largestOfType(measuring: Measuring, schema: JsonObject, home: SchemaHome, type: Json): LargestValue {
  if (type === "string") return largestText(schema);
  if (type === "array") return largestList(measuring, schema, home);
  return type === "object" ? largestObject(measuring, schema, home) : short;
}

function largestText({ maxLength, format, pattern }: JsonObject): LargestValue {
  const length = typeof maxLength === "number" ? maxLength : formats.get(format);
  if (length !== undefined) return bytes(length + 2);
  return typeof pattern === "string" && isBounded(pattern) ? bytes(pattern.length) : endless;
}

/** A pattern for the whole text that repeats nothing without end. */
function isBounded(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, "x");
  return /^\^.*\$$/s.test(bare) && !/[*+|]|\{\d+,\}/.test(bare);
}

function largestList(measuring: Measuring, schema: JsonObject, home: SchemaHome): LargestValue {
  const first = each(measuring, schema["prefixItems"], home);
  const { items = true, maxItems } = schema;
  const different = schema["uniqueItems"] === true ? valuesOf(items) : Infinity;
  const count = typeof maxItems === "number" ? maxItems : items === false ? first.length : first.length + different;
  if (count === Infinity) return endless;
  const rest = count - first.length;
  const parts = first.slice(0, count).map((part, at) => inside(`[${at}]`, part));
  if (rest > 0) parts.push(times(rest, inside("[]", largest(measuring, items, home))));
  return sum(parts);
}

/** How many values a schema names. */
function valuesOf(schema: Json): number {
  if (!isObject(schema)) return Infinity;
  if (Object.hasOwn(schema, "const")) return 1;
  const values = schema["enum"] ?? schema["anyOf"] ?? schema["oneOf"];
  if (!isArray(values)) return Infinity;
  return values === schema["enum"] ? values.length : values.reduce((total: number, each) => total + valuesOf(each), 0);
}

function largestObject(measuring: Measuring, schema: JsonObject, home: SchemaHome): LargestValue {
  const { properties, additionalProperties, patternProperties, maxProperties } = schema;
  const named = isObject(properties) ? Object.entries(properties) : [];
  const parts = named.map(([name, property]) =>
    sum([bytes(name.length + 3), inside(name, largest(measuring, property, home))]),
  );
  const forbidden = additionalProperties === false || (isObject(properties) && additionalProperties === undefined);
  if (forbidden && patternProperties === undefined) return sum(parts);
  if (typeof maxProperties !== "number") return endless;
  const rest = [additionalProperties ?? true, ...(isObject(patternProperties) ? Object.values(patternProperties) : [])];
  return sum([...parts, times(maxProperties, inside("*", most(rest.map((each) => largest(measuring, each, home)))))]);
}

const inside = (step: string, { bytes: size, open }: LargestValue): LargestValue => ({
  bytes: size,
  open: open.map((part) => (part === "" || part.startsWith("[") ? `${step}${part}` : `${step}.${part}`)),
});

/** With the comma behind each. */
const times = (count: number, { bytes: size, open }: LargestValue): LargestValue => ({
  bytes: count * (size + 1),
  open,
});

function sum(parts: readonly LargestValue[]): LargestValue {
  return {
    bytes: parts.reduce((total, part) => total + part.bytes + 1, 1),
    open: parts.flatMap(({ open }) => open).slice(0, mostNamed),
  };
}

function most(values: readonly LargestValue[]): LargestValue {
  return values.reduce((largest, value) => (value.bytes > largest.bytes ? value : largest), bytes(0));
}

/** Each of several bounds holds; without any there is none. */
function least([first = endless, ...others]: readonly LargestValue[]): LargestValue {
  return others.reduce((smallest, value) => (value.bytes < smallest.bytes ? value : smallest), first);
}
