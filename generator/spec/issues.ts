import type * as z from "zod";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locateMember, locatePath, sourceOf, type Origins } from "../load/origin.js";
import { kindOf } from "../load/values.js";

type Path = readonly (string | number)[];

export interface IssueContext {
  readonly origins: Origins;
  /** Path of the value in the document, for texts: `["tools", "provision"]`. */
  readonly where: Path;
  /** Place of the value's key. */
  readonly place: Location | undefined;
}

/** Turns what zod found into diagnostics at the place that a person has to change. */
export function diagnoseIssues(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  context: IssueContext,
): readonly Diagnostic[] {
  return issues.flatMap((issue) => diagnoseIssue(schema, value, issue, context));
}

function diagnoseIssue(
  schema: z.ZodType,
  root: unknown,
  issue: z.core.$ZodIssue,
  context: IssueContext,
): readonly Diagnostic[] {
  const path = issue.path.filter((step): step is string | number => typeof step !== "symbol");
  const { origins, where } = context;
  if (issue.code === "unrecognized_keys") {
    const parent = valueAt(root, path);
    if (typeof parent !== "object" || parent === null) return [];
    return issue.keys
      .filter((key) => !key.startsWith("x-"))
      .map((key) =>
        diagnose("spec/unknown-key", locateMember(origins, parent, key, "key"), {
          key,
          where: label([...where, ...path]),
          suggestion: didYouMean(key, keysAt(schema, path)),
        }),
      );
  }
  const parentPath = path.slice(0, -1);
  const key = path.at(-1);
  const parent = valueAt(root, parentPath);
  if (key !== undefined && typeof parent === "object" && parent !== null && !Object.hasOwn(parent, key)) {
    const place = parentPath.length === 0 ? context.place : locatePath(origins, root, parentPath, "key");
    return [diagnose("spec/missing-key", place, { key, where: label([...where, ...parentPath]) })];
  }
  const found = valueAt(root, path);
  const place = path.length === 0 ? context.place : locatePath(origins, root, path);
  const shownKey = label(key === undefined ? where.slice(-1) : [key]);
  if (issue.code === "too_small" || issue.code === "too_big" || issue.code === "custom") {
    return [diagnose("spec/constraint", place, { key: shownKey, problem: issue.message })];
  }
  if (
    typeof found === "string" &&
    (issue.code === "invalid_value" || issue.code === "invalid_union" || issue.code === "invalid_format")
  ) {
    const suggestion = issue.code === "invalid_value" ? didYouMean(found, issue.values.map(String)) : "";
    return [diagnose("spec/invalid-value", place, { value: found, expected: issue.message, suggestion })];
  }
  const source =
    typeof parent === "object" && parent !== null && key !== undefined ? sourceOf(origins, parent, key) : undefined;
  const scalar = typeof found === "number" || typeof found === "boolean" || found === null;
  // A bare 1.10, yes or 2026 where a text belongs: the fix is a pair of quotes around what was typed.
  const quoted = issue.message.includes("text") || issue.message.includes('"');
  const help = scalar && quoted && source !== undefined ? { help: `Put it in quotes: "${source}".` } : {};
  return [diagnose("spec/wrong-type", place, { key: shownKey, expected: issue.message, actual: kindOf(found) }, help)];
}

/** `tools.provision.requires`, or `the document`. */
export function label(path: Path): string {
  return path.length === 0 ? "the document" : path.join(".");
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step) as unknown;
  }
  return value;
}

/** Keys that the language knows at a path. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let at: Schema | undefined = schema;
  for (const step of path) at = at === undefined ? undefined : stepInto(unwrap(at), step);
  const end = at === undefined ? undefined : unwrap(at);
  return end === undefined ? [] : [...(shapeOf(end)?.keys() ?? [])];
}

type Schema = z.core.$ZodType;

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && "_zod" in value;

/** A part of a schema's definition, whose kind decides which parts there are. */
function part(schema: Schema, name: string): unknown {
  const { def } = schema._zod;
  return Object.hasOwn(def, name) ? Reflect.get(def, name) : undefined;
}

function schemaPart(schema: Schema, name: string): Schema | undefined {
  const found = part(schema, name);
  return isSchema(found) ? found : undefined;
}

/** Sees through optional and, in a union, to the member that is an object. */
function unwrap(schema: Schema): Schema {
  const inner = schemaPart(schema, "innerType");
  if (inner !== undefined) return unwrap(inner);
  const options = part(schema, "options");
  const objectOption = Array.isArray(options)
    ? options.filter(isSchema).find((option) => option._zod.def.type === "object")
    : undefined;
  return objectOption ?? schema;
}

function shapeOf(schema: Schema): ReadonlyMap<string, Schema> | undefined {
  const shape = part(schema, "shape");
  if (typeof shape !== "object" || shape === null) return undefined;
  return new Map(Object.entries(shape).filter((entry): entry is [string, Schema] => isSchema(entry[1])));
}

function stepInto(schema: Schema, step: string | number): Schema | undefined {
  const shape = shapeOf(schema);
  return shape === undefined
    ? (schemaPart(schema, "element") ?? schemaPart(schema, "valueType"))
    : shape.get(String(step));
}
