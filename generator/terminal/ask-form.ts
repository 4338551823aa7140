import {
  accept,
  cancel,
  checkField,
  decline,
  formModel,
  type Accepted,
  type AskedForm,
  type Field,
  type FormAnswer,
} from "@mcp-parley/runtime/client";
import { askField, type FieldValue } from "./ask-field.js";
import { plainLine } from "./plain-text.js";
import { askChoice, say, type Option, type Person, type Put, type Refusal } from "./prompts.js";

/** What a person can answer to a form or an address. */
export type PersonAnswer = FormAnswer<Readonly<Record<string, unknown>>> | Accepted;

type Content = Map<string, FieldValue>;

/**
 * Puts a form to a person, field by field. A form of several fields is shown once more before it is sent; one without
 * fields asks for consent.
 *
 * @throws {Interrupted}
 */
export async function askForm(person: Person, asked: AskedForm, signal: AbortSignal): Promise<PersonAnswer> {
  const [{ fields }, issues] = formModel(asked.schema);
  if (issues.length > 0) {
    await say(person, "warn", "The server's form has a part that no terminal can show: cancelled.");
    return cancel();
  }
  if (isConsent(asked)) return askConsent(person, signal);
  const content: Content = new Map();
  for (;;) {
    for (const field of fields) {
      const check = (value: FieldValue): string | undefined => fieldProblem(asked, field, value);
      const given = await askField(person, field, content.get(field.name), check, signal);
      if ("refusal" in given) return refused(given.refusal);
      content.set(field.name, given.value);
    }
    if (fields.length === 1) return answerOf(content);
    const next = await review(person, fields, content, signal);
    if ("refusal" in next) return refused(next.refusal);
    if (next.value === "send") return answerOf(content);
    if (next.value !== "change") return refused(next.value);
  }
}

/** A form without fields asks for consent. */
export function isConsent({ schema }: AskedForm): boolean {
  return Object.keys(schema.properties).length === 0;
}

/** The two ways not to answer, as they stand among choices. */
export const declineChoice: Option<Refusal> = { value: "decline", label: "Decline", hint: "tell the server no" };
export const cancelChoice: Option<Refusal> = { value: "cancel", label: "Cancel", hint: "dismiss the question" };

/** What a refusal is to the client. */
export function refused(refusal: Refusal): PersonAnswer {
  return refusal === "decline" ? decline() : cancel();
}

async function askConsent(person: Person, signal: AbortSignal): Promise<PersonAnswer> {
  const choices: readonly Option<"yes" | Refusal>[] = [
    declineChoice,
    { value: "yes", label: "Yes", hint: "agree" },
    cancelChoice,
  ];
  const given = await askChoice(person, "Do you agree?", choices, undefined, signal);
  if ("refusal" in given) return refused(given.refusal);
  return given.value === "yes" ? accept() : refused(given.value);
}

function fieldProblem(asked: AskedForm, field: Field, value: FieldValue): string | undefined {
  const problem = checkField(asked.schema, field.name, value);
  return problem === undefined ? undefined : `${plainLine(field.label)} ${plainLine(problem)}`;
}

async function review(
  person: Person,
  fields: readonly Field[],
  content: Content,
  signal: AbortSignal,
): Promise<Put<"send" | "change" | Refusal>> {
  const lines = fields.map((field) => `${plainLine(field.label)}: ${shown(field, content.get(field.name))}`);
  await say(person, "info", lines.join("\n"));
  const choices: readonly Option<"send" | "change" | Refusal>[] = [
    { value: "send", label: "Yes, send it" },
    { value: "change", label: "No, go through it again" },
    declineChoice,
    cancelChoice,
  ];
  return askChoice(person, "Is this your answer?", choices, undefined, signal);
}

function shown(field: Field, value: FieldValue): string {
  if (value === undefined) return "(left out)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field.control === "text" || field.control === "number") return plainLine(String(value));
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const choices = "choices" in field ? field.choices : [];
  const labels = values.map((each) => choices.find((choice) => choice.value === each)?.label ?? String(each));
  return labels.length === 0 ? "(none)" : labels.map(plainLine).join(", ");
}

/** What was left out is no member of the answer; `__proto__` is a name like any other. */
function answerOf(content: Content): PersonAnswer {
  return Object.fromEntries([...content].filter(([, value]) => value !== undefined));
}
