import { judgeFormAnswer } from "../validation/form-answer.js";
import { segmentsOf } from "../validation/reference.js";
import type { FormSchema } from "../validation/schemas.js";
import type { Field, FormModel } from "./form-model.js";

/** What a control of a user interface holds: a text, whether it is ticked, or what is chosen; `undefined` for nothing. */
export type Held = string | boolean | readonly string[] | undefined;

/**
 * Makes the content of an answer out of what the controls of a form hold. A text that stays empty, and a choice that is
 * not made, are left out. What cannot be read, such as letters in a number, is kept for {@link formProblems} to name.
 *
 * @param held - what the control of a field holds; for choices their values, not their labels.
 */
export function formContent(model: FormModel, held: (field: Field) => Held): Record<string, unknown> {
  return Object.fromEntries(
    model.fields.flatMap((field): [string, unknown][] => {
      const value = fieldValue(field, held(field));
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** What one control amounts to in the answer; `undefined` when the field is left out. See {@link formContent}. */
export function fieldValue(field: Field, held: Held): Held | number {
  switch (field.control) {
    case "text":
      // No control tells a text that is empty from one that was not given.
      if (held === "") return undefined;
      return field.format === "date-time" && typeof held === "string" ? withZone(held) : held;
    case "number":
      return typeof held === "string" ? readNumber(held.trim()) : held;
    case "check":
    case "select":
      return held;
    case "multi-select":
      // Nothing chosen in a field that may be left out, but holds at least one when it is there.
      return Array.isArray(held) && held.length === 0 && !field.required && (field.minItems ?? 0) > 0
        ? undefined
        : held;
    default:
      return held;
  }
}

/**
 * Says what is wrong with an answer, by field: the words that follow the field's label, as in `must be at least 1`.
 * Judged as the whole answer is judged before it leaves, and by the server when it arrives.
 *
 * @returns nothing for a good answer. The empty name stands for the form itself.
 */
export function formProblems(schema: FormSchema, content: unknown): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of judgeFormAnswer(schema, content)) {
    const [field = ""] = segmentsOf(path);
    if (!problems.has(field)) problems.set(field, message);
  }
  return problems;
}

function readNumber(text: string): number | string | undefined {
  if (text === "") return undefined;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** A browser's control for date and time knows no zone and means the local one; an answer needs one (RFC 3339). */
function withZone(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)) return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
