import { expect, it } from "vitest";
import { judgeFormAnswer } from "../../runtime/src/validation/form-answer.js";
import type { FormFieldSchema, FormSchema } from "../../runtime/src/validation/schemas.js";

const judge = (field: FormFieldSchema, value: unknown) =>
  judgeFormAnswer({ type: "object", properties: { field } }, { field: value }).map((problem) => problem.message);

const untitled: FormFieldSchema = { type: "string", enum: ["a", "b"] };
const titled: FormFieldSchema = {
  type: "string",
  oneOf: [
    { const: "a", title: "Ada" },
    { const: "b", title: "Bob" },
  ],
};
const legacy: FormFieldSchema = { type: "string", enum: ["a", "b"], enumNames: ["Ada", "Bob"] };
const many: FormFieldSchema = { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2 };
const manyTitled: FormFieldSchema = {
  type: "array",
  items: {
    anyOf: [
      { const: "a", title: "Ada" },
      { const: "b", title: "Bob" },
    ],
  },
};

it.each([
  [{ type: "string" }, ["", "x", "7"], [7, null, true, ["x"], {}]],
  [{ type: "string", minLength: 2, maxLength: 3 }, ["ab", "abc", "😀😀"], ["a", "abcd", "😀"]],
  [{ type: "number" }, [3.14, 0, -1], ["5", "42xyz", Number.NaN, Number.POSITIVE_INFINITY, null]],
  [{ type: "integer" }, [3, 3.0, -1], [3.5, "3", null]],
  [{ type: "integer", minimum: 1, maximum: 9 }, [1, 9], [0, 10]],
  [{ type: "boolean" }, [true, false], ["true", 1, 0, null]],
  [untitled, ["a"], ["c", "A", 1]],
  [titled, ["a"], ["Ada", "c"]],
  [legacy, ["b"], ["Bob"]],
  [many, [["a"], ["a", "b"]], [[], ["c"], ["a", "b", "a"], "a", { 0: "a", length: 1 }]],
  [manyTitled, [[], ["b"]], [["Bob"], [1]]],
  [
    { type: "string", format: "email" },
    ["a@b.co", "a.b+c@localhost"],
    ["a", "a@", "@b", "a@b@c", "a b@c.d", "a@-b.co", `${"a".repeat(300)}@b.co`],
  ],
  [
    { type: "string", format: "uri" },
    ["https://x.y/z?q#f", "urn:a:b", "mailto:a@b"],
    ["x.y", "/path", "http://a b", "http://a/%zz", ""],
  ],
  [
    { type: "string", format: "date" },
    ["2024-02-29", "1999-12-31"],
    ["2023-02-29", "2024-13-01", "2024-1-1", "2024-04-31", "2024-02-29T00:00:00Z"],
  ],
  [
    { type: "string", format: "date-time" },
    ["2024-02-29T23:59:59Z", "1990-12-31T15:59:60-08:00", "2024-01-01t00:00:00.123+05:30"],
    ["2024-02-29", "2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "2024-01-01T12:00:60Z"],
  ],
] as readonly [FormFieldSchema, readonly unknown[], readonly unknown[]][])("judges %o", (field, good, bad) => {
  for (const value of good) expect(judge(field, value), JSON.stringify(value)).toEqual([]);
  for (const value of bad) expect(judge(field, value), JSON.stringify(value)).toHaveLength(1);
});

const form: FormSchema = { type: "object", properties: { a: { type: "string" }, tags: many }, required: ["a"] };

it("names the choices of a short list, and the first of a long one", () => {
  const texts = (length: number) => Array.from({ length }, (_, index) => `c${index}`);
  const named = Array.from({ length: 20 }, (_, index) => `"c${index}"`).join(", ");
  expect(judge({ type: "string", enum: texts(20) }, "x")).toEqual([`must be one of ${named}`]);
  expect(judge({ type: "string", enum: texts(10_000) }, "x")).toEqual([`must be one of ${named} or 9980 more`]);
  expect(judge({ type: "array", items: { type: "string", enum: texts(21) } }, ["x"])).toEqual([
    `must be chosen from ${named} or 1 more`,
  ]);
});

it("refuses missing and unknown fields, all of them at once", () => {
  expect(judgeFormAnswer(form, { x: 1, "y/z": 2 })).toEqual([
    { path: "/a", message: "is required" },
    { path: "/x", message: "is not a field of the form" },
    { path: "/y~1z", message: "is not a field of the form" },
  ]);
});

it("leaves out an optional list that was left out, fills in nothing, and refuses it empty", () => {
  const content = { a: "x" };
  expect(judgeFormAnswer(form, content)).toEqual([]);
  expect(content).toEqual({ a: "x" });
  expect(judgeFormAnswer(form, { a: "x", tags: [] })).toHaveLength(1);
});

it("reads own members only", () => {
  const hostile: FormSchema = {
    type: "object",
    properties: { constructor: { type: "string" } } as never,
    required: ["constructor"],
  };
  expect(judgeFormAnswer(hostile, {})).toEqual([{ path: "/constructor", message: "is required" }]);
  expect(judgeFormAnswer(form, JSON.parse('{"a":"x","__proto__":{"b":1}}'))).toEqual([
    { path: "/__proto__", message: "is not a field of the form" },
  ]);
  expect(judgeFormAnswer({ type: "object", properties: {} }, { toString: "x" })).toHaveLength(1);
});

it.each([null, undefined, [], "text", 7])("refuses content that is no object: %o", (content) => {
  expect(judgeFormAnswer({ type: "object", properties: {} }, content)).toEqual([
    { path: "", message: "must be an object" },
  ]);
});

// A person or a model reads these where the question is put again.
it.each([
  [{ type: "string" }, 7, "must be text"],
  [{ type: "boolean" }, "yes", "must be true or false"],
  [{ type: "integer" }, 1.5, "must be a whole number"],
  [{ type: "number" }, "1", "must be a number"],
  [{ type: "number" }, Number.NaN, "must be a number"],
  [{ type: "array", items: { type: "string" } }, "a", "must be a list"],
  [{ type: "string", minLength: 2 }, "a", "must have at least 2 characters"],
  [{ type: "string", maxLength: 1 }, "ab", "must have at most 1 character"],
  [{ type: "number", minimum: 2 }, 1, "must be at least 2"],
  [{ type: "number", maximum: 2 }, 3, "must be at most 2"],
  [{ type: "array", items: { type: "string" } }, [1], "must be a list of texts"],
  [many, ["c"], 'must be chosen from "a", "b"'],
  [many, [], "must have at least 1 chosen"],
  [many, ["a", "b", "a"], "must have at most 2 chosen"],
  [{ type: "null" } as never, null, "has a type that no form can show"],
] as readonly [FormFieldSchema, unknown, string][])("says of %j that %j %s", (field, value, message) => {
  expect(judge(field, value)).toEqual([message]);
});

it.each(["email", "uri", "date", "date-time"] as const)("says what is no %s in words", (format) => {
  expect(judge({ type: "string", format }, "none")).toEqual([expect.stringMatching(/^must be an? [a-z]/)]);
});

it("names the choices there are, and no more than a person would read", () => {
  const values = Array.from({ length: 21 }, (_, index) => `v${index}`);
  const named = values
    .slice(0, 20)
    .map((value) => JSON.stringify(value))
    .join(", ");
  expect(judge({ type: "string", enum: values }, "x")).toEqual([`must be one of ${named} or 1 more`]);
  expect(judge({ type: "string", enum: values.slice(0, 20) }, "x")).toEqual([`must be one of ${named}`]);
});

it("takes any texts for a list without choices, and any text without bounds", () => {
  expect(judge({ type: "array", items: { type: "string" } }, ["x", ""])).toEqual([]);
  expect(judge({ type: "string", format: "unknown" as never }, "")).toEqual([]);
});
