import { message } from "../message.js";
import { error, warning } from "./entry.js";

/** JSON Schemas that a spec holds. */
export const schemaCatalogue = {
  "spec/unknown-type": error(
    message`Unknown type "${"type"}".${"suggestion"}`,
    "JSON Schema knows string, number, integer, boolean, object, array and null.",
  ),
  "schema/keyword-value": error(message`"${"keyword"}" must be ${"expected"}, not ${"actual"}.`),
  "schema/not-a-schema": error(message`A schema must be a mapping or a boolean, not ${"actual"}.`),
  "schema/dialect": error(
    message`Unknown JSON Schema dialect "${"dialect"}".`,
    "Supported are https://json-schema.org/draft/2020-12/schema (the default) and http://json-schema.org/draft-07/schema#.",
  ),
  "schema/root-object": error(
    message`The root of ${"where"} must be an object, not ${"actual"}.`,
    "Arguments, forms and prompts' arguments travel as objects (MCP).",
  ),
  "schema/pattern": error(message`"${"pattern"}" is not a regular expression: ${"problem"}.`),
  "schema/required-undeclared": warning(
    message`"${"name"}" is required but not declared under "properties".${"suggestion"}`,
    "Declare the property, so that it has a type.",
  ),
  "schema/required-impossible": error(
    message`"${"name"}" is required but the object is closed and does not declare it: nothing can be valid.${"suggestion"}`,
  ),
  "schema/enum-type": warning(message`The value ${"value"} can never be valid: the type is ${"type"}.`),
  "schema/enum-value": warning(
    message`The value ${"value"} can never be valid: it ${"problem"}.`,
    "A call that gives it is refused. Remove the value, or widen the bound.",
  ),
  "schema/too-many-copies": error(
    message`The schemas of this server hold more than ${"limit"} definitions.`,
    "A client is sent each schema whole, so each holds a copy of all that it refers to. Let fewer tools refer to so much, or make several servers.",
  ),
  "schema/contradiction": warning(
    message`Nothing can be valid here: ${"problem"}.`,
    "Every call that gives this value is refused. Change one of the two.",
  ),
  "schema/duplicate-value": warning(message`The value ${"value"} is given twice.`, "Remove one of the two."),
  "schema/default-type": error(message`The default ${"value"} does not fit the type ${"type"}.`),
  "schema/default-value": error(
    message`The default ${"value"} ${"problem"}.`,
    "Every call that relies on it would be refused. Change the default, or what the schema allows.",
  ),
  "schema/default-growth": error(
    message`This default ${"problem"}.`,
    "An absent property gets its default, and the absent properties of that default get theirs. Write the inner values out, or drop one of the defaults.",
  ),
  "schema/unknown-keyword": warning(
    message`JSON Schema has no keyword "${"keyword"}" and ignores it.${"suggestion"}`,
    "A keyword of your own starts with `x-`.",
  ),
  "schema/stray-property": warning(
    message`"${"name"}" looks like a property, but stands beside "properties" and not under it: nothing is declared.`,
    "JSON Schema ignores keywords that it does not know. Write `properties: { NAME: ... }`; a keyword of your own starts with `x-`.",
  ),
  "schema/property-name": warning(
    message`The property name "${"name"}" is refused by some clients.`,
    "Names of 1 to 64 characters of A-Z a-z 0-9 _ . - work everywhere; some model APIs drop a tool with any other name.",
  ),
  "schema/dropped-name": warning(
    message`${"what"} called "__proto__" never arrives: the SDK of MCP drops it.`,
    "Choose another name.",
  ),
  "schema/draft-07-tuple": warning(
    message`A list under "items" is the tuple of draft-07 and means nothing in 2020-12.`,
    'Write "prefixItems", or declare the dialect with "$schema".',
  ),
} as const;
