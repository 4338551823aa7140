import type { Json, JsonObject, JsonSchema } from "../../generator/model/model.js";
import { followPointer, pointerSteps } from "../../generator/resolve/reference.js";
import { isObject } from "../../generator/load/values.js";

/** Values that a schema probably accepts; the validator has the last word. `variant` steers every choice. */
export function candidate(schema: JsonSchema, variant: number): Json | undefined {
  return make(schema, { root: schema, variant, depth: 0 });
}

interface Way {
  readonly root: JsonSchema;
  readonly variant: number;
  readonly depth: number;
}

const deepest = 7;

function make(schema: Json, way: Way): Json | undefined {
  if (schema === true || !isObject(schema))
    return schema === false ? undefined : pick(["x", 1, true, null], way.variant);
  const whole = merged(schema, way);
  if (whole === undefined) return undefined;
  if (Object.hasOwn(whole, "const")) return whole["const"];
  const values = listOf(whole["enum"]);
  if (values.length > 0) return pick(values, way.variant);
  switch (String(typeOf(whole, way.variant))) {
    case "object":
      return makeObject(whole, way);
    case "array":
      return makeArray(whole, way);
    case "string":
      return makeText(whole, way.variant);
    case "number":
    case "integer":
      return makeNumber(whole, way.variant);
    case "boolean":
      return way.variant % 2 === 0;
    case "null":
      return null;
    default:
      return pick(["x", 1, true], way.variant);
  }
}

/** One schema that says what a reference, all of `allOf` and one alternative say together. */
function merged(schema: JsonObject, way: Way, hops = 0): JsonObject | undefined {
  if (hops > 12) return undefined;
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema;
  let whole: JsonObject = own;
  const add = (other: Json | undefined): boolean => {
    if (other === true) return true;
    const part = isObject(other) ? merged(other, way, hops + 1) : undefined;
    if (part === undefined) return false;
    whole = join(whole, part);
    return true;
  };
  if (typeof reference === "string" && !add(resolve(way.root, reference))) return undefined;
  for (const part of listOf(allOf)) if (!add(part)) return undefined;
  for (const alternatives of [listOf(anyOf), listOf(oneOf)]) {
    if (alternatives.length > 0 && !add(pick(alternatives, way.variant))) return undefined;
  }
  return whole;
}

function join(left: JsonObject, right: JsonObject): JsonObject {
  return {
    ...left,
    ...right,
    ...(isObject(left["properties"]) && isObject(right["properties"])
      ? { properties: { ...left["properties"], ...right["properties"] } }
      : {}),
    ...(Object.hasOwn(left, "required") || Object.hasOwn(right, "required")
      ? { required: [...new Set([...listOf(left["required"]), ...listOf(right["required"])])] }
      : {}),
  };
}

function resolve(root: JsonSchema, reference: string): Json | undefined {
  const steps = reference.startsWith("#") ? pointerSteps(decodeURIComponent(reference.slice(1))) : undefined;
  const found = steps === undefined ? undefined : followPointer(root, steps);
  return isObject(found) || typeof found === "boolean" ? found : undefined;
}

function typeOf(schema: JsonObject, variant: number): Json | undefined {
  const { type } = schema;
  if (Array.isArray(type)) return pick(type as readonly Json[], variant);
  if (type !== undefined) return type;
  if (["properties", "required", "additionalProperties", "patternProperties"].some((key) => Object.hasOwn(schema, key)))
    return "object";
  if (["items", "prefixItems", "contains"].some((key) => Object.hasOwn(schema, key))) return "array";
  if (["minLength", "maxLength", "pattern"].some((key) => Object.hasOwn(schema, key))) return "string";
  return ["minimum", "maximum", "multipleOf"].some((key) => Object.hasOwn(schema, key)) ? "number" : undefined;
}

function makeObject(schema: JsonObject, way: Way): Json | undefined {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(listOf(schema["required"]).filter((name) => typeof name === "string"));
  const made: [string, Json][] = [];
  const rest = Object.hasOwn(schema, "additionalProperties") ? schema["additionalProperties"] : undefined;
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const optional = !required.has(name);
    if (optional && (way.variant % 2 === 1 || way.depth >= deepest)) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : (rest ?? true);
    const value = way.depth > 3 * deepest ? undefined : make(property ?? true, { ...way, depth: way.depth + 1 });
    if (value !== undefined) made.push([name, value]);
    else if (!optional) return undefined;
  }
  if (isObject(rest) && way.variant % 2 === 0 && way.depth < deepest) {
    const value = make(rest, { ...way, depth: way.depth + 1 });
    if (value !== undefined) made.push(["another", value]);
  }
  return Object.fromEntries(made);
}

