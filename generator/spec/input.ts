import * as z from "zod";
import { sampledMessages } from "./shared.js";
import {
  anything,
  duration,
  flag,
  formSchema,
  jsonSchema,
  list,
  map,
  name,
  oneOf,
  openMap,
  reference,
  secondsOf,
  text,
} from "./values.js";

const message = text()
  .min(1, { error: "must not be empty" })
  .describe(
    "What the person reads. `${{ path }}` inserts a value of `args` or of another input; `$${{` writes the characters `${{`.",
  )
  .meta({ examples: ["Create the database ${{ args.name }}?"] });

const form = formSchema().describe(
  "The form: one property per field (text, number, integer, boolean, one choice, several choices), and which are `required`.",
);

/** What a call that ends without an answer says. */
const words = (meaning: string, example: string): z.ZodString =>
  text()
    .min(1, { error: "must not be empty" })
    .describe(meaning)
    .meta({ examples: [example] });

const numberFrom = z.strictObject({
  from: text()
    .min(1, { error: "must not be empty" })
    .describe("An argument or a computed value that is the number.")
    .meta({ examples: ["args.maxTokens"] }),
});

/** One key each; the key says who is asked and how. */
export const inputKinds = {
  elicit: z
    .strictObject({ message, schema: form })
    .describe("Asks a person by a form (elicitation/create, form mode). The handler gets the accepted content."),
  confirm: z
    .strictObject({ message })
    .describe("Asks a person for consent by a form without fields: the action is the answer."),
  elicitUrl: z
    .strictObject({
      message,
      url: z
        .union(
          [
            text(),
            z.strictObject({
              from: text().min(1).describe("A computed text that is the whole address, for example `device.page`."),
              hosts: list(text().min(1))
                .min(1, { error: "must not be empty" })
                .describe("Where it may lead: `github.com`, `*.example.com` for every host below it, `*` for any."),
            }),
          ],
          { error: "an address, or { from, hosts }" },
        )
        .describe(
          "Address to open: https, or http on localhost. Values in `${{ }}` are percent-encoded. `{ from, hosts }` for an address known only at run time.",
        ),
      completion: flag()
        .optional()
        .describe(
          "You write a function that says whether the step outside is done; until it is, the question is put again. Default: false, consent is enough.",
        ),
    })
    .describe("Sends a person to a page (elicitation/create, url mode). The handler gets the fact of consent."),
  sample: z
    .strictObject({
      messages: sampledMessages.min(1, { error: "must not be empty" }).describe("The conversation to continue."),
      maxTokens: z
        .union([z.int({ error: "a whole number" }).min(1, { error: "must be at least 1" }), numberFrom], {
          error: "a whole number, or { from: path }",
        })
        .describe("Most tokens to produce; `{ from: args.maxTokens }` for an integer that has a `minimum`.")
        .meta({ examples: [500] }),
      systemPrompt: text().optional().describe("Instructions to the model; may hold `${{ path }}`."),
      modelPreferences: openMap()
        .optional()
        .describe(
          "Which model suits (MCP `ModelPreferences`), for example `{ hints: [{ name: sonnet }], speedPriority: 0.8 }`.",
        ),
      temperature: z
        .union([z.number(), numberFrom], { error: "a number, or { from: path }" })
        .optional()
        .describe("Sampling temperature; `{ from: path }` for one that is known only at run time.")
        .meta({ examples: [0.2] }),
      stopSequences: list(text()).optional().describe("Texts that end the message."),
      includeContext: oneOf(["none", "thisServer", "allServers"])
        .optional()
        .describe("Context that the client adds (deprecated in MCP). Default: `none`."),
      metadata: openMap().optional().describe("Passed to the client's provider as it is."),
      tools: list(openMap()).optional().describe("Tools that the model may use (MCP `Tool` declarations)."),
      toolChoice: z
        .strictObject({
          mode: oneOf(["auto", "required", "none"]).optional().describe("Whether the model may or must use a tool."),
        })
        .optional()
        .describe("Whether the model may or must use the tools."),
    })
    .describe("Asks the client's model (sampling/createMessage). The handler gets the message."),
  roots: z.strictObject({}).describe("Asks the client for its folders (roots/list). The handler gets the roots."),
  compute: jsonSchema().describe(
    "Asks nobody: a function that you write gives a value of this schema, once per flow; it is sealed, so what was shown is what runs.",
  ),
} as const;

