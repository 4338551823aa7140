import { message } from "../message.js";
import { error, info } from "./entry.js";

/** What a client can show in a form (MCP elicitation, form mode). */
export const formCatalogue = {
  "form/not-flat": error(
    message`The form field "${"field"}" is ${"actual"}; a form shows only text, numbers, yes/no and choices.`,
    "Move its members to the top of the form, one field each.",
  ),
  "form/nullable": error(
    message`The form field "${"field"}" may be null, which no form can answer.`,
    'Leave it out of "required" instead.',
  ),
  "form/untyped": error(
    message`The form field "${"field"}" has no type.`,
    "Give it a type: string, number, integer, boolean, or a choice.",
  ),
  "form/keyword": error(
    message`A form field cannot have "${"keyword"}".${"suggestion"}`,
    "A form field may say title, description, default and, by its type, minLength, maxLength, format, minimum, maximum, enum, oneOf, items, minItems, maxItems. Test the rest with `check`.",
  ),
  "form/root-keyword": error(
    message`A form cannot have "${"keyword"}".`,
    "A form is `properties` and `required`; test the rest with `check`.",
  ),
  "form/format": error(
    message`A form field cannot have the format "${"format"}".${"suggestion"}`,
    "Forms know email, uri, date and date-time (MCP elicitation).",
  ),
  "form/array-enum": error(
    message`The choices of "${"field"}" belong under "items", not on the list itself.`,
    "Write `items: { type: string, enum: [...] }`.",
  ),
  "form/free-list": error(
    message`The form field "${"field"}" is a list of free values; a form shows only lists of choices.`,
    "Write `items: { type: string, enum: [...] }`, or `items: { anyOf: [{ const, title }] }`.",
  ),
  "form/choice-type": error(message`The choices of "${"field"}" must be texts.`),
  "form/enum-names": error(
    message`"enumNames" has ${"names"} entries for ${"values"} values.`,
    "Give one name per value, or better: `oneOf: [{ const, title }]`.",
  ),
  "form/legacy-enum-names": info(
    message`"enumNames" is the older spelling of titled choices.`,
    "Write `oneOf: [{ const, title }]`.",
  ),
  "form/secret": error(
    message`The form field "${"field"}" looks like a secret (${"reason"}), which must not be asked in a form.`,
    "Ask with `elicitUrl`, so that the secret never passes through the client (MCP elicitation). If it is no secret, name it otherwise.",
  ),
  "form/only-confirms": info(
    message`The only field of this form is the yes/no "${"field"}": accepting the form already says yes.`,
    "Use `confirm: { message }`; clients send unset checkboxes as false, which turns consent into refusal.",
  ),
  "form/no-fields": info(
    message`This form has no fields: accepting it is all that a person can do.`,
    "Use `confirm: { message }`, which says so; or give the form the fields that it is about.",
  ),
  "form/unanswerable": error(
    message`The form field "${"field"}" cannot be answered: ${"problem"}.`,
    "Change one of the two; a person would be asked for what does not exist.",
  ),
  "form/choices": error(message`The choices of "${"field"}" ${"problem"}.`),
  "form/default": error(message`The default of "${"field"}" ${"problem"}.`),
} as const;
