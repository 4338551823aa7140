import { isObject, own } from "../json/plain-object.js";
import { textFormats } from "./formats.js";
import { choicesOf, type FormFieldSchema, type FormSchema, pointerTo, type Problem, quoted } from "./schemas.js";

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
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(content, name));
  return [
    ...missing.map((name) => ({ path: pointerTo("", name), message: "is required" })),
    ...Object.entries(content).flatMap(([name, value]) => {
      const field = own(schema.properties, name);
      const message = field === undefined ? "is not a field of the form" : judgeField(field, value);
      return message === undefined ? [] : [{ path: pointerTo("", name), message }];
    }),
  ];
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
      return Number.isFinite(value) ? judgeNumber(field, Number(value)) : "must be a number";
    case "array":
      return Array.isArray(value) ? judgeList(field, value) : "must be a list";
    default:
      return "has a type that no form can show";
  }
}

function judgeText(field: FormFieldSchema, value: string): string | undefined {
  const allowed = choicesOf(field);
  if (allowed?.includes(value) === false) return `must be one of ${quoted(allowed)}`;
  // JSON Schema counts characters, not UTF-16 units.
  const bound = exceeded(() => Array.from(value).length, field.minLength, field.maxLength);
  if (bound !== undefined) return `must have ${bound} character${bound.endsWith(" 1") ? "" : "s"}`;
  const format = textFormats.get(field.format ?? "");
  return format?.holds(value) === false ? `must be ${format.words}` : undefined;
}

function judgeNumber(field: FormFieldSchema, value: number): string | undefined {
  const bound = exceeded(() => value, field.minimum, field.maximum);
  return bound === undefined ? undefined : `must be ${bound}`;
}

function judgeList(field: FormFieldSchema, value: readonly unknown[]): string | undefined {
  const allowed = choicesOf(field.items);
  for (const item of value) {
    if (typeof item !== "string") return "must be a list of texts";
    if (allowed?.includes(item) === false) return `must be chosen from ${quoted(allowed)}`;
  }
  const bound = exceeded(() => value.length, field.minItems, field.maxItems);
  return bound === undefined ? undefined : `must have ${bound} chosen`;
}

/** The bound that a size is outside of, in words; the size is only asked for where there is a bound. */
function exceeded(size: () => number, least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && size() < least) return `at least ${least}`;
  if (most !== undefined && size() > most) return `at most ${most}`;
  return undefined;
}
