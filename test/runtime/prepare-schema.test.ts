import { expect, test } from "vitest";
import { JsonSchemaEngine } from "../../runtime/src/server/engine.js";
import { prepareSchema } from "../../runtime/src/validation/prepare-schema.js";
import { schemaCompiler } from "../../runtime/src/validation/schema-validator.js";

const compile = schemaCompiler(() => new JsonSchemaEngine());

test.each<[string, object]>([
  ["properties", { properties: { constructor: { type: "integer" } } }],
  ["required", { required: ["constructor"] }],
  ["dependentRequired", { dependentRequired: { a: ["constructor"] } }],
  ["dependentSchemas", { properties: { a: {} }, dependentSchemas: { constructor: { required: ["a"] } } }],
])("names that every object has are ordinary names in %s", (_keyword, keywords) => {
  const validate = compile({ type: "object", ...keywords });
  const good = { a: 1, constructor: 1 };
  expect(validate(good)).toBeUndefined();
  expect(prepareSchema({ type: "object", ...keywords }).renames).toBe(true);
});

test("what depends on a name that every object has is asked for where it is sent, and not elsewhere", () => {
  const validate = compile({ type: "object", dependentRequired: { constructor: ["a"] } });
  expect(validate({})).toBeUndefined();
  expect(validate({ constructor: 1, a: 1 })).toBeUndefined();
  expect(validate({ constructor: 1 })).toMatchObject([{ message: expect.stringContaining("a") as string }]);
});

test("names and schemas of draft-07 `dependencies` are what those of its successors are", () => {
  const validate = compile({
    type: "object",
    dependencies: {
      format: ["a"],
      constructor: ["b"],
      other: { properties: { c: { type: "string", format: "email" } } },
    },
  });
  expect(validate({})).toBeUndefined();
  expect(validate({ format: 1, a: 1, constructor: 1, b: 1, other: 1, c: "x" })).toBeUndefined();
  expect(validate({ format: 1 })).toMatchObject([{ message: "must have property a when property format is present" }]);
  expect(validate({ constructor: 1 })).toHaveLength(1);
  expect(validate({ other: 1, c: 1 })).toMatchObject([{ path: "/c" }]);
});

test("nothing is renamed where no name is inherited", () => {
  const { schema, renames, identified } = prepareSchema({ type: "object", required: ["a"], properties: { a: {} } });
  expect({ schema, renames, identified }).toEqual({
    schema: { type: "object", required: ["a"], properties: { a: {} } },
    renames: false,
    identified: false,
  });
});

test("a format is an annotation wherever a schema is kept, and stays a name and a value", () => {
  const format = { type: "string", format: "email" };
  const validate = compile({
    properties: { format, other: { $ref: "#/components/format" }, fixed: { const: { format: "email" } } },
    components: { format },
  });
  expect(validate({ format: "x", other: "x", fixed: { format: "email" } })).toBeUndefined();
  expect(validate({ format: 1 })).toMatchObject([{ path: "/format" }]);
  expect(validate({ other: 1 })).toMatchObject([{ path: "/other" }]);
  expect(validate({ fixed: {} })).toMatchObject([{ path: "/fixed" }]);
});

test("a part with an $id is noticed, wherever it is", () => {
  expect(prepareSchema({ items: [{ $id: "https://example.com/a" }] }).identified).toBe(true);
  expect(prepareSchema({ const: { $id: "https://example.com/a" } }).identified).toBe(false);
});
