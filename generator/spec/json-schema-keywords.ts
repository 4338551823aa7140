import type { JsonObject } from "../model/model.js";

const nested: JsonObject = { $ref: "#/definitions/JsonSchema" };
const list: JsonObject = { type: "array", items: nested };
const map: JsonObject = { type: "object", additionalProperties: nested };
const text: JsonObject = { type: "string" };
const number: JsonObject = { type: "number" };
const count: JsonObject = { type: "integer", minimum: 0 };

const typeName: JsonObject = {
  enum: ["string", "number", "integer", "boolean", "object", "array", "null"],
};

/** What editors offer inside a JSON Schema. Unknown keywords are allowed, as JSON Schema allows them. */
export const jsonSchemaKeywords: JsonObject = {
  description: "A JSON Schema: 2020-12, or draft-07 where `$schema` says so.",
  type: ["object", "boolean"],
  properties: {
    $schema: { ...text, description: "Dialect: 2020-12 (default) or draft-07." },
    $ref: { ...text, description: "`#/schemas/NAME`, `#/$defs/NAME`, or `./other.yaml#/schemas/NAME`." },
    $defs: { ...map, description: "Schemas to refer to inside this one." },
    type: { anyOf: [typeName, { type: "array", items: typeName }], description: "Type of the value." },
    title: { ...text, description: "Name for people." },
    description: { ...text, description: "What it means, for models and people." },
    default: { description: "Used when the property is absent." },
    examples: { type: "array" },
    deprecated: { type: "boolean" },
    enum: { type: "array", description: "The allowed values." },
    const: { description: "The one allowed value." },
    properties: { ...map, description: "Properties of an object, by name." },
    required: { type: "array", items: text, description: "Properties that must be there." },
    additionalProperties: { ...nested, description: "false: no other properties." },
    patternProperties: map,
    propertyNames: nested,
    minProperties: count,
    maxProperties: count,
    items: { anyOf: [nested, list], description: "Schema of the items of a list." },
    prefixItems: { ...list, description: "Schemas of the first items of a list (2020-12)." },
    minItems: count,
    maxItems: count,
    uniqueItems: { type: "boolean" },
    contains: nested,
    minLength: count,
    maxLength: count,
    pattern: { ...text, description: "Regular expression (ECMA-262)." },
    format: { ...text, description: "For example email, uri, date, date-time." },
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    allOf: list,
    anyOf: list,
    oneOf: { ...list, description: "Exactly one; titled choices are `{ const, title }`." },
    not: nested,
    if: nested,
    then: nested,
    else: nested,
    dependentRequired: { type: "object", additionalProperties: { type: "array", items: text } },
    dependentSchemas: map,
    unevaluatedProperties: nested,
    choices: {
      type: "object",
      description: "In a form: choices known only at run time.",
      properties: {
        from: { ...text, description: "Path of a list, for example `quote.regions`." },
        value: { ...text, description: "Member of each element that is the value." },
        title: { ...text, description: "Member of each element that people see." },
      },
      required: ["from"],
      additionalProperties: false,
    },
    "x-mcp-header": { ...text, description: "Header that carries this argument (MCP 2026-07-28)." },
  },
};
