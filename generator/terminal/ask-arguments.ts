import { formModel, type FormSchema } from "@mcp-parley/runtime/client";
import { askForm } from "./ask-form.js";
import { Interrupted } from "./ending.js";
import { plainLine } from "./plain-text.js";
import { say, type Person } from "./prompts.js";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Asks a person for the required arguments that the command line left out, as far as a form can. What a form cannot
 * show (an object, a list of objects) is left for the server to miss.
 *
 * @param schema - an input schema; the server judges by it, this only asks.
 * @returns all arguments.
 * @throws {Interrupted} when the person would rather not.
 */
export async function askArguments(
  person: Person,
  name: string,
  schema: unknown,
  given: Arguments,
  signal: AbortSignal,
): Promise<Arguments> {
  const missing = missingForm(schema, given);
  if (missing === undefined) return given;
  await say(person, "step", `${plainLine(name)} needs these arguments:\n(Esc or Ctrl-C leaves, and calls nothing)`);
  const asked = { kind: "form", key: "", message: "", schema: missing } as const;
  const answer = await askForm(person, asked, signal);
  const told = Object.entries(answer);
  if (told.length === 0) {
    await say(person, "warn", "Nothing was called.");
    throw new Interrupted();
  }
  return Object.fromEntries([...Object.entries(given), ...told]);
}

/** A form of the required arguments that are not there; nothing when there are none, or none that a form can show. */
function missingForm(schema: unknown, given: Arguments): FormSchema | undefined {
  const properties = member(schema, "properties");
  const required = member(schema, "required");
  if (typeof properties !== "object" || properties === null || !Array.isArray(required)) return undefined;
  const missing = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) && !Object.hasOwn(given, name) && isForm(formOf([[name, property]])),
  );
  const form = formOf(missing);
  return missing.length > 0 && isForm(form) ? form : undefined;
}

function formOf(fields: readonly (readonly [string, unknown])[]): object {
  return { type: "object", properties: Object.fromEntries(fields), required: fields.map(([name]) => name) };
}

function isForm(schema: object): schema is FormSchema {
  return formModel(schema)[1].length === 0;
}

function member(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null && Object.hasOwn(holder, name)
    ? Reflect.get(holder, name)
    : undefined;
}