function makeArray(schema: JsonObject, way: Way): Json | undefined {
  const prefix = Array.isArray(schema["prefixItems"]) ? listOf(schema["prefixItems"]) : listOf(schema["items"]);
  const rest = Array.isArray(schema["items"]) ? schema["additionalItems"] : schema["items"];
  const least = numberOf(schema["minItems"]) ?? 0;
  const most = numberOf(schema["maxItems"]) ?? Number.POSITIVE_INFINITY;
  const wanted =
    way.variant % 2 === 0 && way.depth < deepest ? Math.max(least, prefix.length + (rest === false ? 0 : 1)) : least;
  const made: Json[] = [];
  for (let index = 0; index < Math.min(wanted, most, 40); index++) {
    const item = index < prefix.length ? prefix[index] : (rest ?? schema["contains"] ?? true);
    const value =
      way.depth > 3 * deepest
        ? undefined
        : make(item ?? true, {
            ...way,
            variant: way.variant + (schema["uniqueItems"] === true ? index : 0),
            depth: way.depth + 1,
          });
    if (value === undefined) return index >= least ? made : undefined;
    made.push(value);
  }
  return made;
}

const texts = [
  "text",
  "a",
  "abc-123",
  "A1",
  "123456",
  "1",
  "a@example.com",
  "https://example.com/a",
  "2024-05-06",
  "2024-05-06T07:08:09Z",
  "00000000-0000-4000-8000-000000000000",
  "#a1b2c3",
  "10:20",
  "/a/b",
  "a.b",
  "eyJ.eyJ.x",
  "507f1f77bcf86cd799439011",
];

function makeText(schema: JsonObject, variant: number): Json {
  const least = numberOf(schema["minLength"]) ?? 0;
  const most = numberOf(schema["maxLength"]) ?? Number.POSITIVE_INFINITY;
  const { pattern } = schema;
  const fitting = texts
    .map((text) => text.padEnd(Math.min(least, 2000), "x"))
    .filter((text) => text.length <= most && (typeof pattern !== "string" || new RegExp(pattern, "u").test(text)));
  return pick(fitting, variant) ?? "";
}

function makeNumber(schema: JsonObject, variant: number): Json {
  const step = numberOf(schema["multipleOf"]) ?? 1;
  const above = numberOf(schema["exclusiveMinimum"]);
  const below = numberOf(schema["exclusiveMaximum"]);
  const low = Math.max(numberOf(schema["minimum"]) ?? -1e9, above === undefined ? -1e9 : above + step);
  const high = Math.min(numberOf(schema["maximum"]) ?? 1e9, below === undefined ? 1e9 : below - step);
  const wanted =
    low > 0 || high < 0 || variant % 3 === 1
      ? low > -1e9
        ? low
        : Math.min(high, 0)
      : Math.min(variant % 3 === 2 ? 1.5 : 1, high);
  return schema["type"] === "integer" || step !== 1 ? Math.ceil(wanted / step) * step : wanted;
}

/** Copies of a value with one thing wrong in each: another type, a member too few, a member too many. */
export function mutations(value: Json): readonly Json[] {
  const found: Json[] = [];
  const wrong: readonly Json[] = [12_345, "not one of them", false, null, ["wrong"], { wrong: "wrong" }];
  const kind = (item: Json): string => (item === null ? "null" : Array.isArray(item) ? "array" : typeof item);
  const visit = (item: Json, rebuild: (changed: Json) => Json): void => {
    // A text in place of a text is another value of an enumeration.
    for (const other of wrong) if (kind(other) !== kind(item) || typeof item === "string") found.push(rebuild(other));
    if (Array.isArray(item)) {
      const items = item as readonly Json[];
      for (const [index, part] of items.slice(0, 4).entries()) {
        visit(part, (changed) => rebuild(items.map((old, at) => (at === index ? changed : old))));
      }
    } else if (isObject(item)) {
      const entries = Object.entries(item);
      found.push(rebuild({ ...item, "not-declared": 1 }));
      for (const [name, part] of entries) {
        found.push(rebuild(Object.fromEntries(entries.filter(([other]) => other !== name))));
        visit(part, (changed) =>
          rebuild(Object.fromEntries(entries.map(([other, old]) => [other, other === name ? changed : old]))),
        );
      }
    }
  };
  visit(value, (changed) => changed);
  return found;
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const numberOf = (value: Json | undefined): number | undefined => (typeof value === "number" ? value : undefined);
const pick = <T>(values: readonly T[], variant: number): T | undefined => values[variant % values.length];
