import { build } from "esbuild";
import { expect, it } from "vitest";
import type { Field, FormSchema, Held } from "../../runtime/src/client/form.js";
import { fieldHint, formContent, formModel, formProblems } from "../../runtime/src/client/form.js";

const schema: FormSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Your name", minLength: 1, maxLength: 40 },
    mail: { type: "string", format: "email" },
    when: { type: "string", format: "date-time" },
    seats: { type: "integer", minimum: 1, maximum: 9 },
    share: { type: "number" },
    news: { type: "boolean" },
    size: { type: "string", enum: ["s", "l"] },
    tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1 },
  },
  required: ["name", "seats"],
};
const [model] = formModel(schema);

const contentOf = (held: Readonly<Record<string, Held>>): Record<string, unknown> =>
  formContent(model, ({ name }) => (Object.hasOwn(held, name) ? held[name] : undefined));

it("makes the answer of what the controls hold", () => {
  const content = contentOf({
    name: "Kim",
    mail: "kim@example.com",
    seats: " 3 ",
    share: "0.5",
    news: false,
    size: "l",
    tags: ["a"],
  });
  expect(content).toEqual({
    name: "Kim",
    mail: "kim@example.com",
    seats: 3,
    share: 0.5,
    news: false,
    size: "l",
    tags: ["a"],
  });
  expect(formProblems(schema, content)).toEqual(new Map());
});

it("leaves out what is left empty, and names what is required", () => {
  const content = contentOf({ name: "", mail: "", seats: " ", tags: [] });
  expect(content).toEqual({});
  expect([...formProblems(schema, content)]).toEqual([
    ["name", "is required"],
    ["seats", "is required"],
  ]);
});

it("keeps what cannot be read, and says what it must be", () => {
  const content = contentOf({ name: "Kim", seats: "three", mail: "kim" });
  expect(content).toEqual({ name: "Kim", seats: "three", mail: "kim" });
  expect([...formProblems(schema, content)]).toEqual([
    ["mail", "must be an e-mail address"],
    ["seats", "must be a whole number"],
  ]);
});

it("takes a time without a zone for the local one, and leaves others alone", () => {
  const { when } = contentOf({ when: "2026-07-28T09:30" });
  expect(when).toBe(new Date(2026, 6, 28, 9, 30).toISOString());
  expect(contentOf({ when: "2026-07-28T09:30:00+02:00" })).toEqual({ when: "2026-07-28T09:30:00+02:00" });
  const noDay = contentOf({ name: "Kim", seats: "1", when: "2026-19-99T09:30" });
  expect([...formProblems(schema, noDay)]).toEqual([
    ["when", "must be a date and time with a zone, as in 2026-07-28T09:30:00Z"],
  ]);
});

it("names fields as they are called, whatever a JSON Pointer makes of them", () => {
  const odd: FormSchema = { type: "object", properties: { "a/b~c": { type: "boolean" } }, required: ["a/b~c"] };
  expect([...formProblems(odd, {})]).toEqual([["a/b~c", "is required"]]);
  expect([...formProblems(odd, "yes")]).toEqual([["", "must be an object"]]);
});

it("keeps fields whose names every object has", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"}}');
  const content = formContent(formModel({ type: "object", properties })[0], () => "x");
  expect(Object.entries(content)).toEqual([["__proto__", "x"]]);
});

it.each<[string, unknown]>([
  ["", { type: "string" }],
  ["", { type: "boolean" }],
  ["", { type: "string", enum: ["a"] }],
  ["1 to 40 characters", { type: "string", minLength: 1, maxLength: 40 }],
  ["At least 1 character", { type: "string", minLength: 1 }],
  ["At most 5 characters", { type: "string", minLength: 0, maxLength: 5 }],
  ["Exactly 2 characters", { type: "string", minLength: 2, maxLength: 2 }],
  ["An e-mail address, at most 50 characters", { type: "string", format: "email", maxLength: 50 }],
  ["A whole number, 1 to 9", { type: "integer", minimum: 1, maximum: 9 }],
  ["A number", { type: "number" }],
  ["Choose any number", { type: "array", items: { enum: ["a"] } }],
  ["Choose at least 1", { type: "array", items: { enum: ["a"] }, minItems: 1 }],
])("says %j of %j", (hint, property) => {
  const fields: readonly Field[] = formModel({ type: "object", properties: { it: property } })[0].fields;
  expect(fields.map(fieldHint)).toEqual([hint]);
});

it("does not say twice that a required field holds something", () => {
  const properties = { name: { type: "string", minLength: 1 } };
  const [{ fields }] = formModel({ type: "object", properties, required: ["name"] });
  expect(fields.map(fieldHint)).toEqual([""]);
});

it("is made of nothing but this library", async () => {
  const built = await build({
    stdin: { contents: 'export * from "../../runtime/src/client/form.js";', resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: "browser",
    metafile: true,
  });
  const inputs = Object.keys(built.metafile.inputs).filter((input) => input !== "<stdin>");
  expect(inputs.length).toBeGreaterThan(4);
  expect(inputs.filter((input) => !/^runtime\/src\/(?:client|validation|json)\//.test(input))).toEqual([]);
});
