import { expect, it } from "vitest";
import { compileTypes } from "../../generator/render/compile-types.js";
import type { Model } from "../../generator/model/model.js";
import { head, loadGood, loadText } from "./load-text.js";

const tools = (body: string): string => `${head}tools:\n${body.replaceAll(/^/gm, "  ")}\n`;
const typeNames = (model: Model): readonly string[] => model.types.map(({ name }) => name);
const schemaOf = (model: Model, name: string): unknown => model.types.find((type) => type.name === name)?.schema;

it("02: takes properties that are named like keywords for properties", async () => {
  const model = await loadGood(
    tools(
      "t: { inputSchema: { type: object, properties: { $ref: { type: string }, type: { type: integer }, properties: { type: object, properties: { required: { type: boolean } } }, enum: { type: array, items: { type: string } } } } }",
    ),
  );
  expect(model.tools[0]?.inputSchema).toEqual(model.tools[0]?.listed["inputSchema"]);
  expect(schemaOf(model, "TArguments")).toMatchObject({
    properties: { $ref: { type: "string" }, type: { type: "integer" }, enum: { items: { type: "string" } } },
  });
});

it("03: gives a recursive root one name, under $defs and definitions alike", async () => {
  const body = (keyword: string): string =>
    tools(
      `tree: { outputSchema: { $ref: "#/${keyword}/Folder", ${keyword}: { Folder: { type: object, additionalProperties: false, properties: { name: { type: string }, folders: { type: array, items: { $ref: "#/${keyword}/Folder" } } }, required: [name] } } } }`,
    );
  for (const keyword of ["$defs", "definitions"]) {
    const model = await loadGood(body(keyword));
    expect(typeNames(model)).toEqual(["TreeArguments", "TreeOutput", "TreeOutputFolder"]);
    expect(schemaOf(model, "TreeOutput")).toEqual({ $ref: "#/$defs/TreeOutputFolder" });
    await compileTypes(model.types);
  }
});

it("05: keeps two definitions of one name apart", async () => {
  const model = await loadGood(
    tools(
      'a: { inputSchema: { type: object, properties: { f: { $ref: "#/$defs/Filter" } }, $defs: { Filter: { type: string } } } }\nb: { inputSchema: { type: object, properties: { f: { $ref: "#/$defs/Filter" } }, $defs: { Filter: { type: number } } } }',
    ),
  );
  expect(schemaOf(model, "AArgumentsFilter")).toEqual({ type: "string" });
  expect(schemaOf(model, "BArgumentsFilter")).toEqual({ type: "number" });
});

it("11: reports tools that would be one in code, and offers codeName", async () => {
  const { diagnostics } = await loadText(tools("get-user: {}\nget_user: {}"));
  expect(diagnostics).toMatchObject([
    {
      code: "names/collision",
      message: '"tools.get-user" and "tools.get_user" are both called "getUser" in generated code.',
    },
  ]);
  expect(diagnostics[0]?.help).toContain("codeName");
});

it("12, 21: names every tool, whatever it is called on the wire", async () => {
  const model = await loadGood(
    tools(
      'delete: {}\nnew: {}\nimport: {}\ndefault: {}\n"user-profile/update": {}\n"查询": {}\n"🚀": {}\n3d_view: {}\n__proto__: {}',
    ),
  );
  expect(model.tools.map(({ name, codeName, typeName }) => [name, codeName, typeName])).toEqual([
    ["delete", "delete", "Delete"],
    ["new", "new", "New"],
    ["import", "import", "Import"],
    ["default", "default", "Default"],
    ["user-profile/update", "userProfileUpdate", "UserProfileUpdate"],
    ["查询", "u67e5U8be2", "U67e5U8be2"],
    ["🚀", "u1f680", "U1f680"],
    ["3d_view", "tool3dView", "Tool3dView"],
    ["__proto__", "proto", "Proto"],
  ]);
});

it("13, 48: takes __proto__ and constructor for ordinary names", async () => {
  const model = await loadGood(
    tools(
      "t: { inputSchema: { type: object, properties: { __proto__: { type: integer }, constructor: { type: string } }, required: [constructor] }, requires: { toString: { confirm: { message: m } }, constructor: { confirm: { message: n } } } }",
    ),
  );
  const properties = model.tools[0]?.inputSchema["properties"];
  expect(Object.keys(properties ?? {})).toEqual(["__proto__", "constructor"]);
  expect(model.tools[0]?.inputs.map(({ name }) => name)).toEqual(["toString", "constructor"]);
  expect(({} as { readonly type?: unknown }).type).toBeUndefined();
});

