import { expect, it } from "vitest";
import type { FormSchema } from "../../runtime/src/client/index.js";
import { checkField, formDefaults, formModel, judgeFormAnswer } from "../../runtime/src/client/index.js";

const schema: FormSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Your name", description: "As on the badge", minLength: 1, maxLength: 40 },
    mail: { type: "string", format: "email" },
    seats: { type: "integer", minimum: 1, maximum: 9, default: 2 },
    share: { type: "number", default: 3.14 },
    news: { type: "boolean", default: true },
    size: { type: "string", enum: ["s", "l"] },
    lang: { type: "string", enum: ["en", "ja"], enumNames: ["English", "日本語"] },
    place: { type: "string", oneOf: [{ const: "eu", title: "Europe" }], default: "eu" },
    tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2 },
    fish: { type: "array", items: { anyOf: [{ const: "f1", title: "Tuna" }] }, default: ["f1"] },
  },
  required: ["name"],
};

it("reads every kind of field", () => {
  const [model, issues] = formModel(schema);
  expect(issues).toEqual([]);
  expect(model.fields).toEqual([
    {
      name: "name",
      label: "Your name",
      description: "As on the badge",
      required: true,
      control: "text",
      minLength: 1,
      maxLength: 40,
    },
    { name: "mail", label: "mail", required: false, control: "text", format: "email" },
    {
      name: "seats",
      label: "seats",
      required: false,
      control: "number",
      integer: true,
      minimum: 1,
      maximum: 9,
      default: 2,
    },
    { name: "share", label: "share", required: false, control: "number", integer: false, default: 3.14 },
    { name: "news", label: "news", required: false, control: "check", default: true },
    {
      name: "size",
      label: "size",
      required: false,
      control: "select",
      choices: [
        { value: "s", label: "s" },
        { value: "l", label: "l" },
      ],
    },
    {
      name: "lang",
      label: "lang",
      required: false,
      control: "select",
      choices: [
        { value: "en", label: "English" },
        { value: "ja", label: "日本語" },
      ],
    },
    {
      name: "place",
      label: "place",
      required: false,
      control: "select",
      choices: [{ value: "eu", label: "Europe" }],
      default: "eu",
    },
    {
      name: "tags",
      label: "tags",
      required: false,
      control: "multi-select",
      choices: [
        { value: "a", label: "a" },
        { value: "b", label: "b" },
      ],
      minItems: 1,
      maxItems: 2,
    },
    {
      name: "fish",
      label: "fish",
      required: false,
      control: "multi-select",
      choices: [{ value: "f1", label: "Tuna" }],
      default: ["f1"],
    },
  ]);
});

it.each<[string, unknown]>([
  ["one choice, as anyOf", { type: "string", anyOf: [{ const: "eu", title: "Europe" }] }],
  ["one choice, as oneOf", { type: "string", oneOf: [{ const: "eu", title: "Europe" }] }],
  ["a list, as anyOf", { type: "array", items: { anyOf: [{ const: "eu", title: "Europe" }] } }],
  ["a list, as oneOf", { type: "array", items: { oneOf: [{ const: "eu", title: "Europe" }] } }],
])("shows as choices whatever an answer is judged by: %s", (_what, it) => {
  const [{ fields }, issues] = formModel({ type: "object", properties: { it } });
  expect(issues).toEqual([]);
  expect(fields).toMatchObject([{ choices: [{ value: "eu", label: "Europe" }] }]);
});

it("collects the defaults that the server proposes", () => {
  expect(formDefaults(formModel(schema)[0])).toEqual({ seats: 2, share: 3.14, news: true, place: "eu", fish: ["f1"] });
});

it.each<unknown>([
  { type: "string", enum: ["a", "b"], default: "c" },
  { type: "string", oneOf: [{ const: "a", title: "A" }], default: "A" },
  { type: "array", items: { enum: ["a"] }, default: ["a", "c"] },
  { type: "integer", default: "2" },
  { type: "boolean", default: "yes" },
])("offers no default that no control can show: %j", (it) => {
  const [model, issues] = formModel({ type: "object", properties: { it } });
  expect(issues).toEqual([]);
  expect(formDefaults(model)).toEqual({});
});

it("has no fields for a question that only asks for consent", () => {
  expect(formModel({ type: "object", properties: {} })).toEqual([{ fields: [] }, []]);
});

it.each<[string, unknown]>([
  ["a nested object", { type: "object", properties: {} }],
  ["a list of free text", { type: "array", items: { type: "string" } }],
  ["an enum on the list itself", { type: "array", enum: ["a"] }],
  ["a union of types", { type: ["string", "null"] }],
  ["a field without a type", { description: "whatever" }],
  ["an enum that is no list", { type: "string", enum: "a" }],
  ["choices that are no constants", { type: "string", oneOf: [{ title: "A" }] }],
  ["no schema", null],
])("says that %s is no form field, and keeps the others", (_what, field) => {
  const [model, issues] = formModel({ type: "object", properties: { ok: { type: "boolean" }, bad: field } });
  expect(model.fields.map(({ name }) => name)).toEqual(["ok"]);
  expect(issues).toEqual([{ path: "/properties/bad", message: "is no form field" }]);
});

it.each<unknown>([undefined, null, "form", [], {}, { type: "object" }, { type: "string", properties: {} }])(
  "says that %j is no form",
  (value) => {
    expect(formModel(value)).toEqual([{ fields: [] }, [expect.objectContaining({ path: "" })]]);
  },
);

it("says that a required property is missing", () => {
  expect(formModel({ type: "object", properties: {}, required: ["gone"] })[1]).toMatchObject([{ path: "/required" }]);
  expect(formModel({ type: "object", properties: {}, required: 5 })[1]).toMatchObject([{ path: "/required" }]);
});

it("keeps fields whose names every object has", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}}');
  expect(formModel({ type: "object", properties })[0].fields.map(({ name }) => name)).toEqual([
    "__proto__",
    "constructor",
  ]);
});

it("checks one field as the whole answer is checked", () => {
  expect(checkField(schema, "seats", 3)).toBeUndefined();
  expect(checkField(schema, "seats", 0)).toBe("must be at least 1");
  expect(checkField(schema, "name", undefined)).toBe("is required");
  expect(checkField(schema, "mail", undefined)).toBeUndefined();
  expect(checkField(schema, "fish", ["Tuna"])).toContain("f1");
  expect(checkField(schema, "gone", 1)).toBe("is not a field of the form");
  expect(judgeFormAnswer(schema, { name: "Kim", seats: "3" })).toMatchObject([{ path: "/seats" }]);
});
