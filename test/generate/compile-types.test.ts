import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema, NamedType } from "../../generator/model/model.js";
import { compileBundle, compileTypes, restoreNames } from "../../generator/render/compile-types.js";
import { layoutDeclaration } from "../../generator/render/layout-types.js";
import { plainType } from "../../generator/render/plain-types.js";
import { createPropertyNames, prepareSchema, type PreparedSchema } from "../../generator/render/prepare-schema.js";
import { sourceText } from "../../generator/render/source-writer.js";
import type { TypeNode } from "../../generator/render/type-syntax.js";

async function compiled(schemas: Readonly<Record<string, JsonSchema>>): Promise<Record<string, string>> {
  const types: NamedType[] = Object.entries(schemas).map(([name, schema]) => ({ name, from: "test", schema }));
  const declarations = await compileTypes(types);
  return Object.fromEntries(
    [...declarations].map(([name, declaration]) => [
      name,
      sourceText(layoutDeclaration(declaration), ({ name: local }) => local),
    ]),
  );
}

test("an object becomes an interface; an optional member also takes undefined", async () => {
  const { A } = await compiled({
    A: {
      type: "object",
      properties: { name: { type: "string" }, size: { enum: ["small", "large"] } },
      required: ["name"],
      additionalProperties: false,
    },
  });
  expect(A).toBe('export interface A {\n  name: string;\n  size?: "small" | "large" | undefined;\n}');
});

test("an object without members refuses members", async () => {
  const { A, B } = await compiled({
    A: { type: "object", properties: {}, additionalProperties: false },
    B: {
      type: "object",
      properties: { inner: { type: "object", properties: {}, additionalProperties: false } },
      additionalProperties: false,
    },
  });
  expect(A).toBe("export type A = Record<string, never>;");
  expect(B).toContain("inner?: Record<string, never> | undefined;");
});

test("a schema that says nothing is unknown, also with a description", async () => {
  const { A, B, C } = await compiled({
    A: true,
    B: { description: "Anything" },
    C: { type: "object", properties: { any: { description: "Anything" } }, additionalProperties: false },
  });
  expect(A).toBe("export type A = unknown;");
  expect(B).toBe("export type B = unknown;");
  expect(C).toContain("/** Anything */\n  any?: unknown;");
});

test("types refer to each other by name, with and without a description beside the reference", async () => {
  const { B } = await compiled({
    A: { enum: ["x"] },
    B: {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/A" },
        b: { $ref: "#/$defs/A", description: "Which" },
        self: { $ref: "#/$defs/B" },
      },
      additionalProperties: false,
    },
  });
  expect(B).toContain("a?: A | undefined;");
  expect(B).toContain("/** Which */\n  b?: A | undefined;");
  expect(B).toContain("self?: B | undefined;");
});

test("names of properties are kept, keywords and prototypes among them", async () => {
  const names = ["__proto__", "constructor", "$ref", "properties", "type", "no-cache", "a'); evil(); ('", "", "tsType"];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const { A } = await compiled({
    A: { type: "object", properties, required: [...names, "undeclared"], additionalProperties: false },
  });
  expect(A).toBe(
    [
      "export interface A {",
      "  __proto__: string;",
      "  constructor: string;",
      "  $ref: string;",
      "  properties: string;",
      "  type: string;",
      '  "no-cache": string;',
      `  "a'); evil(); ('": string;`,
      '  "": string;',
      "  tsType: string;",
      "}",
    ].join("\n"),
  );
});

test("nothing in a schema is pasted as code", async () => {
  const hit = "string }\nexport const hit = (globalThis.HIT = 1)\ninterface Rest {";
  const texts = await compiled({
    A: {
      type: "object",
      properties: {
        v: { type: "string", tsType: hit },
        w: { type: "string", enum: ["a", "*/ hit"], tsEnumNames: ["A", hit] },
      },
      required: [`id'>;\n${hit}`],
      patternProperties: { [`*/ ${hit}`]: { type: "string", description: `*/ ${hit}` } },
      title: hit,
      description: `*/ ${hit}`,
    },
  });
  expect(texts["A"]).not.toContain("HIT");
  expect(texts["A"]).toContain('w?: "a" | "*/ hit" | undefined;');
});

