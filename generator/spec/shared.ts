import * as z from "zod";
import { anything, duration, flag, list, map, name, oneOf, openMap, secondsOf, text } from "./values.js";

/** Parts that several declarations have, with their MCP spelling where MCP has them. */

export const icons = list(
  z.strictObject({
    src: text().describe("Address of the image: `https:` or `data:`."),
    mimeType: text()
      .optional()
      .meta({ examples: ["image/png", "image/svg+xml"] }),
    sizes: list(text()).optional().describe("Sizes of the image, for example `48x48`, or `any`."),
    theme: oneOf(["light", "dark"]).optional().describe("The background that the image is made for."),
  }),
).describe("Images a client may show (MCP `icons`).");

export const meta = openMap().describe("Passed on as it is (MCP `_meta`).");

export const contentAnnotations = z
  .strictObject({
    audience: list(oneOf(["user", "assistant"]))
      .optional()
      .describe("Whom the content is for."),
    priority: z
      .number({ error: "a number from 0 to 1" })
      .min(0)
      .max(1)
      .optional()
      .describe("How much it matters, from 0 (may be left out) to 1 (must be there)."),
    lastModified: text()
      .optional()
      .describe("When the content changed last, as ISO 8601.")
      .meta({ examples: ["2026-07-28T12:00:00Z"] }),
  })
  .describe("Hints on who the content is for (MCP `annotations`).");

export const cacheHint = z
  .strictObject({
    ttlMs: z
      .int({ error: "a whole number of milliseconds" })
      .min(0, { error: "must not be negative" })
      .describe("How long the result may be kept, in milliseconds.")
      .meta({ examples: [60_000] }),
    scope: oneOf(["public", "private"], {
      public: "Any cache may keep it, for all callers.",
      private: "Only the client that asked may keep it.",
    })
      .optional()
      .describe("Who may keep it. Default: `private`.")
      .meta({ default: "private" }),
  })
  .describe("Cache hint (MCP 2026-07-28: `ttlMs`, `cacheScope`).");

export const completion = z
  .union([z.literal(true), z.array(z.string()), z.strictObject({ values: z.array(z.string()) })], {
    error: "true (your own function) or a list of texts",
  })
  .describe("Completes what a person types: a list of values, or `true` for a function that you write.")
  .meta({ examples: [["week", "month"]] });

export const argumentsMap = map(
  z.strictObject({
    title: text().optional(),
    description: text().optional(),
    required: flag().optional().describe("Whether it must be given. Default: false."),
    completion: completion.optional(),
  }),
);

/** A message with a text that may have holes, or one MCP content block. */
export const messages = list(
  z.strictObject({
    role: oneOf(["user", "assistant"]).describe("Who speaks."),
    text: text().optional().describe("Shorthand for a text block; may hold `${{ path }}`."),
    content: anything()
      .optional()
      .describe("One MCP content block: `{ type: text | image | audio | resource | resource_link, ... }`."),
  }),
);

/** The same, or messages that are known only at run time. */
export const sampledMessages = list(
  messages.element.partial({ role: true }).extend({
    from: text()
      .min(1, { error: "must not be empty" })
      .optional()
      .describe(
        "In place of the rest: a sampled input, whose message is sent back, or a computed message or list of messages, `{ role, content }`.",
      ),
  }),
);

export const sealMeanings = {
  always: "Every round carries a sealed state, and an answer counts only with the state that asked for it.",
  needed: "A flow of one round that computes nothing carries no state: answers count unasked.",
} as const;

/** Seconds; one timer of Node waits no longer than a little more. */
const longestRound = 24 * 86_400;

/** Options of every primitive that can require inputs. */
export const primitiveOptions = {
  codeName: name()
    .optional()
    .describe(
      "camelCase name in generated code, where the name on the wire gives none or another. Default: made from the name.",
    )
    .meta({ examples: ["placeOrder"] }),
  title: text().optional().describe("Name for people (MCP `title`)."),
  description: text().optional().describe("What it does, for models and people (MCP `description`)."),
  icons: icons.optional(),
  _meta: meta.optional(),
  deprecated: z
    .union([z.string().min(1), z.boolean()], { error: "a reason, or true" })
    .optional()
    .describe("Why callers should stop using it; shown in doc comments of generated code.")
    .meta({ examples: ["Use `search` instead."] }),
  flow: oneOf(["declarative", "manual"], {
    declarative: "The runtime asks what is required and calls your function once, when everything is there.",
    manual: "Your function is called in every round and decides what to ask, with typed builders and a typed state.",
  })
    .optional()
    .describe("Who drives the rounds of questions. Default: `declarative`.")
    .meta({ default: "declarative" }),
  seal: oneOf(["always", "needed"], sealMeanings).optional().describe("Overrides `requestState.seal` for this one."),
  once: flag()
    .optional()
    .describe(
      "A completed flow cannot be run again by sending its last request twice. Several instances need a shared replay store. Default: false.",
    ),
  "single-use": flag().optional().describe("Another spelling of `once`."),
  timeout: duration()
    .refine((value) => secondsOf(value) <= longestRound, {
      error: "must be at most 24d",
      when: ({ issues }) => issues.length === 0,
    })
    .optional()
    .describe(
      "How long your functions may take in one round; then the call fails and their signal fires. Default: no limit.",
    )
    .meta({ examples: ["30s", "2m"] }),
  scopes: list(text())
    .optional()
    .describe("OAuth scopes that a caller's token must have.")
    .meta({ examples: [["orders:write"]] }),
} as const;
