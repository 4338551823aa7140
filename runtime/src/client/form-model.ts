import { isObject, type JsonObject, own } from "../json/plain-object.js";
import { judgeFormAnswer } from "../validation/form-answer.js";
import type { FormSchema, Problem } from "../validation/schemas.js";
import { pointerTo } from "../validation/schemas.js";
import { ownValue } from "./own-value.js";

/** One thing a person can choose. */
export interface Choice {
  readonly value: string;
  /** What the person reads; the value itself where the server gave no title. */
  readonly label: string;
}

interface FieldBase {
  /** The property of the answer. */
  readonly name: string;
  /** What the person reads: the field's title, else its name. */
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
}

export type TextFormat = "email" | "uri" | "date" | "date-time";

export interface TextField extends FieldBase {
  readonly control: "text";
  readonly format?: TextFormat;
  /** In Unicode code points, as JSON Schema counts. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string;
}

export interface NumberField extends FieldBase {
  readonly control: "number";
  /** Only whole numbers are accepted. */
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface CheckField extends FieldBase {
  readonly control: "check";
  readonly default?: boolean;
}

export interface SelectField extends FieldBase {
  readonly control: "select";
  readonly choices: readonly Choice[];
  readonly default?: string;
}

export interface MultiSelectField extends FieldBase {
  readonly control: "multi-select";
  readonly choices: readonly Choice[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

export type Field = TextField | NumberField | CheckField | SelectField | MultiSelectField;

/** A form as a user interface draws it. */
export interface FormModel {
  /** In the order in which the server shows them. Empty: the form only asks for consent. */
  readonly fields: readonly Field[];
}

/**
 * Reads the `requestedSchema` of a question into fields, labels, choices, defaults and constraints. Free of the DOM
 * and of Node. The five ways to write choices and the four formats are those of MCP 2026-07-28, client/elicitation.
 *
 * @returns the model and what no form can show; with issues the model holds the other fields.
 */
export function formModel(schema: unknown): [FormModel, readonly Problem[]] {
  const fields: Field[] = [];
  const issues: Problem[] = [];
  const properties = ownValue(schema, "properties");
  if (!isObject(schema) || ownValue(schema, "type") !== "object" || !isObject(properties)) {
    return [{ fields }, [{ path: "", message: "is not an object schema with properties" }]];
  }
  const required = ownValue(schema, "required") ?? [];
  if (!Array.isArray(required)) issues.push({ path: "/required", message: "must be a list" });
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  for (const [name, property] of Object.entries(properties)) {
    const field = isObject(property) ? readField(name, property, names.includes(name)) : undefined;
    if (field === undefined) issues.push({ path: pointerTo("/properties", name), message: "is no form field" });
    else fields.push(field);
  }
  for (const name of names) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) {
      issues.push({ path: "/required", message: "names a property that the form does not have" });
    }
  }
  return [{ fields }, issues];
}

function readField(name: string, property: JsonObject, required: boolean): Field | undefined {
  const title = text(property, "title");
  const description = text(property, "description");
  const base = { name, label: title ?? name, required, ...(description === undefined ? {} : { description }) };
  switch (ownValue(property, "type")) {
    case "string": {
      const choices = readChoices(property);
      if (choices === malformed) return undefined;
      // A default that cannot be chosen is none: no control could show it.
      const isChoice = (value: unknown): value is string => choices?.some((choice) => choice.value === value) === true;
      if (choices !== undefined)
        return { ...base, control: "select", choices, ...given(property, "default", isChoice) };
      return {
        ...base,
        control: "text",
        ...given(property, "format", isFormat),
        ...given(property, "minLength", isNumber),
        ...given(property, "maxLength", isNumber),
        ...given(property, "default", isText),
      };
    }
    case "number":
    case "integer":
      return {
        ...base,
        control: "number",
        integer: ownValue(property, "type") === "integer",
        ...given(property, "minimum", isNumber),
        ...given(property, "maximum", isNumber),
        ...given(property, "default", isNumber),
      };
    case "boolean":
      return { ...base, control: "check", ...given(property, "default", isBoolean) };
    case "array": {
      const items = ownValue(property, "items");
      const choices = isObject(items) ? readChoices(items) : malformed;
      if (choices === undefined || choices === malformed) return undefined;
      const values: readonly unknown[] = choices.map(({ value }) => value);
      const areChoices = (value: unknown): value is readonly string[] =>
        Array.isArray(value) && value.every((item) => values.includes(item));
      return {
        ...base,
        control: "multi-select",
        choices,
        ...given(property, "minItems", isNumber),
        ...given(property, "maxItems", isNumber),
        ...given(property, "default", areChoices),
      };
    }
    default:
      return undefined;
  }
}

/** Choices that are there and cannot be read. */
const malformed: unique symbol = Symbol("malformed");

/** `enum`, `enum` with `enumNames`, or titled constants, found where `choicesOf` looks, by which answers are judged. */
function readChoices(schema: JsonObject): readonly Choice[] | typeof malformed | undefined {
  const values = ownValue(schema, "enum");
  if (values !== undefined) {
    if (!isTexts(values)) return malformed;
    const labels = ownValue(schema, "enumNames");
    return values.map((value, index) => {
      const label: unknown = Array.isArray(labels) ? labels[index] : undefined;
      return { value, label: typeof label === "string" ? label : value };
    });
  }
  const options = ownValue(schema, "oneOf") ?? ownValue(schema, "anyOf");
  if (options === undefined) return undefined;
  if (!Array.isArray(options)) return malformed;
  const choices: Choice[] = [];
  for (const option of options) {
    const value = text(option, "const");
    if (value === undefined) return malformed;
    choices.push({ value, label: text(option, "title") ?? value });
  }
  return choices;
}

/** The answer that the server's defaults amount to; fields without a default are left out. */
export function formDefaults(model: FormModel): Record<string, unknown> {
  return Object.fromEntries(
    model.fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );
}

/**
 * Checks one value as the whole answer is checked before it leaves, for validation in place.
 *
 * @returns what it must be; nothing when it is good, or left out and not required.
 */
export function checkField(schema: FormSchema, name: string, value: unknown): string | undefined {
  const field = own(schema.properties, name);
  const required = schema.required?.includes(name) === true ? [name] : [];
  const properties = field === undefined ? {} : Object.fromEntries([[name, field]]);
  const content = value === undefined ? {} : Object.fromEntries([[name, value]]);
  return judgeFormAnswer({ type: "object", properties, required }, content)[0]?.message;
}

function text(holder: unknown, name: string): string | undefined {
  const value = ownValue(holder, name);
  return typeof value === "string" ? value : undefined;
}

/** `{ [name]: value }` when the value is there and of its kind, for exact optional properties. */
function given<Name extends string, T>(
  property: JsonObject,
  name: Name,
  is: (value: unknown) => value is T,
): { readonly [K in Name]?: T } {
  const value = ownValue(property, name);
  const found: { [K in Name]?: T } = {};
  if (is(value)) found[name] = value;
  return found;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isFormat(value: unknown): value is TextFormat {
  return value === "email" || value === "uri" || value === "date" || value === "date-time";
}