test("tuples, arrays of unions and bounded arrays", async () => {
  const { A } = await compiled({
    A: {
      type: "object",
      properties: {
        pair: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false, minItems: 2 },
        many: { type: "array", items: { enum: ["a", "b"] } },
        long: { type: "array", items: { type: "string" }, maxItems: 20 },
      },
      required: ["pair", "many", "long"],
      additionalProperties: false,
    },
  });
  expect(A).toContain("pair: [string, number];");
  expect(A).toContain('many: ("a" | "b")[];');
  expect(A).toContain("long: string[];");
});

test("long unions are broken before each member", async () => {
  const values = Array.from({ length: 12 }, (_, index) => `a-rather-long-value-${index}`);
  const { A } = await compiled({ A: { enum: values } });
  expect(A?.split("\n").slice(0, 2)).toEqual(["export type A =", '  | "a-rather-long-value-0"']);
});

test("no type, no work", async () => {
  expect(await compileTypes([])).toEqual(new Map());
});

const scalar = fc.constantFrom<JsonSchema>(
  { type: "string" },
  { type: "integer", description: "How many" },
  { type: ["string", "null"] },
  { type: "boolean", title: "Really" },
  { enum: ["a", 'b "c"', 3, null, true] },
  { const: -1.5 },
  { $ref: "#/$defs/Leaf" },
  { $ref: "#/$defs/Leaf", description: "Which" },
  { description: "Anything" },
  true,
);
const { schema: plainSchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.constant<JsonSchema>({ type: "array" }),
    fc.record(
      {
        type: fc.constant("array"),
        items: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        minItems: fc.nat(3),
        additionalItems: fc.oneof(fc.constant(false), tie("schema")),
      },
      { requiredKeys: ["items"] },
    ),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b-c", "type", "constructor"), tie("schema"), { maxKeys: 3 }),
        required: fc.constant(["a"]),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    ),
  ),
}));

test("plain schemas get the same type as the library gives them", async () => {
  await fc.assert(
    fc.asyncProperty(plainSchema, async (schema) => {
      const whole = { type: "object", properties: { x: schema }, additionalProperties: false } as const;
      const type = plainType(whole);
      if (type === undefined) throw new Error("not taken for plain");
      const names = createPropertyNames();
      const schemas: (readonly [string, PreparedSchema])[] = [["A", prepareSchema(whole, names)]];
      for (const [name, item] of names.items) schemas.push([name, prepareSchema({ items: item }, names)]);
      const library = new Map((await compileBundle(schemas)).map(({ name, type: made }) => [name, made]));
      const typeOf = (name: string): TypeNode => {
        const made = library.get(name);
        if (made === undefined) throw new Error(`The library lost "${name}".`);
        const restored = restoreNames(made, names, typeOf);
        return name !== "A" && restored.kind === "array" ? restored.element : restored;
      };
      const print = (node: TypeNode): string =>
        sourceText(layoutDeclaration({ name: "A", type: node }), ({ name }) => name);
      expect(print(type)).toBe(print(typeOf("A")));
    }),
    { numRuns: 300 },
  );
});

test("a name for another name is an alias, which the library would lose", async () => {
  const texts = await compiled({
    A: { type: "string" },
    B: { $ref: "#/$defs/A" },
    C: { $ref: "#/$defs/B", title: "Third" },
  });
  expect(texts).toEqual({ A: "export type A = string;", B: "export type B = A;", C: "export type C = B;" });
});

test.each([{}, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }])(
  "a comment keeps what it says of paths, whoever makes the type",
  async (more) => {
    const properties = { a: { type: "string", description: "Files, as in **/*.ts and src/*/" } };
    const { A } = await compiled({ A: { type: "object", properties, ...more } });
    expect(A).toContain("/** Files, as in **\\/*.ts and src/*\\/ */");
  },
);

test.each([{}, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }])(
  "only a member that is deprecated has the tag, whatever a text says",
  async (more) => {
    const properties = {
      a: { type: "string", description: "Instead of what is\n@deprecated\nin the other." },
      b: { type: "string", description: "Gone.\n @minItems 3", deprecated: true },
      c: { type: "string", description: "@deprecated" },
      d: { type: "string", deprecated: true },
    };
    const { A } = await compiled({ A: { type: "object", properties, ...more } });
    expect(A?.match(/^ *\*? *(?:\/\*\* )?@.*$/gm)).toEqual(["   * @deprecated", "  /** @deprecated */"]);
    expect(A).toContain("   * \\@deprecated\n   * in the other.");
    expect(A).toMatch(/^ +\* +\\@minItems 3$/m);
    expect(A).toContain("/** \\@deprecated */\n  c?");
  },
);
