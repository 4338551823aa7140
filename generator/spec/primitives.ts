import * as z from "zod";
import { requires } from "./input.js";
import { argumentsMap, cacheHint, completion, contentAnnotations, messages, primitiveOptions } from "./shared.js";
import { flag, list, map, name, objectSchema, oneOf, openMap, reference, text, jsonSchema } from "./values.js";

const state = jsonSchema().describe(
  "With `flow: manual`: the schema of the state that your handler keeps between rounds.",
);

const example = z.strictObject({
  name: text().optional().describe("What the example shows."),
  arguments: openMap().optional(),
  compute: openMap().optional().describe("Values of `compute` inputs, by name."),
  answers: map(openMap())
    .optional()
    .describe("Answers by input: `{ accept: content }`, `{ decline: true }`, `{ cancel: true }` or `{ result: ... }`."),
  result: openMap().optional().describe("The expected result, as far as it matters."),
});

const examples = list(example).optional().describe("Worked calls: documentation, mocks and tests.");

/** A tool (MCP tools/list, tools/call). */
export const tool = z
  .strictObject({
    $ref: reference().optional(),
    name: name().optional().describe("Name on the wire; default: the key."),
    ...primitiveOptions,
    annotations: z
      .strictObject({
        title: text().optional(),
        readOnlyHint: flag().optional(),
        destructiveHint: flag().optional(),
        idempotentHint: flag().optional(),
        openWorldHint: flag().optional(),
      })
      .optional()
      .describe("Hints on what the tool does to the world (MCP `ToolAnnotations`)."),
    inputSchema: objectSchema()
      .optional()
      .describe("JSON Schema of the arguments (2020-12 unless `$schema` says draft-07). Default: no arguments."),
    outputSchema: jsonSchema().optional().describe("JSON Schema of `structuredContent`."),
    outputCheck: oneOf(["enforce", "warn", "off"])
      .optional()
      .describe("What happens when your result does not fit `outputSchema`. Default: `enforce`."),
    requires: requires.optional(),
    inherit: flag().optional().describe("`false`: without the inputs of `everyTool`."),
    state: state.optional(),
    examples,
  })
  .meta({ id: "Tool" });

/** A prompt (MCP prompts/list, prompts/get). */
export const prompt = z
  .strictObject({
    $ref: reference().optional(),
    name: name().optional().describe("Name on the wire; default: the key."),
    ...primitiveOptions,
    arguments: argumentsMap.optional().describe("Arguments by name; prompts take texts only (MCP)."),
    requires: requires.optional(),
    messages: messages.optional().describe("Declared content: no handler needed. Texts may hold `${{ path }}`."),
    state: state.optional(),
    examples,
  })
  .meta({ id: "Prompt" });

/** A resource or a family of resources (MCP resources/list, resources/templates/list, resources/read). */
export const resource = z
  .strictObject({
    $ref: reference().optional(),
    name: name().optional().describe("Name in the list; default: the key."),
    ...primitiveOptions,
    uri: text().optional().describe("Address of one resource."),
    uriTemplate: text().optional().describe("RFC 6570 template of a family of resources; its variables are `args`."),
    mimeType: text().optional(),
    annotations: contentAnnotations.optional(),
    size: z.int({ error: "a whole number of bytes" }).min(0).optional().describe("Size in bytes, if known."),
    variables: map(
      z.strictObject({
        title: text().optional(),
        description: text().optional(),
        completion: completion.optional(),
      }),
    )
      .optional()
      .describe("Variables of the template, by name."),
    requires: requires.optional(),
    text: text().optional().describe("Declared content; may hold `${{ path }}` when it is a template."),
    blob: text().optional().describe("Declared content in base64."),
    file: text().optional().describe("Declared content, read from this file when the code is generated."),
    cache: cacheHint.optional(),
    state: state.optional(),
    examples,
  })
  .meta({ id: "Resource" });
