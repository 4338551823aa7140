import * as z from "zod";
import { anything, duration, flag, list, map, name, oneOf, openMap, text } from "./values.js";

/** Parts that several declarations have, with their MCP spelling where MCP has them. */

export const icons = list(
  z.strictObject({
    src: text().describe("Address of the image: `https:` or `data:`."),
    mimeType: text().optional(),
    sizes: list(text()).optional().describe("For example `48x48`, or `any`."),
    theme: oneOf(["light", "dark"]).optional(),
  }),
).describe("Images a client may show (MCP `icons`).");

export const meta = openMap().describe("Passed on as it is (MCP `_meta`).");

export const contentAnnotations = z
  .strictObject({
    audience: list(oneOf(["user", "assistant"])).optional(),
    priority: z.number({ error: "a number from 0 to 1" }).min(0).max(1).optional(),
    lastModified: text().optional().describe("ISO 8601."),
  })
  .describe("Hints on who the content is for (MCP `annotations`).");

export const cacheHint = z
  .strictObject({
    ttlMs: z
      .int({ error: "a whole number of milliseconds" })
      .min(0, { error: "must not be negative" })
      .describe("How long a client may keep the result, in milliseconds."),
    scope: oneOf(["public", "private"]).optional().describe("Whether a shared cache may keep it. Default: `private`."),
  })
  .describe("Cache hint (MCP 2026-07-28: `ttlMs`, `cacheScope`).");

export const completion = z
  .union([z.literal(true), z.array(z.string()), z.strictObject({ values: z.array(z.string()) })], {
    error: "true (your own function) or a list of texts",
  })
  .describe("Completion of what a person types: a list of values, or `true` for a function that you write.");

export const argumentsMap = map(
  z.strictObject({
    title: text().optional(),
    description: text().optional(),
    required: flag().optional().describe("Default: false."),
    completion: completion.optional(),
  }),
);

/** A message with a text that may have holes, or one MCP content block. */
export const messages = list(
  z.strictObject({
    role: oneOf(["user", "assistant"]),
    text: text().optional().describe("Shorthand for a text block; may hold `${{ path }}`."),
    content: anything()
      .optional()
      .describe("One MCP content block: `{ type: text | image | audio | resource | resource_link, ... }`."),
  }),
);

/** Options of every primitive that can require inputs. */
export const primitiveOptions = {
  codeName: name().optional().describe("camelCase name in generated code; default: made from the name."),
  title: text().optional().describe("Name for people (MCP `title`)."),
  description: text().optional().describe("What it does, for models and people (MCP `description`)."),
  icons: icons.optional(),
  _meta: meta.optional(),
  deprecated: z
    .union([z.string().min(1), z.boolean()], { error: "a reason, or true" })
    .optional()
    .describe("Reason why callers should stop using it; shown in doc comments."),
  flow: oneOf(["declarative", "manual"])
    .optional()
    .describe(
      "`manual`: your handler gets typed builders for the questions and drives the rounds itself. Default: `declarative`.",
    ),
  seal: oneOf(["always", "needed"]).optional().describe("Overrides `requestState.seal` for this one."),
  once: flag()
    .optional()
    .describe("A completed flow cannot be run again, on any instance (needs a replay store on several instances)."),
  "single-use": flag().optional().describe("The same as `once`."),
  timeout: duration().optional().describe("How long your function may run, for example `30s`."),
  scopes: list(text()).optional().describe("OAuth scopes that a caller's token must have."),
} as const;
