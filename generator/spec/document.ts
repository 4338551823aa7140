import * as z from "zod";
import { requires } from "./input.js";
import { prompt, resource, tool } from "./primitives.js";
import { cacheHint, icons, meta } from "./shared.js";
import { duration, flag, jsonSchema, map, name, oneOf, openMap, text } from "./values.js";

const server = z
  .strictObject({
    name: name().describe("Name of the server on the wire."),
    version: name().describe("Version of the server, in quotes if it looks like a number."),
    codeName: name().optional().describe("PascalCase stem of generated names; default: made from the name."),
    title: text().optional().describe("Name for people."),
    description: text().optional(),
    websiteUrl: text().optional(),
    icons: icons.optional(),
    instructions: text().optional().describe("How to use the server, for models."),
    _meta: meta.optional(),
  })
  .describe("Who the server is (MCP `Implementation`) and how to use it.");

const requestState = z
  .strictObject({
    keys: z
      .union([z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })], {
        error: "{ env: VARIABLE } or { file: PATH }",
      })
      .optional()
      .describe(
        "Where the secrets come from: comma-separated in an environment variable, or one per line in a file. Absent: one random key per process.",
      ),
    codec: oneOf(["aes-256-gcm", "python-v1", "custom"])
      .optional()
      .describe("How the state is sealed. `python-v1` is the format of the Python SDK. Default: `aes-256-gcm`."),
    ttl: duration().optional().describe("Thinking time per round. Default: 10m."),
    maxAge: duration().optional().describe("Life of one flow, from its first round. Default: 24h."),
    principal: oneOf(["oauth", "none", "custom"])
      .optional()
      .describe("Whose flow it is. Absent: bound to the verified token whenever there is one."),
    audience: text().optional().describe("Default: the server's name."),
    seal: oneOf(["always", "needed"])
      .optional()
      .describe("`needed`: a flow of one round without computed values carries no state. Default: `always`."),
    maxStateBytes: z
      .int({ error: "a whole number of bytes" })
      .min(1024, { error: "must be at least 1024" })
      .optional()
      .describe("Largest sealed state. Default: 65536."),
  })
  .describe("How the state that a client carries between rounds is sealed.");

const capabilities = z
  .strictObject({
    logging: z.union([z.boolean(), z.strictObject({})], { error: "true or {}" }).optional(),
    completions: z.union([z.boolean(), z.strictObject({})], { error: "true or {}" }).optional(),
    tools: z.strictObject({ listChanged: flag().optional() }).optional(),
    prompts: z.strictObject({ listChanged: flag().optional() }).optional(),
    resources: z.strictObject({ subscribe: flag().optional(), listChanged: flag().optional() }).optional(),
    extensions: openMap().optional(),
    experimental: openMap().optional(),
  })
  .describe("What the server can do beyond what its primitives imply (MCP `ServerCapabilities`).");

const cache = z
  .strictObject({
    tools: cacheHint.optional(),
    prompts: cacheHint.optional(),
    resources: cacheHint.optional(),
    resourceTemplates: cacheHint.optional(),
    discover: cacheHint.optional(),
  })
  .describe("Cache hints per list, and for server/discover.");

const packageInfo = z
  .strictObject({
    name: text().optional().describe("npm name of the generated package; default: made from the server's name."),
    version: text().optional().describe("Default: the server's version."),
  })
  .describe("The npm package that is generated.");

/** The whole language: one document per MCP server. */
export const document = z
  .strictObject({
    parley: z.literal("1", { error: '"1"' }).describe('Version of the language: "1".'),
    $schema: text().optional().describe("For editors."),
    server,
    package: packageInfo.optional(),
    requestState: requestState.optional(),
    capabilities: capabilities.optional(),
    cache: cache.optional(),
    schemas: map(jsonSchema()).optional().describe("Shared JSON Schemas, referenced as `#/schemas/NAME`."),
    inputs: requires.optional().describe('Inputs to reuse: `requires: { region: { $ref: "#/inputs/region" } }`.'),
    everyTool: z
      .strictObject({ requires })
      .optional()
      .describe("Inputs that every tool requires, for example a sign-in."),
    tools: map(tool).optional().describe("Tools by name."),
    prompts: map(prompt).optional().describe("Prompts by name."),
    resources: map(resource).optional().describe("Resources and resource templates by name."),
  })
  .describe("A Parley spec: one MCP server, its tools, prompts and resources, and the inputs they require.");
