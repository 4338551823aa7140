import { isObject, own, setOwn } from "../json/plain-object.js";
import type { FormSchema, TitledValue } from "../validation/schemas.js";

/** Where the choices of a form's property come from. */
export interface Choices {
  /** A list of texts, or of objects with a member each for the value and its title. */
  readonly from: readonly unknown[];
  readonly value?: string;
  readonly title?: string;
}

/**
 * The form with choices that are known only at run time: each named property becomes a titled enumeration.
 *
 * @throws {TypeError} when an element has no text where the value should be, or there are no elements: a choice among nothing
 * cannot be answered.
 */
export function withChoices(form: FormSchema, choices: { readonly [property: string]: Choices }): FormSchema {
  const properties = {};
  for (const [name, field] of Object.entries(form.properties)) {
    const chosen = Object.hasOwn(choices, name) ? choices[name] : undefined;
    setOwn(properties, name, chosen === undefined ? field : withChoicesOf(name, field, chosen));
  }
  return { ...form, properties };
}

function withChoicesOf(name: string, field: FormSchema["properties"][string], choices: Choices) {
  const oneOf = choices.from.map((element) => choiceOf(name, element, choices));
  if (oneOf.length === 0) throw new TypeError(`There is nothing to choose from for ${name}`);
  if (field.type === "array") {
    const { items: _replaced, ...rest } = field;
    return { ...rest, items: { anyOf: oneOf } };
  }
  const { enum: _enum, enumNames: _names, ...rest } = field;
  return { ...rest, oneOf };
}

function choiceOf(name: string, element: unknown, { value, title }: Choices): TitledValue {
  const chosen = value === undefined || !isObject(element) ? element : own(element, value);
  const shown = title === undefined || !isObject(element) ? chosen : own(element, title);
  if (typeof chosen !== "string") throw new TypeError(`A choice for ${name} has no text as its value`);
  return { const: chosen, title: typeof shown === "string" ? shown : chosen };
}
