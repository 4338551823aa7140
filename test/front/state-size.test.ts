import { expect, it } from "vitest";
import { head, loadText } from "./load-text.js";

/** What is warned of in a tool with these inputs, in the words of the reports. */
async function warned(requires: object, more = ""): Promise<readonly string[]> {
  const args = { type: "object", properties: { limit: { type: "integer", minimum: 1 } }, required: ["limit"] };
  const tool = JSON.stringify({ inputSchema: args, requires });
  const { diagnostics, model } = await loadText(`${head}${more}tools: { t: ${tool} }\n`);
  if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return diagnostics.filter(({ code }) => code === "inputs/unbounded").map(({ message }) => message);
}

const sure = { confirm: { message: "Sure?" } };
const ask = (properties: object): object => ({ elicit: { message: "m", schema: { properties } } });
const carried = "and is carried in the sealed state of at most 65536 bytes.";

it.each([
  ["a text", { type: "string" }, "has no upper bound"],
  ["an address", { type: "string", format: "uri" }, "has no upper bound"],
  ["a long text", { type: "string", maxLength: 100_000 }, "can have 100002 bytes"],
])("warns of a field that may not fit: %s", async (_name, field, problem) => {
  expect(await warned({ ask: ask({ note: field }), sure })).toEqual([
    `The field "note" of "ask" ${problem} ${carried}`,
  ]);
});

it.each([
  ["a text with a bound", { type: "string", maxLength: 1000 }],
  ["a day", { type: "string", format: "date" }],
  ["a number", { type: "number" }],
  ["a choice", { type: "string", enum: ["a", "b"] }],
  ["several choices", { type: "array", items: { type: "string", enum: ["a", "b"] } }],
  ["several titled choices", { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }],
])("says nothing of a field that fits: %s", async (_name, field) => {
  expect(await warned({ ask: ask({ note: field }), sure })).toEqual([]);
});

it.each([
  ["anything", true, "has no upper bound"],
  ["a text", { type: "string" }, "has no upper bound"],
  ["a list", { type: "array", items: { type: "integer" } }, "has no upper bound"],
  ["a map", { type: "object", additionalProperties: { type: "integer" } }, "has no upper bound"],
  ["any object", { type: "object" }, "has no upper bound"],
  [
    "a part of it",
    {
      type: "object",
      properties: { list: { type: "array", maxItems: 9, items: { properties: { id: { type: "string" } } } } },
    },
    'has no upper bound (at "list[].id")',
  ],
  [
    "several parts, of which three are named",
    { properties: Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, { type: "string" }])) },
    'has no upper bound (at "a", "b", "c")',
  ],
  [
    "one branch",
    { properties: { a: { anyOf: [{ type: "integer" }, { type: ["string", "null"] }] } } },
    'has no upper bound (at "a")',
  ],
  ["a shared schema", { $ref: "#/schemas/Note" }, 'has no upper bound (at "text")'],
  ["what holds itself", { $ref: "#/schemas/Tree" }, 'has no upper bound (at "next")'],
  ["very many", { type: "array", maxItems: 10_000, items: { type: "string", maxLength: 10 } }, "can have 130002 bytes"],
])("warns of a computed value that may not fit: %s", async (_name, compute, problem) => {
  const shared = `schemas:
  Note: { type: object, properties: { text: { type: string } } }
  Tree: { type: object, properties: { next: { $ref: "#/schemas/Tree" } } }
`;
  expect(await warned({ data: { compute }, sure }, shared)).toEqual([`The value of "data" ${problem} ${carried}`]);
});

it.each([
  ["bounded texts", { properties: { a: { type: "string", maxLength: 20 }, b: { type: "string", format: "uuid" } } }],
  ["values", { enum: ["a", { b: 1 }] }],
  ["a constant", { const: "a" }],
  ["a list with a bound", { type: "array", maxItems: 100, items: { type: "integer" } }],
  ["a tuple", { type: "array", prefixItems: [{ type: "integer" }, { type: "boolean" }], items: false }],
  ["a set of values", { type: "array", uniqueItems: true, items: { enum: ["a", "b"] } }],
  ["a map with a bound", { type: "object", additionalProperties: { type: "integer" }, maxProperties: 10 }],
  ["a bound beside a reference", { allOf: [{ $ref: "#/schemas/Note" }, { type: "string", maxLength: 10 }] }],
  ["a pattern for the whole text", { type: "string", pattern: "^[A-Z*+]{3}-\\d{4}$" }],
  ["nothing", { type: "null" }],
])("says nothing of a computed value that fits: %s", async (_name, compute) => {
  expect(await warned({ data: { compute }, sure }, "schemas: { Note: { type: string } }\n")).toEqual([]);
});

it.each([
  ["a repetition", "^[a-z]+$"],
  ["a part of the text", "[a-z]{3}"],
  ["an alternative", "^a|b$"],
])("a pattern that lets any length through is no bound: %s", async (_name, pattern) => {
  expect(await warned({ data: { compute: { type: "string", pattern } }, sure })).toHaveLength(1);
});

const sample = (maxTokens: unknown): object => ({
  sample: { messages: [{ role: "user", text: "Sum it up." }], maxTokens },
});

it("warns of a model's answer of more tokens than fit", async () => {
  expect(await warned({ draft: sample(16_000), sure })).toEqual([
    `The result of "draft" can have 64000 bytes ${carried}`,
  ]);
  expect(await warned({ draft: sample(1000), sure })).toEqual([]);
  // `args.limit` has no maximum.
  expect(await warned({ draft: sample({ from: "args.limit" }), sure })).toEqual([
    `The result of "draft" has no upper bound ${carried}`,
  ]);
  expect(await warned({ draft: sample({ from: "args.limit < 100 ? 10 : 100" }), sure })).toEqual([]);
});

it("says nothing of what is never carried", async () => {
  const note = { note: { type: "string" } };
  // The answer to the last question, or the only one, ends the flow.
  expect(await warned({ ask: ask(note) })).toEqual([]);
  expect(await warned({ sure, ask: { ...ask(note), needs: ["sure"] } })).toEqual([]);
  expect(await warned({ sure, data: { compute: { type: "string" }, needs: ["sure"] } })).toEqual([]);
  // Nothing is asked, and what is computed anew in each round is not kept.
  expect(await warned({ data: { compute: { type: "string" } } })).toEqual([]);
  expect(await warned({ data: { compute: { type: "string" }, refresh: true }, sure })).toEqual([]);
});

it("warns of the last answer too when a question before it can come again", async () => {
  const price = { compute: { type: "number" }, refresh: true };
  const agree = { confirm: { message: "${{ price }}?" } };
  const last = { ...ask({ note: { type: "string" } }), needs: ["agree"] };
  expect(await warned({ price, agree, last })).toEqual([`The field "note" of "last" has no upper bound ${carried}`]);
});

it("holds values against the limit of the document", async () => {
  const data = { compute: { type: "string", maxLength: 2000 } };
  expect(await warned({ data, sure }, "requestState: { maxStateBytes: 2048 }\n")).toEqual([
    'The value of "data" can have 2002 bytes and is carried in the sealed state of at most 2048 bytes.',
  ]);
  expect(await warned({ data, sure }, "requestState: { maxStateBytes: 8192 }\n")).toEqual([]);
});
