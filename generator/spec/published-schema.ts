import * as z from "zod";
import type { Json, JsonObject } from "../model/model.js";
import { document } from "./document.js";
import { jsonSchemaKeywords } from "./json-schema-keywords.js";

type Node = { [keyword: string]: Json };

/**
 * The JSON Schema of the language, for editors: completion, hover and red lines. It says what the zod schema says; what only
 * the generator can know (references, conditions, forms) is left to it.
 */
export function publishedSchema(): JsonObject {
  const made = z.toJSONSchema(document, {
    target: "draft-7",
    io: "input",
    reused: "inline",
    override: ({ jsonSchema, path }) => adapt(jsonSchema as Node, String(path.at(-1) ?? "")),
  }) as unknown as Node;
  const definitions = { ...(made["definitions"] as JsonObject | undefined), JsonSchema: jsonSchemaKeywords };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Parley spec",
    ...withoutKeys(made, ["$schema", "definitions"]),
    definitions: sortKeys(definitions),
  };
}

/** What keys mean that are the same everywhere. */
const commonKeys: ReadonlyMap<string, string> = new Map([
  ["title", "Name for people."],
  ["description", "What it is, for models and people."],
  ["mimeType", "Media type, for example `text/markdown`."],
  ["role", "Who speaks."],
  ["required", "Must be given."],
  ["name", "Name on the wire."],
  ["websiteUrl", "Address of a page about the server."],
  ["theme", "The background that the image is made for."],
  ["env", "Name of the environment variable, with secrets of at least 32 bytes separated by commas."],
  ["logging", "The server sends log messages."],
  ["completions", "The server completes arguments."],
  ["tools", "Tools."],
  ["prompts", "Prompts."],
  ["resources", "Resources."],
  ["listChanged", "The server says when the list changes."],
  ["subscribe", "Clients can subscribe to a resource."],
  ["extensions", "Protocol extensions, by identifier."],
  ["experimental", "Experimental capabilities, by name."],
  ["temperature", "Sampling temperature."],
  ["stopSequences", "Texts that end the sample."],
  ["includeContext", "Context that the client adds."],
  ["toolChoice", "Whether the model must use a tool."],
  ["mode", "Whether the model must use a tool."],
  ["default", "What is used instead."],
  ["values", "The values to choose from."],
  ["arguments", "Arguments of the call."],
  ["audience", "For whom it is."],
  ["priority", "From 0 (optional) to 1 (required)."],
  ["readOnlyHint", "It changes nothing."],
  ["destructiveHint", "It may destroy something."],
  ["idempotentHint", "Calling it again changes nothing more."],
  ["openWorldHint", "It reaches beyond a closed domain."],
  ["file", "Path of the file, relative to the folder that the server runs in."],
]);

function adapt(node: Node, key: string): void {
  const common = commonKeys.get(key);
  if (common !== undefined && !Object.hasOwn(node, "description")) node["description"] = common;
  if (Object.hasOwn(node, "schemaSlot")) {
    const { description } = node;
    for (const key of Object.keys(node)) delete node[key];
    Object.assign(node, {
      ...(description === undefined ? {} : { description }),
      allOf: [{ $ref: "#/definitions/JsonSchema" }],
    });
    return;
  }
  const kinds = node["exactlyOne"];
  if (Array.isArray(kinds)) {
    delete node["exactlyOne"];
    // A reference brings its kind along.
    node["anyOf"] = [{ required: ["$ref"] }, { oneOf: kinds.map((kind) => ({ required: [kind] })) }];
  }
  if (node["type"] === "object" && node["additionalProperties"] === false) {
    node["patternProperties"] = { "^x-": {} };
  }
  // Limits of doubles say nothing to a person.
  if (node["maximum"] === Number.MAX_SAFE_INTEGER) delete node["maximum"];
  if (node["minimum"] === Number.MIN_SAFE_INTEGER) delete node["minimum"];
  if (Object.hasOwn(node, "id")) delete node["id"];
}

function withoutKeys(node: Node, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));
}

function sortKeys(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
}
