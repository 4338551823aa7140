import * as z from "zod";
import { clientAbilities } from "../model/client-abilities.js";
import { requires } from "./input.js";
import { argumentsMap, cacheHint, completion, contentAnnotations, messages, primitiveOptions } from "./shared.js";
import { flag, list, map, name, objectSchema, oneOf, openMap, reference, text, jsonSchema } from "./values.js";

const state = jsonSchema().describe(
  "With `flow: manual`: the schema of the state that your handler keeps between rounds; texts of its questions see it as `state`.",
);

const example = z.strictObject({
  name: text()
    .optional()
    .describe("What the example shows.")
    .meta({ examples: ["asks for the region"] }),
  arguments: openMap().optional().describe("Arguments of the call."),
  compute: openMap().optional().describe("What the functions of `compute` inputs return, by input."),
  answers: map(openMap())
    .optional()
    .describe("Answers by input: `{ accept: content }`, `{ decline: true }`, `{ cancel: true }` or `{ result: ... }`."),
  result: openMap().optional().describe("The expected result, as far as it matters."),
});

/** What a client can declare that questions need. */
const abilities = list(oneOf(clientAbilities)).min(1, {
  error: "must not be empty",
});

const examples = list(example)
  .optional()
  .describe("Worked calls, for who reads the spec. They are checked against it, and nothing is made of them.");

/** A tool (MCP tools/list, tools/call). */
export const tool = z
  .strictObject({
    $ref: reference().optional(),
    name: name().optional().describe("Name on the wire; default: the key."),
    ...primitiveOptions,
    annotations: z
      .strictObject({
        title: text().optional().describe("Name for people, for older clients; others read the tool's `title`."),
        readOnlyHint: flag().optional().describe("It changes nothing. MCP's default: false."),
        destructiveHint: flag().optional().describe("It may destroy something. MCP's default: true."),
        idempotentHint: flag()
          .optional()
          .describe("Calling it again with the same arguments changes nothing more. MCP's default: false."),
        openWorldHint: flag()
          .optional()
          .describe("It deals with a world outside, such as the web. MCP's default: true."),
      })
      .optional()
      .describe("Hints on what the tool does to the world (MCP `ToolAnnotations`)."),
    inputSchema: objectSchema()
      .optional()
      .describe("JSON Schema of the arguments (2020-12 unless `$schema` says draft-07). Default: no arguments."),
    outputSchema: jsonSchema()
      .optional()
      .describe("JSON Schema of `structuredContent`, which your function then has to return. Default: only content."),
    outputCheck: oneOf(["enforce", "warn", "off"], {
      enforce: "The call fails; the log says what did not fit.",
      warn: "The result goes out; the log says what did not fit.",
      off: "Nothing is checked.",
    })
      .optional()
      .describe("What happens when your result does not fit `outputSchema`. Default: `enforce`.")
      .meta({ default: "enforce" }),
    listFor: z
      .strictObject({
        can: abilities.optional().describe("Listed for clients that declare all of these."),
        cannot: abilities.optional().describe("Listed for clients that declare none of these."),
      })
      .optional()
      .describe(
        "Which clients see the tool in tools/list; whoever knows its name can call it all the same. Default: all.",
      ),
    requires: requires.optional(),
    inherit: flag().optional().describe("`false`: without the inputs of `everyTool`. Default: true."),
    state: state.optional(),
    examples,
  })
  .meta({ id: "Tool", description: "A function that models can call (MCP tools/list, tools/call)." });

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
  .meta({ id: "Prompt", description: "A conversation that people can start from (MCP prompts/list, prompts/get)." });

/** A resource or a family of resources (MCP resources/list, resources/templates/list, resources/read). */
export const resource = z
  .strictObject({
    $ref: reference().optional(),
    name: name().optional().describe("Name in the list; default: the key."),
    ...primitiveOptions,
    uri: text()
      .optional()
      .describe("Address of one resource. It takes no arguments, so it cannot require anything.")
      .meta({ examples: ["docs://readme"] }),
    uriTemplate: text()
      .optional()
      .describe("RFC 6570 template of a family of resources; its variables are `args`.")
      .meta({ examples: ["report://{id}"] }),
    mimeType: text()
      .optional()
      .describe("Media type of the content.")
      .meta({ examples: ["text/markdown", "application/json"] }),
    annotations: contentAnnotations.optional(),
    size: z.int({ error: "a whole number of bytes" }).min(0).optional().describe("Size in bytes, if known."),
    variables: map(
      z.strictObject({
        title: text().optional().describe("Name for people."),
        description: text().optional().describe("What it means."),
        completion: completion.optional(),
      }),
    )
      .optional()
      .describe("More about the variables of the template, by name."),
    requires: requires.optional(),
    text: text().optional().describe("Declared content; may hold `${{ path }}` when it is a template."),
    blob: text().optional().describe("Declared content in base64."),
    file: text()
      .optional()
      .describe("Declared content, read from this file when the code is generated. Relative to this document.")
      .meta({ examples: ["./README.md"] }),
    cache: cacheHint.optional(),
    state: state.optional(),
    examples,
  })
  .meta({
    id: "Resource",
    description: "One resource (`uri`) or a family of them (`uriTemplate`) that clients can read (MCP resources).",
    exactlyOne: ["uri", "uriTemplate"],
  });
