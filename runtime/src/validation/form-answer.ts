import { isObject, own } from "../json/plain-object.js";
import { hasFormat } from "./formats.js";
import { type FormFieldSchema, type FormSchema, pointerTo, type Problem } from "./schemas.js";

/**
 * Judges the content of an accepted form against the schema that was shown: strictly, without coercion, unknown members
 * and the four formats included. Both halves judge by this function, so that what a client lets out a server lets in.
 *
 * Forms are flat (MCP 2026-07-28, elicitation), so they need no compiled validator; one whose choices are made at run
 * time would otherwise be compiled anew for every question.
 *
 * @returns the problems; empty when the content is good.
 */
export function judgeFormAnswer(schema: FormSchema, content: unknown): readonly Problem[] {
  if (!isObject(content)) return [{ path: "", message: "must be an object" }];
  const problems: Problem[] = [];
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(content, name)) problems.push({ path: pointerTo("", name), message: "is required" });
  }
  for (const name of Object.keys(content)) {
    const path = pointerTo("", name);
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (field === undefined) {
      problems.push({ path, message: "is not a field of the form" });
      continue;
    }
    const message = judgeField(field, own(content, name));
    if (message !== undefined) problems.push({ path, message });
  }
  return problems;
}

function judgeField(field: FormFieldSchema, value: unknown): string | undefined {
  switch (field.type) {
    case "string":
      return typeof value === "string" ? judgeText(field, value) : "must be text";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "integer":
      return Number.isInteger(value) ? judgeNumber(field, Number(value)) : "must be a whole number";
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? judgeNumber(field, value) : "must be a number";
    case "array":
      return Array.isArray(value) ? judgeList(field, value) : "must be a list";
    default:
      return "has a type that no form can show";
  }
}

function judgeText(field: FormFieldSchema, value: string): string | undefined {
  const allowed = choicesOf(field);
  if (allowed !== undefined && !allowed.includes(value)) return oneOf(allowed);
  if (field.minLength !== undefined || field.maxLength !== undefined) {
    // JSON Schema counts characters, not UTF-16 units.
    const { length } = Array.from(value);
    if (field.minLength !== undefined && length < field.minLength)
      return `must have at least ${field.minLength} characters`;
    if (field.maxLength !== undefined && length > field.maxLength)
      return `must have at most ${field.maxLength} characters`;
  }
  if (field.format !== undefined && !hasFormat(field.format, value))
    return `must be ${formatWords.get(field.format) ?? field.format}`;
  return undefined;
}

/** What a text of a format is, for people who do not know the names of formats. */
const formatWords: ReadonlyMap<string, string> = new Map([
  ["email", "an e-mail address"],
  ["uri", "a full address, as in https://example.com/page"],
  ["date", "a date, as in 2026-01-31"],
  ["date-time", "a date and time with a zone, as in 2026-01-31T19:00:00Z"],
]);

function judgeNumber(field: FormFieldSchema, value: number): string | undefined {
  if (field.minimum !== undefined && value < field.minimum) return `must be at least ${field.minimum}`;
  if (field.maximum !== undefined && value > field.maximum) return `must be at most ${field.maximum}`;
  return undefined;
}

function judgeList(field: FormFieldSchema, value: readonly unknown[]): string | undefined {
  const allowed = field.items?.enum ?? field.items?.anyOf?.map((choice) => choice.const);
  for (const item of value) {
    if (typeof item !== "string") return "must be a list of texts";
    if (allowed !== undefined && !allowed.includes(item)) return `must hold only ${quoted(allowed)}`;
  }
  if (field.minItems !== undefined && value.length < field.minItems) return `must hold at least ${field.minItems}`;
  if (field.maxItems !== undefined && value.length > field.maxItems) return `must hold at most ${field.maxItems}`;
  return undefined;
}

/** The values that a single choice allows; `undefined` for free text. */
function choicesOf(field: FormFieldSchema): readonly string[] | undefined {
  return field.enum ?? field.oneOf?.map((choice) => choice.const);
}

function oneOf(allowed: readonly string[]): string {
  return `must be one of ${quoted(allowed)}`;
}

function quoted(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
