import type { JsonObject } from "../model/model.js";

const nested: JsonObject = { $ref: "#/definitions/JsonSchema" };
const list: JsonObject = { type: "array", items: nested };
const map: JsonObject = { type: "object", additionalProperties: nested };
const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };
const number: JsonObject = { type: "number" };
const count: JsonObject = { type: "integer", minimum: 0 };
const flag: JsonObject = { type: "boolean" };

const typeName: JsonObject = {
  enum: ["string", "number", "integer", "boolean", "object", "array", "null"],
};

/** What editors offer inside a JSON Schema. Unknown keywords are allowed, as JSON Schema allows them. */
export const jsonSchemaKeywords: JsonObject = {
  description: "A JSON Schema: 2020-12, or draft-07 where `$schema` says so.",
  type: ["object", "boolean"],
  properties: {
    $schema: { ...text, description: "Dialect: 2020-12 (default) or draft-07." },
    $ref: {
      ...text,
      description: "Another schema: `#/schemas/NAME`, `#/$defs/NAME`, or `./other.yaml#/schemas/NAME`.",
      examples: ["#/schemas/NAME"],
    },
    $defs: { ...map, description: "Schemas to refer to inside this one, by name." },
    type: { anyOf: [typeName, { type: "array", items: typeName }], description: "Type of the value." },
    title: { ...text, description: "Name for people." },
    description: { ...text, description: "What it means, for models and people." },
    default: { description: "Used when the property is absent: applied to arguments before your function sees them." },
    examples: { type: "array", description: "Values to learn from; they allow and forbid nothing." },
    deprecated: { ...flag, description: "Callers should stop using it." },
    enum: { type: "array", description: "The allowed values." },
    const: { description: "The one allowed value." },
    properties: { ...map, description: "Properties of an object, by name." },
    required: { ...texts, description: "Properties that must be there." },
    additionalProperties: { ...nested, description: "`false`: no other properties. Or the schema of the others." },
    patternProperties: { ...map, description: "Schemas of properties whose names match a regular expression." },
    propertyNames: { ...nested, description: "Schema that every property name must match." },
    minProperties: { ...count, description: "Fewest properties." },
    maxProperties: { ...count, description: "Most properties." },
    items: { anyOf: [nested, list], description: "Schema of the items of a list." },
    prefixItems: { ...list, description: "Schemas of the first items of a list (2020-12)." },
    minItems: { ...count, description: "Fewest items." },
    maxItems: { ...count, description: "Most items." },
    uniqueItems: { ...flag, description: "No item twice." },
    contains: { ...nested, description: "Schema that one item at least must match." },
    minLength: { ...count, description: "Fewest characters." },
    maxLength: { ...count, description: "Most characters." },
    pattern: { ...text, description: "Regular expression (ECMA-262) that the text must match somewhere." },
    format: { ...text, description: "What the text is, for example email, uri, date, date-time." },
    minimum: { ...number, description: "Least number." },
    maximum: { ...number, description: "Greatest number." },
    exclusiveMinimum: { ...number, description: "The number must be greater." },
    exclusiveMaximum: { ...number, description: "The number must be less." },
    multipleOf: { type: "number", exclusiveMinimum: 0, description: "The number must be a multiple of it." },
    allOf: { ...list, description: "All of these schemas must match." },
    anyOf: { ...list, description: "One of these schemas at least must match." },
    oneOf: { ...list, description: "Exactly one of these must match; titled choices are `{ const, title }`." },
    not: { ...nested, description: "This schema must not match." },
    if: { ...nested, description: "When this schema matches, `then` must match, else `else`." },
    then: { ...nested, description: "Must match when `if` does." },
    else: { ...nested, description: "Must match when `if` does not." },
    dependentRequired: {
      type: "object",
      additionalProperties: texts,
      description: "Properties that must be there when another is.",
    },
    dependentSchemas: { ...map, description: "Schemas that must match when a property is there." },
    unevaluatedProperties: {
      ...nested,
      description: "`false`: no properties beyond those of this schema and of the ones it combines.",
    },
    "x-mcp-header": {
      ...text,
      description: "Clients repeat this argument in the header `Mcp-Param-NAME` (MCP 2026-07-28).",
      examples: ["Region"],
    },
  },
};
