import * as z from "zod";
import { requires } from "./input.js";
import { prompt, resource, tool } from "./primitives.js";
import { cacheHint, icons, sealMeanings } from "./shared.js";
import { duration, flag, jsonSchema, map, name, oneOf, openMap, text } from "./values.js";

const server = z
  .strictObject({
    name: name()
      .describe("Name of the server on the wire. Generated code is named after it.")
      .meta({ examples: ["provisioner"] }),
    version: name()
      .describe("Version of the server, in quotes if it looks like a number.")
      .meta({ examples: ["1.0.0"] }),
    codeName: name()
      .optional()
      .describe("PascalCase stem of generated names. Default: made from the name.")
      .meta({ examples: ["Provisioner"] }),
    title: text().optional().describe("Name for people."),
    description: text().optional().describe("What the server is, for people who choose one."),
    websiteUrl: text().optional().describe("Address of a page about the server."),
    icons: icons.optional(),
    instructions: text().optional().describe("How to use the server, for models."),
  })
  .describe("Who the server is (MCP `Implementation`) and how to use it.");

const requestState = z
  .strictObject({
    keys: z
      .union(
        [
          z.strictObject({
            env: z
              .string()
              .min(1)
              .describe("Environment variable that holds the secrets: at least 32 bytes each, separated by commas.")
              .meta({ examples: ["PROVISIONER_STATE_KEYS"] }),
          }),
          z.strictObject({
            file: z
              .string()
              .min(1)
              .describe("File that holds the secrets, one a line. Its path is relative to where the server is started.")
              .meta({ examples: ["./state-keys.txt"] }),
          }),
        ],
        { error: "{ env: VARIABLE } or { file: PATH }" },
      )
      .optional()
      .describe(
        "Where the secrets come from at run time; they never stand in a spec. The first seals, all open. Absent: one random key per process.",
      ),
    codec: oneOf(["aes-256-gcm", "python-v1", "custom"], {
      "aes-256-gcm": "The built-in codec.",
      "python-v1": "The format of the official Python SDK, for services that run in both languages.",
      custom: "A codec that you pass to the server as an option, for example over a key service.",
    })
      .optional()
      .describe("How the state is sealed. Default: `aes-256-gcm`."),
    pythonModule: text()
      .min(1, { error: "must not be empty" })
      .optional()
      .describe(
        "With `codec: python-v1`: the Python module whose resolver functions have the names of these inputs. On the wire `region` is then called `shop.resolvers:region`, as a Python server calls it.",
      )
      .meta({ examples: ["shop.resolvers"] }),
    ttl: duration()
      .optional()
      .describe("How long people may think in one round, before its state expires. Default: 10m.")
      .meta({ examples: ["10m", "1h"] }),
    maxAge: duration()
      .optional()
      .describe("How long one flow may live, from its first round. Default: 24h.")
      .meta({ examples: ["24h", "7d"] }),
    principal: oneOf(["oauth", "none", "custom"], {
      oauth: "The holder of the verified access token. A request without one is refused where state would be made.",
      none: "Nobody in particular: who has the state may go on with it.",
      custom: "Whoever a function says that you pass to the server as an option.",
    })
      .optional()
      .describe("Who may go on with a flow. Absent: the holder of the verified access token, whenever there is one."),
    audience: text()
      .optional()
      .describe(
        "Who the state is for; states of another audience are refused. Instances that share flows share it. Default: the server's name.",
      ),
    seal: oneOf(["always", "needed"], sealMeanings)
      .optional()
      .describe("When a round carries a state. Default: `always`."),
    maxStateBytes: z
      .int({ error: "a whole number of bytes" })
      .min(1024, { error: "must be at least 1024" })
      .optional()
      .describe("Most bytes that a sealed state may have; a call that needs more fails. Default: 65536."),
  })
  .describe("How the state that a client carries between rounds is sealed.");

const listChanged = flag().describe("The server tells clients when this list changes.");

const capabilities = z
  .strictObject({
    logging: z
      .union([z.boolean(), z.strictObject({})], { error: "true or {}" })
      .optional()
      .describe("Your functions send log messages to clients that want them."),
    completions: z
      .union([z.boolean(), z.strictObject({})], { error: "true or {}" })
      .optional()
      .describe("Arguments are completed. Implied by any `completion` in the spec."),
    tools: z
      .strictObject({ listChanged: listChanged.optional() })
      .optional()
      .describe("Tools are implied by `tools`; here is what more there is to them."),
    prompts: z
      .strictObject({ listChanged: listChanged.optional() })
      .optional()
      .describe("Prompts are implied by `prompts`; here is what more there is to them."),
    resources: z
      .strictObject({
        subscribe: flag().optional().describe("Clients may subscribe to changes of one resource."),
        listChanged: listChanged.optional(),
      })
      .optional()
      .describe("Resources are implied by `resources`; here is what more there is to them."),
    extensions: openMap().optional().describe("Protocol extensions that your server supports, by identifier."),
    experimental: openMap().optional().describe("Capabilities outside of the specification, by name."),
  })
  .describe("What the server can do beyond what its primitives imply (MCP `ServerCapabilities`).");

const cache = z
  .strictObject({
    tools: cacheHint.optional().describe("For the list of tools."),
    prompts: cacheHint.optional().describe("For the list of prompts."),
    resources: cacheHint.optional().describe("For the list of resources."),
    resourceTemplates: cacheHint.optional().describe("For the list of resource templates."),
    discover: cacheHint.optional().describe("For what the server says of itself (server/discover)."),
  })
  .describe("How long clients may keep the server's lists (MCP 2026-07-28).");

const packageInfo = z
  .strictObject({
    name: text()
      .optional()
      .describe("npm name of the generated package. Default: made from the server's name.")
      .meta({ examples: ["@acme/provisioner"] }),
    version: text().optional().describe("Its version. Default: the server's version."),
  })
  .describe("The npm package that is generated.");

/** The whole language: one document per MCP server. */
export const document = z
  .strictObject({
    parley: z.literal("1", { error: '"1"' }).describe('Version of the language: "1".'),
    $schema: text().optional().describe("Address of this schema, for editors that read it from JSON documents."),
    server,
    package: packageInfo.optional(),
    requestState: requestState.optional(),
    capabilities: capabilities.optional(),
    cache: cache.optional(),
    schemas: map(jsonSchema())
      .optional()
      .describe('JSON Schemas to share, by name: `$ref: "#/schemas/NAME"`. Generated types take the name.'),
    inputs: requires
      .optional()
      .describe(
        'Inputs to reuse, by name: `requires: { region: { $ref: "#/inputs/region" } }`. Alone they ask nothing.',
      ),
    everyTool: z
      .strictObject({ requires })
      .optional()
      .describe("Inputs that every tool requires, for example a sign-in."),
    tools: map(tool).optional().describe("What models can call. The key is the tool's name on the wire."),
    prompts: map(prompt).optional().describe("What people can start from. The key is the prompt's name on the wire."),
    resources: map(resource)
      .optional()
      .describe("What clients can read: single resources (`uri`) and families of them (`uriTemplate`), by name."),
  })
  .describe("A Parley spec: one MCP server, its tools, prompts and resources, and the inputs they require.");