export type InputKind = keyof typeof inputKinds;
export const inputKindNames: readonly InputKind[] = ["elicit", "confirm", "elicitUrl", "sample", "roots", "compute"];

const condition = text().min(1, { error: "must not be empty" });

/** Seconds after which a question to a 2025-era client is given up. */
const longestWait = 600;

/** Options of an input. */
export const inputOptions = {
  codeName: name()
    .optional()
    .describe("Name in generated types, where the key gives none or another. Default: made from the key."),
  when: z
    .union([condition, z.boolean()], { error: "a CEL condition" })
    .optional()
    .describe(
      "CEL condition over `args` and other inputs. `client.elicitation.form` and the like say what the client can do. False: the input is skipped, and `undefined` for your function. Default: always asked.",
    )
    .meta({ examples: ["!has(args.region)", 'args.size == "large"', 'login.action == "unavailable"'] }),
  needs: list(text())
    .optional()
    .describe("Waits for these inputs, besides those that its texts and conditions mention.")
    .meta({ examples: [["quote"]] }),
  onDecline: z
    .union(
      [
        oneOf(["fail", "continue"], {
          fail: "The call ends and says so.",
          continue: "Your function gets the outcome: `accept` with the content, `decline` or `cancel`.",
        }),
        z.strictObject({
          fail: words("The call ends and says this; may hold `${{ path }}`.", "Nothing was deleted."),
          cancel: words(
            "What it says when the question was dismissed, if that is to be told apart from a no.",
            "The question was dismissed. Nothing was deleted.",
          ).optional(),
        }),
      ],
      { error: "fail, continue or { fail: text }" },
    )
    .optional()
    .describe("What a person's no means. Default: `fail`. Not for `sample` and `roots`.")
    .meta({ default: "fail" }),
  whenUnavailable: z
    .union(
      [
        z.literal("fail"),
        z.literal("continue"),
        z.strictObject({ default: anything() }),
        z.strictObject({
          fail: words("The call ends and says this; may hold `${{ path }}`.", "Use the command line instead."),
        }),
      ],
      { error: "fail, continue, { default: value } or { fail: text }" },
    )
    .optional()
    .describe(
      "What happens when the client cannot be asked: `fail` (default) refuses the call before anything is computed, `{ fail: text }` does so in your words, `continue` gives your function the outcome `unavailable`, `{ default: value }` takes the value as if it had been answered.",
    )
    .meta({ default: "fail", examples: ["continue"] }),
  within: duration()
    .refine((value) => secondsOf(value) <= longestWait, {
      error: "must be at most 10m",
      when: ({ issues }) => issues.length === 0,
    })
    .optional()
    .describe(
      "How long a client of 2025-11-25 or before has to answer, at most 10m; then, or when it answers with an error, `whenUnavailable` decides. Later clients are not waited for. Default: 10m, after which the call fails.",
    )
    .meta({ examples: ["5s"] }),
  check: list(
    z.strictObject({
      rule: condition
        .describe("CEL condition on `answer`, `args` and other inputs that an accepted answer must meet.")
        .meta({ examples: ["answer.typed == args.name"] }),
      message: message
        .describe("What the person is told when the rule fails; may hold `${{ path }}`.")
        .meta({ examples: ["That is not ${{ args.name }}."] }),
    }),
  )
    .optional()
    .describe("Conditions on an accepted answer beyond its schema; a failing one is asked again."),
  attempts: z
    .int({ error: "a whole number" })
    .min(0, { error: "must not be negative" })
    .max(10, { error: "must be at most 10" })
    .optional()
    .describe("How often an invalid answer is asked again before the call fails; 0: the first one ends it. Default: 3.")
    .meta({ default: 3 }),
  pins: list(text())
    .optional()
    .describe(
      "Paths of `refresh` values that must be the same when your function runs as they were when the question was put, even if its text does not mention them; else it is put again.",
    )
    .meta({ examples: [["quote.monthly"]] }),
  refresh: flag()
    .optional()
    .describe(
      "With `compute`: computed again in every round, instead of once per flow. A question that mentions it is put again when it changes. Default: false.",
    ),
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
  .meta({
    id: "Input",
    description:
      "Something to ask or to compute: exactly one of elicit, confirm, elicitUrl, sample, roots, compute, and options.",
    exactlyOne: inputKindNames,
  });

export const requires = map(input).describe(
  "What must be known before your function runs. The key is the input's name on the wire, in conditions and in code.",
);
