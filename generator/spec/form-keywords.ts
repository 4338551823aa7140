import type { JsonObject } from "../model/model.js";

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };
const number: JsonObject = { type: "number" };
const count: JsonObject = { type: "integer", minimum: 0 };
const own: JsonObject = { "^x-": {} };

const titled: JsonObject = {
  type: "array",
  items: {
    type: "object",
    properties: {
      const: { ...text, description: "The value." },
      title: { ...text, description: "What people see." },
    },
  },
};

const definitions: JsonObject = { type: "object", additionalProperties: { $ref: "#/definitions/JsonSchema" } };

/** What editors offer at the root of a form (MCP elicitation, `requestedSchema`). */
export const formKeywords: JsonObject = {
  description: "A form: its fields and which of them must be filled in.",
  type: "object",
  properties: {
    properties: {
      type: "object",
      description: "The fields, by name.",
      additionalProperties: { $ref: "#/definitions/FormField" },
    },
    required: { ...texts, description: "Fields that must be filled in." },
    title: { ...text, description: "Name for people." },
    description: { ...text, description: "What the form is for." },
    type: { const: "object", description: "A form is an object; this may be left out." },
    additionalProperties: { const: false, description: "A form is closed anyway; this may be left out." },
    $schema: { ...text, description: "Dialect: 2020-12 (default) or draft-07." },
    $defs: { ...definitions, description: "Schemas to refer to inside this form, by name." },
    definitions: { ...definitions, description: "The draft-07 spelling of `$defs`." },
  },
  patternProperties: own,
  additionalProperties: false,
};

/**
 * What editors offer in a field of a form: the keywords that clients can show (MCP elicitation,
 * `PrimitiveSchemaDefinition`). The generator looks closer, by the field's type.
 */
export const formFieldKeywords: JsonObject = {
  description: "A field: text, number, integer, boolean, one choice (`enum`, `oneOf`) or several (`array`).",
  type: "object",
  properties: {
    $ref: { ...text, description: "A shared field, for example `#/schemas/NAME`.", examples: ["#/schemas/NAME"] },
    type: {
      enum: ["string", "number", "integer", "boolean", "array"],
      description: "Type of the answer. `array` is a list of choices.",
      markdownEnumDescriptions: [
        "A text, or with `enum` or `oneOf` one choice.",
        "A number.",
        "A whole number.",
        "Yes or no.",
        "Several choices, under `items`.",
      ],
    },
    title: { ...text, description: "Label of the field." },
    description: { ...text, description: "Help below the field." },
    default: { description: "What the field shows at first." },
    enum: { ...texts, description: "The choices." },
    oneOf: { ...titled, description: "The choices with titles: `{ const, title }`." },
    items: {
      type: "object",
      description: "The choices of a list: `{ type: string, enum: [...] }`, or `{ anyOf: [{ const, title }] }`.",
      properties: {
        $ref: { ...text, description: "Shared choices, for example `#/schemas/NAME`." },
        type: { const: "string", description: "Choices are texts." },
        enum: { ...texts, description: "The choices." },
        anyOf: { ...titled, description: "The choices with titles: `{ const, title }`." },
        oneOf: { ...titled, description: "The same as `anyOf`, so that choices of one can be shared." },
      },
    },
    choices: {
      type: "object",
      description: "Choices known only at run time, from a computed list.",
      properties: {
        from: { ...text, description: "Path of a list in a `compute` input.", examples: ["quote.regions"] },
        value: { ...text, description: "Member of each element that is the answer.", examples: ["id"] },
        title: { ...text, description: "Member of each element that people see.", examples: ["name"] },
      },
      required: ["from"],
      additionalProperties: false,
    },
    minLength: { ...count, description: "Fewest characters." },
    maxLength: { ...count, description: "Most characters. It keeps the sealed state small." },
    format: { enum: ["email", "uri", "date", "date-time"], description: "What the text is; clients may check it." },
    minimum: { ...number, description: "Least number." },
    maximum: { ...number, description: "Greatest number." },
    minItems: { ...count, description: "Fewest choices to make." },
    maxItems: { ...count, description: "Most choices to make." },
    uniqueItems: { type: "boolean", description: "No choice twice; clients show it so anyway." },
    const: { ...text, description: "The one choice there is." },
    enumNames: { ...texts, description: "The older spelling of titled choices: one title per value of `enum`." },
    examples: { type: "array", description: "Values to learn from; they are not sent." },
    $comment: { ...text, description: "A note to readers of the spec; it is not sent." },
  },
  patternProperties: own,
  additionalProperties: false,
};
