import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { matchesPattern } from "./pattern.js";
import type { Project } from "./project.js";
import { resolveSchemaReference, type SchemaHome } from "./schema-home.js";

/** Most schemas that one value is held against, and how deep: references can multiply without end. */
const mostSchemas = 2000;
const deepest = 32;

/**
 * Why a schema refuses a value, as the end of a sentence, or undefined when nothing here says that it does. Types are not
 * looked at; what is not understood refuses nothing.
 */
export function valueProblem(project: Project, schema: Json, home: SchemaHome, value: Json): string | undefined {
  return judge({ project, left: mostSchemas }, schema, home, value, 0);
}

interface Work {
  readonly project: Project;
  left: number;
}

function judge(work: Work, schema: Json, home: SchemaHome, value: Json, depth: number): string | undefined {
  if (!isObject(schema) || depth > deepest || work.left <= 0) return undefined;
  work.left -= 1;
  const inner = (part: Json | undefined, item: Json): string | undefined =>
    part === undefined ? undefined : judge(work, part, home, item, depth + 1);
  return (
    referenceProblem(work, schema, home, value, depth) ??
    choiceProblem(schema, value) ??
    boundsProblem(schema, value) ??
    listProblem(schema, value, inner) ??
    objectProblem(schema, value, inner) ??
    (isArray(schema["allOf"]) ? first(schema["allOf"], (part) => inner(part, value)) : undefined)
  );
}

type Inner = (part: Json | undefined, item: Json) => string | undefined;

function first<T>(items: Iterable<T>, problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function referenceProblem(
  work: Work,
  schema: JsonObject,
  home: SchemaHome,
  value: Json,
  depth: number,
): string | undefined {
  const text = schema["$ref"];
  if (typeof text !== "string") return undefined;
  const [target] = resolveSchemaReference(work.project, home, text, undefined);
  return target === undefined ? undefined : judge(work, target.schema, target.home, value, depth + 1);
}

const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
] as const;

/** Whether a schema bounds numbers or texts itself. */
export const hasBounds = (schema: JsonObject): boolean => bounds.some((keyword) => Object.hasOwn(schema, keyword));

/** Why the bounds of a schema leave a number or a text out, as the end of a sentence. */
export function boundsProblem(schema: JsonObject, value: Json): string | undefined {
  return numberProblem(schema, value) ?? textProblem(schema, value);
}

const same = (a: Json, b: Json): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function choiceProblem(schema: JsonObject, value: Json): string | undefined {
  const titled = [schema["oneOf"], schema["anyOf"]].find(
    (list) => isArray(list) && list.length > 0 && list.every((item) => isObject(item) && Object.hasOwn(item, "const")),
  );
  const constants = isArray(titled)
    ? titled.map((item) => (isObject(item) ? (item["const"] ?? null) : null))
    : undefined;
  const choices = isArray(schema["enum"]) ? schema["enum"] : constants;
  if (choices !== undefined && !choices.some((choice) => same(choice, value))) return "is not one of the choices";
  const only = Object.hasOwn(schema, "const") ? schema["const"] : undefined;
  return only !== undefined && !same(only, value) ? `is not ${JSON.stringify(only)}` : undefined;
}

function numberProblem(schema: JsonObject, value: Json): string | undefined {
  if (typeof value !== "number") return undefined;
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema;
  if (typeof minimum === "number" && value < minimum) return `is less than the minimum ${minimum}`;
  if (typeof maximum === "number" && value > maximum) return `is greater than the maximum ${maximum}`;
  if (typeof above === "number" && value <= above) return `is not greater than ${above}`;
  if (typeof below === "number" && value >= below) return `is not less than ${below}`;
  // Fractions are not exact; only whole steps are judged.
  const whole = typeof step === "number" && Number.isInteger(step) && step > 0;
  return whole && Number.isInteger(value) && value % step !== 0 ? `is no multiple of ${step}` : undefined;
}

function textProblem(schema: JsonObject, value: Json): string | undefined {
  if (typeof value !== "string") return undefined;
  const { minLength, maxLength, pattern } = schema;
  // JSON Schema counts code points.
  const length = Array.from(value).length;
  if (typeof minLength === "number" && length < minLength) return `is shorter than minLength ${minLength}`;
  if (typeof maxLength === "number" && length > maxLength) return `is longer than maxLength ${maxLength}`;
  const matches = typeof pattern === "string" ? matchesPattern(pattern, value) : undefined;
  return matches === false ? "does not match the pattern" : undefined;
}

function listProblem(schema: JsonObject, value: Json, inner: Inner): string | undefined {
  if (!isArray(value)) return undefined;
  const { minItems, maxItems, prefixItems, items } = schema;
  if (typeof minItems === "number" && value.length < minItems) return `has fewer than minItems ${minItems}`;
  if (typeof maxItems === "number" && value.length > maxItems) return `has more than maxItems ${maxItems}`;
  const unique = schema["uniqueItems"] === true ? new Set(value.map((item) => JSON.stringify(item))) : undefined;
  if (unique !== undefined && unique.size < value.length) return "has an item twice";
  const fixed = isArray(prefixItems) ? prefixItems.length : 0;
  if (isArray(items)) return undefined;
  return prefix(
    first(value.slice(fixed), (item) => inner(items, item)),
    "has an item that",
  );
}

function objectProblem(schema: JsonObject, value: Json, inner: Inner): string | undefined {
  if (!isObject(value)) return undefined;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = isArray(schema["required"]) ? schema["required"] : [];
  // A missing property with a default of its own is filled in.
  const filled = (name: string): boolean => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isObject(property) && (Object.hasOwn(property, "default") || Object.hasOwn(property, "$ref"));
  };
  const missing = required
    .filter((name) => typeof name === "string")
    .find((name) => !Object.hasOwn(value, name) && !filled(name));
  if (missing !== undefined) return `lacks "${missing}"`;
  const closed = schema["additionalProperties"] === false && !isObject(schema["patternProperties"]);
  return first(Object.entries(value), ([name, item]) => {
    if (Object.hasOwn(properties, name)) return prefix(inner(properties[name], item), `has a "${name}" that`);
    return closed ? `has the unknown property "${name}"` : undefined;
  });
}

const prefix = (problem: string | undefined, before: string): string | undefined =>
  problem === undefined ? undefined : `${before} ${problem}`;
