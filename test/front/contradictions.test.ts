import { expect, it } from "vitest";
import { head, loadText } from "./load-text.js";

const form = (field: object): string =>
  `${head}tools: { t: { requires: { ask: { elicit: { message: m, schema: ${JSON.stringify({ properties: { f: field, g: { type: "boolean" } } })} } } } } }\n`;
const tool = (field: object): string =>
  `${head}tools: { t: { inputSchema: ${JSON.stringify({ type: "object", properties: { f: field } })} } }\n`;
const choices = { type: "string", enum: ["a", "b"] };

const contradictions: readonly (readonly [string, object])[] = [
  ["lengths", { type: "string", minLength: 5, maxLength: 4 }],
  ["bounds", { type: "number", minimum: 2, maximum: 1 }],
  ["bounds between two whole numbers", { type: "integer", minimum: 0.5, maximum: 0.6 }],
  ["numbers of items", { type: "array", items: choices, minItems: 2, maxItems: 1 }],
  ["a constant that is no choice", { type: "string", enum: ["a", "b"], const: "c" }],
];

it.each(contradictions)(
  "refuses a form that nobody can answer, and warns of such arguments: %s",
  async (_name, field) => {
    const asked = await loadText(form(field));
    expect(asked.codes).toContain("form/unanswerable");
    expect(asked.model).toBeUndefined();
    const given = await loadText(tool(field));
    expect(given.codes).toEqual(["schema/contradiction"]);
    expect(given.model).toBeDefined();
  },
);

const possible: readonly (readonly [string, object])[] = [
  ["one length", { type: "string", minLength: 4, maxLength: 4 }],
  ["one number", { type: "integer", minimum: 1, maximum: 1 }],
  ["one whole number between", { type: "integer", minimum: 0.5, maximum: 1.4 }],
  ["all choices", { type: "array", items: choices, minItems: 2 }],
  ["a constant that is a choice", { type: "string", enum: ["a", "b"], const: "b" }],
  [
    "choices with titles",
    {
      type: "string",
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "A" },
      ],
    },
  ],
];

it.each(possible)("lets pass what can be answered: %s", async (_name, field) => {
  expect((await loadText(form(field))).codes).toEqual([]);
  expect((await loadText(tool(field))).codes).toEqual([]);
});

const outside: readonly (readonly [string, object])[] = [
  ["a longer text", { type: "string", enum: ["ab", "abc"], maxLength: 2 }],
  [
    "a shorter text",
    {
      type: "string",
      oneOf: [
        { const: "a", title: "A" },
        { const: "bc", title: "B" },
      ],
      minLength: 2,
    },
  ],
];

it.each(outside)(
  "refuses a choice that its own field leaves out, and warns of such a value: %s",
  async (_name, field) => {
    const asked = await loadText(form(field));
    expect(asked.codes).toEqual(["form/choices"]);
    expect(asked.model).toBeUndefined();
    const given = await loadText(tool(field));
    expect(given.codes).toEqual(["schema/enum-value"]);
    expect(given.model).toBeDefined();
  },
);

it.each([
  ["beyond a maximum", { type: "integer", enum: [1, 5], maximum: 4 }],
  ["at an open bound", { type: "number", enum: [1, 5], exclusiveMinimum: 1 }],
  ["of a wrong step", { type: "integer", enum: [10, 15], multipleOf: 10 }],
  ["that a pattern refuses", { type: "string", enum: ["a1", "b"], pattern: "^[a-z][0-9]$" }],
])("warns of a value %s", async (_name, field) => {
  const { codes, diagnostics } = await loadText(tool(field));
  expect(codes).toEqual(["schema/enum-value"]);
  expect(diagnostics).toHaveLength(1);
});

it("warns of a constant out of bounds", async () => {
  expect((await loadText(tool({ const: 5, maximum: 4 }))).codes).toEqual(["schema/contradiction"]);
  expect((await loadText(tool({ const: 5, maximum: 5 }))).codes).toEqual([]);
});

it.each([
  ["texts", { type: "string", enum: ["a", "bc"], minLength: 1, maxLength: 2, pattern: "^[a-z]+$" }],
  ["numbers", { type: "integer", enum: [1, 4], minimum: 1, maximum: 4 }],
  ["other types", { enum: ["a long text", 3, null], maxLength: 20, maximum: 3 }],
])("lets pass values within bounds: %s", async (_name, field) => {
  expect((await loadText(tool(field))).codes).toEqual([]);
});

it("counts choices once, because a form shows each once; arguments may repeat them", async () => {
  const field = { type: "array", items: choices, minItems: 3 };
  expect((await loadText(form(field))).codes).toEqual(["form/unanswerable"]);
  expect((await loadText(tool(field))).codes).toEqual([]);
  expect((await loadText(tool({ ...field, uniqueItems: true }))).codes).toEqual(["schema/contradiction"]);
});

it.each([
  ["exclusive bounds", { exclusiveMinimum: 1, exclusiveMaximum: 1 }],
  ["a closed bound at an open one", { minimum: 1, exclusiveMaximum: 1 }],
  ["whole numbers between open bounds", { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }],
  ["numbers of properties", { type: "object", minProperties: 2, maxProperties: 1 }],
  ["required properties", { type: "object", properties: { a: {}, b: {} }, required: ["a", "b"], maxProperties: 1 }],
])("looks at what only arguments have: %s", async (_name, field) => {
  expect((await loadText(tool(field))).codes).toEqual(["schema/contradiction"]);
});

it.each([
  ["enum", { type: "string", enum: ["a", "b", "a"] }],
  [
    "oneOf",
    {
      type: "string",
      oneOf: [
        { const: "a", title: "A" },
        { const: "a", title: "B" },
      ],
    },
  ],
])("finds choices that are given twice: %s", async (_name, field) => {
  expect((await loadText(form(field))).codes).toEqual(["form/choices"]);
  expect((await loadText(tool(field))).codes).toEqual(["schema/duplicate-value"]);
});

it("finds them in the choices of a list too", async () => {
  const items = {
    anyOf: [
      { const: "a", title: "A" },
      { const: "a", title: "B" },
    ],
  };
  expect((await loadText(form({ type: "array", items }))).codes).toEqual(["form/choices"]);
});

it.each([
  ["date", "nope", "2028-02-29"],
  ["date", "2027-02-29", "2027-02-28"],
  ["date-time", "2027-02-28", "2027-02-28T10:00:00+01:00"],
  ["date-time", "2026-01-31T25:61:00Z", "2026-01-31T23:59:00Z"],
  ["email", "nope", "ann@example.com"],
  ["email", "ann@-example.com", "ann@example.com"],
  ["uri", "https://example.com/<a>", "https://example.com/a"],
  ["uri", "nope", "https://example.com/a"],
])("a default has the format of its field: %s, not %s but %s", async (format, wrong, right) => {
  expect((await loadText(form({ type: "string", format, default: wrong, maxLength: 99 }))).codes).toEqual([
    "form/default",
  ]);
  expect((await loadText(form({ type: "string", format, default: right, maxLength: 99 }))).codes).toEqual([]);
});
