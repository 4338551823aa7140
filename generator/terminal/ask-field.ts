import { fieldHint, fieldValue, type Choice, type Field } from "@mcp-parley/runtime/form";
import { plainLine, plainText } from "./plain-text.js";
import { askChoice, askChoices, askText, type Option, type Person, type Put } from "./prompts.js";

/** What a field can hold; `undefined`: it is left out. */
export type FieldValue = string | number | boolean | readonly string[] | undefined;

/** Says what is wrong with a value; `undefined` stands for a field that is left out. */
export type FieldCheck = (value: FieldValue) => string | undefined;

/**
 * Puts one field to a person.
 *
 * @param before - what the person gave last time; else the server's default is what Enter gives.
 * @returns the value; `undefined` for a field that is left out.
 */
export async function askField(
  person: Person,
  field: Field,
  before: FieldValue,
  check: FieldCheck,
  signal: AbortSignal,
): Promise<Put<FieldValue>> {
  const initial = before ?? field.default;
  switch (field.control) {
    case "text":
    case "number": {
      const preset = field.default === undefined ? "" : plainLine(String(field.default));
      const read = (text: string): FieldValue => {
        // As the server wrote it, of which the line shows what can be printed.
        if (text === preset && preset !== "") return field.default;
        if (text === "" || (text === " " && leavesOut(field, preset))) return undefined;
        return field.control === "text" ? text : fieldValue(field, text);
      };
      // What Enter took the last time nobody has typed either.
      const typed = before === undefined || before === field.default ? "" : plainLine(String(before));
      const label = [labelOf(field), ...presetHint(field, preset)].join("\n");
      const given = await askText(person, label, { typed, preset }, (text) => check(read(text)), signal);
      return "refusal" in given ? given : { value: read(given.value) };
    }
    case "check": {
      const choices: readonly Option<string>[] = [
        { value: "yes", label: "Yes" },
        { value: "no", label: "No" },
        ...leaveOut(field),
      ];
      // Without a default the pointer rests where pressing Enter by mistake grants nothing.
      const start = initial === true ? "yes" : initial === false || field.required ? "no" : left;
      const given = await askChoice(person, labelOf(field), choices, start, signal);
      if ("refusal" in given) return given;
      return { value: given.value === left ? undefined : given.value === "yes" };
    }
    case "select": {
      // By position, since a choice may have any value, that of "left out" too.
      const choices = [...numbered(field.choices), ...leaveOut(field)];
      const position = field.choices.findIndex(({ value }) => value === initial);
      const start = position >= 0 ? String(position) : field.required ? undefined : left;
      const given = await askChoice(person, labelOf(field), choices, start, signal);
      if ("refusal" in given) return given;
      return { value: given.value === left ? undefined : field.choices[Number(given.value)]?.value };
    }
    case "multi-select": {
      const chosen: readonly unknown[] = Array.isArray(initial) ? initial : [];
      const positions = [...field.choices.keys()].filter((index) => chosen.includes(field.choices[index]?.value));
      const valuesOf = (given: readonly string[]): FieldValue =>
        fieldValue(
          field,
          given.flatMap((position) => field.choices[Number(position)]?.value ?? []),
        );
      const given = await askChoices(
        person,
        labelOf(field),
        numbered(field.choices),
        positions.map(String),
        (values) => check(valuesOf(values)),
        signal,
      );
      return "refusal" in given ? given : { value: valuesOf(given.value) };
    }
  }
}

/** Stands among the choices of an optional field for no choice at all; all others are numbers. */
const left = "left out";

function leaveOut(field: Field): readonly Option<string>[] {
  return field.required ? [] : [{ value: left, label: "(leave it out)" }];
}

function numbered(choices: readonly Choice[]): readonly Option<string>[] {
  return choices.map(({ value, label }, index) => ({
    value: String(index),
    label: plainLine(label) || JSON.stringify(plainLine(value)),
    ...(label.includes(value) ? {} : { hint: plainLine(value) }),
  }));
}

/** The label, whether it has to be answered, and below it what the server says of it and what fits. */
function labelOf(field: Field): string {
  const head = `${plainLine(field.label)}${field.required ? "" : " (optional)"}`;
  const lines = [field.description === undefined ? "" : plainText(field.description).trim(), fieldHint(field)];
  return [head, ...lines.filter((line) => line !== "")].join("\n");
}

/** Whether a lone space leaves a field out: where an empty line takes its default, nothing else would. */
function leavesOut(field: Field, preset: string): boolean {
  return !field.required && preset !== "";
}

/** What an empty line stands for. */
function presetHint(field: Field, preset: string): readonly string[] {
  if (preset === "") return [];
  const taken = field.control === "number" ? preset : JSON.stringify(preset);
  return [`Enter takes ${taken}${leavesOut(field, preset) ? ", a space leaves it out" : ""}`];
}