it("14: lists schemas that resolve inside themselves, and leaves the others as they are", async () => {
  const model = await loadGood(
    `${head}schemas:
  Money: { type: object, properties: { cents: { type: integer }, currency: { $ref: "#/schemas/Currency" } } }
  Currency: { enum: [EUR, USD] }
tools:
  quote:
    inputSchema: { type: object, properties: { sku: { type: string } } }
    outputSchema: { type: object, properties: { price: { $ref: "#/schemas/Money" }, tax: { $ref: "#/$defs/Rate" } }, $defs: { Rate: { type: number } } }
`,
  );
  expect(model.tools[0]?.outputSchema).toEqual({
    type: "object",
    properties: { price: { $ref: "#/$defs/Money" }, tax: { $ref: "#/$defs/Rate" } },
    $defs: {
      Rate: { type: "number" },
      Money: { type: "object", properties: { cents: { type: "integer" }, currency: { $ref: "#/$defs/Currency" } } },
      Currency: { enum: ["EUR", "USD"] },
    },
  });
  expect(model.tools[0]?.inputSchema).toEqual({ type: "object", properties: { sku: { type: "string" } } });
});

it("15: looks for a definition where the pointer says", async () => {
  const body = (pointer: string): string =>
    tools(
      `sheet: { inputSchema: { type: object, properties: { rows: { type: array, items: { type: object, properties: { cell: { $ref: "${pointer}" } }, $defs: { Cell: { type: string } } } } } } }`,
    );
  const wrong = await loadText(body("#/$defs/Cell"));
  expect(wrong.places).toEqual(["parley.yaml:4:127 ref/unresolved"]);
  expect((await loadText(body("#/properties/rows/items/$defs/Cell"))).codes).toEqual([]);
});

it("16: reads tuples of both dialects", async () => {
  const model = await loadGood(
    tools(
      'a: { inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: object, properties: { p: { type: array, items: [{ type: string }, { type: number }], additionalItems: false, minItems: 2 } }, required: [p] } }\nb: { inputSchema: { type: object, properties: { p: { type: array, prefixItems: [{ type: string }, { type: number }], items: false, minItems: 2 } }, required: [p] } }',
    ),
  );
  const { properties: a } = schemaOf(model, "AArguments") as { properties: unknown };
  const { properties: b } = schemaOf(model, "BArguments") as { properties: unknown };
  expect(a).toEqual(b);
});

it("17: never asks for what a reference outside the project names", async () => {
  const { codes, read } = await loadText(
    tools(
      't: { inputSchema: { type: object, properties: { a: { $ref: "http://127.0.0.1:9/x.json" }, b: { $ref: "file:///etc/hostname" }, c: { $ref: "../../etc/hostname" }, d: { $ref: "/etc/hostname" }, e: { $ref: "//host/x" } } } }',
    ),
  );
  expect(codes).toEqual(["ref/remote", "ref/outside"]);
  expect(read).toEqual(["/project/parley.yaml"]);
});

it("19: lists the four ways to have no arguments as objects", async () => {
  const model = await loadGood(
    tools(
      "a: {}\nb: { inputSchema: {} }\nc: { inputSchema: { type: object, properties: {} } }\nd: { inputSchema: { type: object, additionalProperties: false } }",
    ),
  );
  expect(model.tools.map(({ inputSchema }) => inputSchema)).toEqual([
    { type: "object", additionalProperties: false },
    { type: "object" },
    { type: "object", properties: {} },
    { type: "object", additionalProperties: false },
  ]);
});

it("24: keeps YAML's plain words, and asks for quotes where a version would change", async () => {
  const model = await loadGood(
    tools(
      "t: { inputSchema: { type: object, properties: { country: { type: string, enum: [se, no, NO, on, off] }, on: { type: boolean } } } }",
    ),
  );
  expect(model.tools[0]?.inputSchema["properties"]).toMatchObject({
    country: { enum: ["se", "no", "NO", "on", "off"] },
    on: {},
  });
  const { diagnostics } = await loadText('parley: "1"\nserver: { name: demo, version: 1.10 }\n');
  expect(diagnostics).toMatchObject([{ code: "spec/wrong-type", help: 'Put it in quotes: "1.10".' }]);
});

it("25: names both places of a repeated key, in YAML and in JSON", async () => {
  const yaml = await loadText(`${head}tools:\n  a: {}\n  a: {}\n`);
  expect(yaml.places).toEqual(["parley.yaml:5:3 yaml/duplicate-key"]);
  expect(yaml.diagnostics[0]?.related).toHaveLength(1);
  const json = await loadText(
    '{ "parley": "1", "parley": "1", "server": { "name": "d", "version": "1" } }',
    {},
    "parley.json",
  );
  expect(json.places).toEqual(["parley.json:1:18 yaml/duplicate-key"]);
  expect(json.diagnostics[0]?.related[0]?.location).toMatchObject({ start: 2 });
});

