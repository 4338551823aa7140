import * as z from "zod";
import { messages } from "./shared.js";
import {
  anything,
  flag,
  jsonSchema,
  list,
  map,
  name,
  objectSchema,
  oneOf,
  openMap,
  reference,
  text,
} from "./values.js";

const message = text()
  .min(1, { error: "must not be empty" })
  .describe(
    "What the person reads. `${{ path }}` inserts a value of `args` or of another input; `$${{` is a literal `${{`.",
  );

const formSchema = objectSchema().describe(
  "The form: `properties` (text, number, integer, boolean, choices) and `required`. A property may say `choices: { from, value, title }` to take its choices from a computed value.",
);

/** One key each; the key says who is asked and how. */
export const inputKinds = {
  elicit: z
    .strictObject({ message, schema: formSchema })
    .describe("Asks a person by a form (elicitation/create, form mode). The handler gets the accepted content."),
  confirm: z
    .strictObject({ message })
    .describe("Asks a person for consent by a form without fields: the action is the answer."),
  elicitUrl: z
    .strictObject({
      message,
      url: text().describe("Address to open: https, or http on localhost. Values in `${{ }}` are percent-encoded."),
      completion: flag()
        .optional()
        .describe("You supply a check whether the outside step is done; until it is, the question is put again."),
    })
    .describe("Sends a person to a page (elicitation/create, url mode). The handler gets the fact of consent."),
  sample: z
    .strictObject({
      messages: messages.min(1, { error: "must not be empty" }).describe("The conversation to continue."),
      maxTokens: z
        .int({ error: "a whole number" })
        .min(1, { error: "must be at least 1" })
        .describe("Most tokens to produce."),
      systemPrompt: text().optional().describe("May hold `${{ path }}`."),
      modelPreferences: openMap().optional().describe("MCP `ModelPreferences`."),
      temperature: z.number({ error: "a number" }).optional(),
      stopSequences: list(text()).optional(),
      includeContext: oneOf(["none", "thisServer", "allServers"]).optional(),
      metadata: openMap().optional().describe("Passed to the client's provider as it is."),
      tools: list(openMap()).optional().describe("Tools that the model may use (MCP `Tool` declarations)."),
      toolChoice: z.strictObject({ mode: oneOf(["auto", "required", "none"]).optional() }).optional(),
    })
    .describe("Asks the client's model (sampling/createMessage). The handler gets the message."),
  roots: z.strictObject({}).describe("Asks the client for its folders (roots/list). The handler gets the roots."),
  compute: jsonSchema().describe(
    "Asks nobody: a function that you write gives a value of this schema, once per flow; it is sealed, so what was shown is what runs.",
  ),
} as const;

export type InputKind = keyof typeof inputKinds;
export const inputKindNames = Object.keys(inputKinds) as readonly InputKind[];

const condition = text().min(1, { error: "must not be empty" });

/** Options of an input. */
export const inputOptions = {
  codeName: name().optional().describe("Name in generated types; default: made from the key."),
  when: z
    .union([condition, z.boolean()], { error: "a CEL condition" })
    .optional()
    .describe("CEL condition over `args` and other inputs, for example `!has(args.region)`. False: skipped."),
  needs: list(text()).optional().describe("Waits for these inputs, besides those that it mentions."),
  onDecline: oneOf(["fail", "continue"])
    .optional()
    .describe(
      "`continue`: the handler gets the outcome (accept, decline, cancel). Default: `fail`, which ends the call.",
    ),
  whenUnavailable: z
    .union([z.literal("fail"), z.literal("continue"), z.strictObject({ default: anything() })], {
      error: "fail, continue or { default: value }",
    })
    .optional()
    .describe("The client did not declare the capability: fail (default), continue, or use this default."),
  check: list(
    z.strictObject({
      rule: condition.describe("CEL condition on `answer`, `args` and other inputs that an accepted answer must meet."),
      message: message.describe("What the person is told when the rule fails; may hold `${{ path }}`."),
    }),
  )
    .optional()
    .describe("Conditions on an accepted answer beyond its schema; a failing one is asked again."),
  attempts: z
    .int({ error: "a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(10, { error: "must be at most 10" })
    .optional()
    .describe("How often an invalid answer is asked again before the call fails. Default: 3."),
  pins: list(text())
    .optional()
    .describe(
      "`refresh` values that must not change between asking and running, even if the text does not mention them.",
    ),
  refresh: flag().optional().describe("With `compute`: computed again in every round."),
} as const;

export type InputOption = keyof typeof inputOptions;

/** One entry of `requires`: exactly one kind, and options. */
export const input = z
  .strictObject({
    $ref: reference().optional(),
    elicit: inputKinds.elicit.optional(),
    confirm: inputKinds.confirm.optional(),
    elicitUrl: inputKinds.elicitUrl.optional(),
    sample: inputKinds.sample.optional(),
    roots: inputKinds.roots.optional(),
    compute: inputKinds.compute.optional(),
    ...inputOptions,
  })
  .meta({ id: "Input", description: "What the primitive requires beyond its arguments.", exactlyOne: inputKindNames });

export const requires = map(input).describe(
  "What must be known before your function runs. The key is the input's name on the wire, in conditions and in code.",
);
