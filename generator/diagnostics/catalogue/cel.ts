import { message } from "../message.js";
import { error, warning } from "./entry.js";

/** Conditions and the holes of texts. */
export const celCatalogue = {
  "cel/syntax": error(
    message`This is not a CEL expression: ${"problem"}.`,
    'For example `args.size == "large" && !has(args.region)`.',
  ),
  "cel/unknown-name": error(message`Nothing here is called "${"name"}".${"suggestion"}`),
  "cel/unknown-property": error(message`${"where"} has no property "${"name"}".${"suggestion"}`),
  "cel/untyped": error(
    message`"${"source"}" has no declared type, so "${"name"}" cannot be checked.`,
    "Declare the property in its schema.",
  ),
  "cel/unguarded": error(
    message`"${"source"}" may be absent.`,
    "Guard it: `has(...) && ...`, a ternary, or the input's own `when`. What is in `required` is always there, and of `args` also what has a default.",
  ),
  "cel/may-be-skipped": error(
    message`"${"source"}" is undefined when the input "${"input"}" is skipped.`,
    "Guard it with `NAME != null && ...` or `has(NAME.property) && ...`, or say so in this input's `when`.",
  ),
  "cel/outcome": error(
    message`"${"source"}" is the outcome of an input that may be declined; its fields are under "content".`,
    'Test `NAME.action == "accept"` first, then read `NAME.content.FIELD`.',
  ),
  "cel/type": error(message`${"problem"}.`),
  "cel/condition-type": error(message`A condition must be true or false, but this is ${"actual"}.`),
  "cel/unsupported": error(
    message`${"what"} cannot be translated.`,
    "Use comparisons, &&, ||, !, has(), in, size(), startsWith, endsWith, contains, matches, arithmetic, the ternary and the list macros all, exists, exists_one, filter, map.",
  ),
  "cel/matches": error(
    message`The pattern "${"pattern"}" ${"problem"}.`,
    "CEL patterns are RE2; only the part that means the same in JavaScript can be translated.",
  ),
  "cel/always": error(
    message`This is always ${"value"}.`,
    "Compare with one of the declared choices, or with a number within the declared bounds.",
  ),
  "text/unclosed": error(
    message`This "\${{" is never closed.`,
    "Close it with `}}`, or write `$${{` for the characters themselves.",
  ),
  "text/hole-spelling": warning(
    message`"${"written"}" is not filled in: it goes out as it is written.`,
    "A hole is `${{ path }}`.",
  ),
  "text/not-scalar": error(
    message`"${"source"}" is ${"actual"}; only texts, numbers and true/false can be inserted.`,
    "Name one of its members, or give it a type in its schema.",
  ),
  "text/hole-not-allowed": error(
    message`"\${{ }}" is not filled in here.`,
    "Holes work in messages, urls, texts and system prompts. Write `$${{` for the characters themselves.",
  ),
} as const;
