import * as z from "zod";
import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { document } from "./document.js";
import { formFieldKeywords, formKeywords } from "./form-keywords.js";
import { jsonSchemaKeywords } from "./json-schema-keywords.js";
import { durationPattern } from "./values.js";

type Node = { [keyword: string]: Json };

/**
 * The JSON Schema of the language, for editors: completion, hover and red lines. It says what the zod schema says; what only
 * the generator can know (references, conditions, what fits together) is left to it.
 */
export function publishedSchema(): JsonObject {
  const text = JSON.stringify(z.toJSONSchema(document, { target: "draft-7", io: "input", reused: "inline" }));
  const made: unknown = JSON.parse(text);
  const { definitions, $schema: _dialect, ...root } = isObject(made) ? made : {};
  const named = {
    ...(isObject(definitions) ? definitions : {}),
    JsonSchema: jsonSchemaKeywords,
    Form: formKeywords,
    FormField: formFieldKeywords,
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Parley spec",
    ...forEditors(root, undefined),
    definitions: forEditorsEach(sortKeys(named)),
  };
}

/** What keys mean that MCP has in many places. */
const commonKeys: ReadonlyMap<string, string> = new Map([
  ["title", "Name for people."],
  ["description", "What it is, for models and people."],
  ["mimeType", "Media type, for example `text/markdown`."],
  ["default", "The value that is used instead of an answer."],
  ["values", "The values to choose from."],
]);

/** Keywords whose values are data and look like schemas only by chance. */
const dataKeywords: ReadonlySet<string> = new Set(["default", "examples", "enum", "const", "required"]);

/**
 * A schema as VS Code and its kin show it best: the key's name as the heading of its hover, and descriptions as Markdown (a
 * plain `description` is shown with its backticks escaped).
 */
function forEditors(schema: JsonObject, key: string | undefined): JsonObject {
  const node: Node = key === undefined || Object.hasOwn(schema, "title") ? {} : { title: key };
  for (const [keyword, value] of Object.entries(adapted(schema, key ?? ""))) {
    if (keyword === "properties" && isObject(value)) node[keyword] = forEditorsEach(value);
    else if (dataKeywords.has(keyword)) node[keyword] = value;
    else if (isArray(value)) node[keyword] = value.map((item) => (isObject(item) ? forEditors(item, undefined) : item));
    else node[keyword] = isObject(value) ? forEditors(value, undefined) : value;
    if (keyword === "description" && typeof value === "string" && value.includes("`")) {
      node["markdownDescription"] = value;
    }
  }
  return node;
}

function forEditorsEach(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([key, schema]) => [key, isObject(schema) ? forEditors(schema, key) : schema]),
  );
}

/** Puts in what zod cannot say: schemas for the places that hold schemas, and "exactly one of". */
function adapted(schema: JsonObject, key: string): JsonObject {
  const { schemaSlot: slot, exactlyOne: kinds, id: _id, ...rest } = schema;
  const node: Node = rest;
  const common = commonKeys.get(key);
  if (common !== undefined && !Object.hasOwn(node, "description")) node["description"] = common;
  if (typeof slot === "string") {
    const { description, default: fallback, examples } = node;
    return {
      ...(description === undefined ? {} : { description }),
      ...slotSchema(slot),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(examples === undefined ? {} : { examples }),
    };
  }
  if (isArray(kinds)) {
    const errorMessage = `Give exactly one of ${kinds.map(String).join(", ")}.`;
    // A reference brings its kind along.
    node["anyOf"] = [
      { required: ["$ref"], errorMessage },
      { oneOf: kinds.map((kind) => ({ required: [kind], errorMessage })), errorMessage },
    ];
  }
  if (node["type"] === "object" && node["additionalProperties"] === false) node["patternProperties"] = { "^x-": {} };
  // Limits of doubles say nothing to a person.
  if (node["maximum"] === Number.MAX_SAFE_INTEGER) delete node["maximum"];
  if (node["minimum"] === Number.MIN_SAFE_INTEGER) delete node["minimum"];
  return node;
}

function slotSchema(slot: string): JsonObject {
  switch (slot) {
    case "form":
      return { type: "object", allOf: [{ $ref: "#/definitions/Form" }] };
    case "duration":
      // One schema for both spellings: of two alternatives an editor would name only the first.
      return {
        type: ["string", "number"],
        pattern: durationPattern.source,
        exclusiveMinimum: 0,
        errorMessage: "Expected a duration: 10m, 24h, 90s, 500ms, 7d, or seconds as a number.",
      };
    case "object":
      return { type: "object", allOf: [{ $ref: "#/definitions/JsonSchema" }] };
    default:
      return { type: ["object", "boolean"], allOf: [{ $ref: "#/definitions/JsonSchema" }] };
  }
}

function sortKeys(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
}
