import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { boundsProblem } from "./value-problem.js";

/** Keywords of a schema that no value satisfies together: which one to look at, and why, as the end of a sentence. */
export interface Contradiction {
  readonly keyword: string;
  readonly problem: string;
}

/** One of these takes part in every contradiction. */
export const narrowing: ReadonlySet<string> = new Set(
  "const exclusiveMaximum maxContains maxItems maxLength maxProperties maximum minItems".split(" "),
);

const pairs = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
] as const;

/**
 * Contradictions among a schema's own keywords.
 *
 * @param distinct - items of a list cannot be chosen twice, whether or not the schema says so: what a form shows.
 */
export function contradictionsOf(schema: JsonObject, distinct: boolean): readonly Contradiction[] {
  if (!Object.keys(schema).some((keyword) => narrowing.has(keyword))) return [];
  const found: Contradiction[] = [];
  for (const [least, most] of pairs) {
    const from = schema[least];
    const to = schema[most];
    if (typeof from === "number" && typeof to === "number" && from > to) {
      found.push({ keyword: least, problem: `${least} ${from} is more than ${most} ${to}` });
    }
  }
  const range = rangeProblem(schema);
  if (range !== undefined) found.push(range);
  const { minItems, items, enum: choices, required, maxProperties } = schema;
  const count = distinct || schema["uniqueItems"] === true ? choiceCount(items) : undefined;
  if (count !== undefined && typeof minItems === "number" && minItems > count) {
    found.push({ keyword: "minItems", problem: `minItems is ${minItems}, and there are ${count} choices` });
  }
  if (isArray(choices) && Object.hasOwn(schema, "const")) {
    const only = JSON.stringify(schema["const"]);
    if (!choices.some((choice) => JSON.stringify(choice) === only)) {
      found.push({ keyword: "const", problem: `the value ${only} is not among the choices` });
    }
  }
  const constant = Object.hasOwn(schema, "const") ? schema["const"] : undefined;
  const problem = constant === undefined ? undefined : boundsProblem(schema, constant);
  if (problem !== undefined) {
    found.push({ keyword: "const", problem: `the value ${JSON.stringify(constant)} ${problem}` });
  }
  if (isArray(required) && typeof maxProperties === "number" && new Set(required).size > maxProperties) {
    const problem = `more properties are required than maxProperties ${maxProperties}`;
    found.push({ keyword: "maxProperties", problem });
  }
  return found;
}

function rangeProblem(schema: JsonObject): Contradiction | undefined {
  const least = bound(schema, "minimum", "exclusiveMinimum", (a, b) => a > b);
  const most = bound(schema, "maximum", "exclusiveMaximum", (a, b) => a < b);
  if (least === undefined || most === undefined) return undefined;
  const { keyword } = least;
  if (least.value > most.value || (least.value === most.value && (least.open || most.open))) {
    return { keyword, problem: `${keyword} ${least.value} leaves nothing below ${most.keyword} ${most.value}` };
  }
  if (schema["type"] !== "integer") return undefined;
  const first = least.open ? Math.floor(least.value) + 1 : Math.ceil(least.value);
  const last = most.open ? Math.ceil(most.value) - 1 : Math.floor(most.value);
  return first > last
    ? { keyword, problem: `no whole number lies between ${least.value} and ${most.value}` }
    : undefined;
}

interface Bound {
  readonly keyword: string;
  readonly value: number;
  /** The value itself is outside. */
  readonly open: boolean;
}

function bound(
  schema: JsonObject,
  closed: string,
  open: string,
  isStricter: (a: number, b: number) => boolean,
): Bound | undefined {
  const at = schema[closed];
  const beyond = schema[open];
  if (typeof beyond === "number" && (typeof at !== "number" || !isStricter(at, beyond))) {
    return { keyword: open, value: beyond, open: true };
  }
  return typeof at === "number" ? { keyword: closed, value: at, open: false } : undefined;
}

/** How many different items a list of choices can have. */
function choiceCount(items: Json | undefined): number | undefined {
  if (!isObject(items)) return undefined;
  if (isArray(items["enum"])) return distinctCount(items["enum"]);
  const titled = constantsOf(items["anyOf"]) ?? constantsOf(items["oneOf"]);
  return titled === undefined ? undefined : distinctCount(titled);
}

const distinctCount = (values: readonly Json[]): number => new Set(values.map((value) => JSON.stringify(value))).size;

/** The values of `[{ const, title }]`; undefined when it is anything else. */
export function constantsOf(choices: Json | undefined): readonly Json[] | undefined {
  if (!isArray(choices)) return undefined;
  const values = choices.map((choice) =>
    isObject(choice) && Object.hasOwn(choice, "const") ? choice["const"] : undefined,
  );
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** The place of each value that stands before it already. */
export function repetitions(values: readonly Json[]): readonly number[] {
  // Texts and numbers are told apart as they are.
  if (new Set(values).size === values.length && values.every((value) => typeof value !== "object")) return [];
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return [index];
    seen.add(text);
    return [];
  });
}
