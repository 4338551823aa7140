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