it("28: keeps crafted names and vendor keywords out of types", async () => {
  const crafted = "id'>;\\nexport const hit=(globalThis.HIT=1);\\ntype Z=Array<'id";
  const { model, codes } = await loadText(
    `{"parley":"1","server":{"name":"d","version":"1"},"tools":{"t":{"inputSchema":{"type":"object","required":["${crafted}"],"properties":{"v":{"type":"string","tsType":"any }"}}}}}}`,
    {},
    "parley.json",
  );
  expect(codes).toEqual(["schema/required-undeclared"]);
  expect(JSON.stringify(model?.types)).not.toContain("tsType");
});

it("31: reads all five shapes of choices", async () => {
  const fields = [
    "one: { type: string, enum: [a, b] }",
    "titled: { type: string, oneOf: [{ const: a, title: A }] }",
    "legacy: { type: string, enum: [a], enumNames: [A] }",
    "many: { type: array, minItems: 1, maxItems: 2, items: { type: string, enum: [a, b] }, default: [a] }",
    "manyTitled: { type: array, items: { anyOf: [{ const: fish-1, title: Tuna }] } }",
  ].join(", ");
  const model = await loadGood(
    tools(`t: { requires: { ask: { elicit: { message: m, schema: { properties: { ${fields} } } } } } }`),
  );
  expect(schemaOf(model, "TAsk")).toMatchObject({
    additionalProperties: false,
    properties: {
      one: { enum: ["a", "b"] },
      titled: { enum: ["a"] },
      legacy: { enum: ["a"] },
      many: { type: "array", items: { enum: ["a", "b"] } },
      manyTitled: { type: "array", items: { enum: ["fish-1"] } },
    },
  });
});

it("34: sends a form without references, and keeps the shared type", async () => {
  const model = await loadGood(
    `${head}schemas: { Status: { type: string, enum: [not_started, done] } }
tools: { move: { requires: { to: { elicit: { message: New status, schema: { properties: { status: { $ref: "#/schemas/Status" } }, required: [status] } } } } } }
`,
  );
  const [input] = model.tools[0]?.inputs ?? [];
  expect(input).toMatchObject({
    schema: {
      type: "object",
      properties: { status: { type: "string", enum: ["not_started", "done"] } },
      required: ["status"],
    },
  });
  expect(schemaOf(model, "MoveTo")).toMatchObject({ properties: { status: { $ref: "#/$defs/Status" } } });
});

it("36: refuses every field that no form shows, each at its place", async () => {
  const { places } = await loadText(
    `${head}tools:
  profile:
    requires:
      me:
        elicit:
          message: About you
          schema:
            properties:
              ok: { type: string, maxLength: 9 }
              address: { type: object, properties: { street: { type: string } } }
              pets: { type: array, items: { type: object, properties: { name: { type: string } } } }
              nick: { anyOf: [{ type: string }, { type: "null" }] }
              age: { type: [integer, "null"] }
              any: { description: whatever }
`,
  );
  expect(places).toEqual([
    "parley.yaml:12:15 form/not-flat",
    "parley.yaml:13:36 form/not-flat",
    "parley.yaml:14:15 form/nullable",
    "parley.yaml:15:15 form/nullable",
    "parley.yaml:16:15 form/untyped",
  ]);
});

it("37: keeps any format in arguments", async () => {
  const { codes } = await loadText(
    tools(
      "t: { inputSchema: { type: object, properties: { id: { type: string, format: uuid }, n: { type: integer, format: int32 } } } }",
    ),
  );
  expect(codes).toEqual([]);
});

it.each([
  ["javascript:alert(1)", 'must not use the scheme "javascript:"'],
  ["file:///etc/passwd", 'must not use the scheme "file:"'],
  ["https://user:pw@x.example/", "must not hold a user name or password"],
  ["http://x.example/", "must use https"],
  ["${{ args.a }}", "must begin with a scheme and a host that are written out"],
  ["https://${{ args.a }}.example/", "must write the host out before the first value"],
  ["https://x.example${{ args.a }}", "must write the host out before the first value"],
])("42: refuses to send people to %s", async (url, problem) => {
  const { diagnostics } = await loadText(
    tools(
      `t: { inputSchema: { type: object, properties: { a: { type: string } }, required: [a] }, requires: { pay: { elicitUrl: { message: m, url: "${url}" } } } }`,
    ),
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(problem)]);
});

it.each([
  "https://pay.example.com/checkout?order=${{ args.a }}",
  "http://localhost:3000/x",
  "http://127.0.0.1/",
  "https://x.example",
])("42: sends people to %s", async (url) => {
  const { codes } = await loadText(
    tools(
      `t: { inputSchema: { type: object, properties: { a: { type: string } }, required: [a] }, requires: { pay: { elicitUrl: { message: m, url: "${url}" } } } }`,
    ),
  );
  expect(codes).toEqual([]);
});
