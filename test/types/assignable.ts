import { DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/_shims";
import type { Json, JsonObject, JsonSchema } from "../../generator/model/model.js";
import { isObject } from "../../generator/load/values.js";
import { defaultsOf } from "../../runtime/src/validation/defaults.js";
import { prepareSchema, renameMembers } from "../../runtime/src/validation/prepare-schema.js";
import { literal } from "./literal.js";
import { candidate, mutations } from "./samples.js";
import { asMeant, sayable } from "./sayable.js";

/** Samples of one schema, sorted by what its type must do with them. */
export interface Samples {
  readonly good: readonly Json[];
  readonly broken: readonly Json[];
}

export interface SampleLimits {
  readonly variants: number;
  readonly broken: number;
}

/**
 * Makes samples and lets the validator sort them: what it accepts must be assignable; what it refuses, and would refuse too
 * with only what a type can say, must not be. Samples in between belong to neither.
 */
export function samplesOf(schema: JsonSchema, limits: SampleLimits, extra: readonly Json[] = []): Samples {
  const meant = asMeant(schema);
  const accepts = acceptor(schema);
  const acceptsMeant = meant === schema ? accepts : acceptor(meant);
  const weakened = sayable(meant);
  // Most schemas of real tools say nothing that a type cannot say; compiling them once more is most of the time.
  const acceptsSayable = JSON.stringify(weakened) === JSON.stringify(meant) ? acceptsMeant : acceptor(weakened);
  const good = new Map<string, Json>();
  const broken = new Map<string, Json>();
  const sort = (value: Json | undefined): void => {
    if (value === undefined) return;
    const text = JSON.stringify(value);
    if (accepts(value) && acceptsMeant(value)) good.set(text, value);
    else if (!accepts(value) && !acceptsSayable(value)) broken.set(text, value);
  };
  for (let variant = 0; variant < limits.variants; variant++) sort(candidate(schema, variant));
  for (const value of extra) sort(value);
  const starts = [...good.values()];
  for (const value of spread(starts, limits.variants)) {
    for (const changed of spread(mutations(value), 2 * limits.broken)) {
      if (!accepts(changed) && !acceptsSayable(changed)) broken.set(JSON.stringify(changed), changed);
    }
  }
  return { good: starts, broken: spread([...broken.values()], limits.broken) };
}

/** Good samples as a handler gets them: with defaults, where those fit the schema themselves. */
export function defaulted(schema: JsonObject, good: readonly Json[]): Samples {
  const accepts = acceptor(schema);
  const fill = defaultsOf(schema);
  const filled = good.flatMap((value) => (isObject(value) ? [fill(value) as Json] : []));
  return { good: filled.filter(accepts), broken: [] };
}

let shared: DefaultJsonSchemaValidator | undefined;

/** The validator of the runtime, without the explanations that it makes for people. */
function acceptor(schema: JsonSchema): (value: Json) => boolean {
  if (typeof schema === "boolean") return () => schema;
  const prepared = prepareSchema(schema);
  // An engine takes a second of time for every hundred that are made; only an `$id` needs one of its own.
  const engine = prepared.identified ? new DefaultJsonSchemaValidator() : (shared ??= new DefaultJsonSchemaValidator());
  const validate = engine.getValidator(prepared.schema);
  return (value) => validate(prepared.renames ? renameMembers(value) : value).valid;
}

/** As many as wanted, from all over the list. */
function spread<T>(values: readonly T[], wanted: number): readonly T[] {
  if (values.length <= wanted) return values;
  return Array.from({ length: wanted }, (_, index) => values[Math.floor((index * values.length) / wanted)]).filter(
    (value) => value !== undefined,
  );
}

/** A module that compiles exactly when a type accepts the good samples and refuses each broken one. */
export function assignments(types: string, samples: readonly (readonly [string, Samples])[]): string {
  const lines = [`import type * as types from "${types}";`];
  let count = 0;
  for (const [name, { good, broken }] of samples) {
    for (const value of good) lines.push(`export const v${count++}: types.${name} = ${literal(value)};`);
    for (const value of broken)
      lines.push("// @ts-expect-error", `export const v${count++}: types.${name} = ${literal(value)};`);
  }
  return `${lines.join("\n")}\n`;
}

/** Compiler errors with the line of the module that each is about. */
export function explained(errors: readonly string[], modules: ReadonlyMap<string, string>): readonly string[] {
  return errors.map((error) => {
    const [, file = "", line = "0"] = /^(.*?)\((\d+),/.exec(error) ?? [];
    const lines = (modules.get(file) ?? "").split("\n");
    const at = Number(line) - 1;
    const unused = error.includes("TS2578");
    return `${unused ? "accepts what the validator refuses" : error}\n  ${(lines[unused ? at + 1 : at] ?? "").slice(0, 600)}`;
  });
}
