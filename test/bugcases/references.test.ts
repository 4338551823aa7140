import { expect, it } from "vitest";
import { reported, spec } from "./checked.js";
import { leg, served } from "./served.js";
import { listed } from "../import/in-memory.js";

it("14: references resolve inside the schema that is listed, wherever they were written", async () => {
  const { factory } = await served(
    spec(`
schemas:
  Money: { type: object, properties: { cents: { type: integer }, currency: { $ref: "#/schemas/Currency" } }, required: [cents, currency] }
  Currency: { enum: [EUR, USD] }
tools:
  quote:
    inputSchema: { type: object, properties: { sku: { type: string } }, required: [sku] }
    outputSchema: { type: object, properties: { price: { $ref: "#/schemas/Money" }, tax: { $ref: "#/$defs/Rate" } }, required: [price], $defs: { Rate: { type: number } } }
`),
    { quote: () => ({ structuredContent: { price: { cents: 5, currency: "EUR" }, tax: 0.2 } }) },
  );
  const [tool] = await listed(factory, "tools/list");
  expect(tool).toMatchObject({
    outputSchema: {
      properties: { price: { $ref: "#/$defs/Money" }, tax: { $ref: "#/$defs/Rate" } },
      $defs: {
        Rate: { type: "number" },
        Money: { properties: { currency: { $ref: "#/$defs/Currency" } } },
        Currency: { enum: ["EUR", "USD"] },
      },
    },
  });
  const answer = await leg(factory, "quote", { args: { sku: "a" } });
  expect(answer.result?.["structuredContent"]).toEqual({ price: { cents: 5, currency: "EUR" }, tax: 0.2 });
});

it("14: what the server answers is checked through those references", async () => {
  const { factory } = await served(
    spec(`
schemas: { Currency: { enum: [EUR, USD] } }
tools:
  quote: { outputSchema: { type: object, properties: { currency: { $ref: "#/schemas/Currency" } }, required: [currency] } }
`),
    { quote: () => ({ structuredContent: { currency: "DM" } }) },
  );
  const answer = await leg(factory, "quote");
  expect(answer.error !== undefined || answer.result?.["isError"] === true).toBe(true);
});

const sheet = (pointer: string): string =>
  spec(`tools:
  sheet:
    inputSchema:
      type: object
      properties:
        rows: { type: array, items: { type: object, properties: { cell: { $ref: "${pointer}" } }, $defs: { Cell: { type: string } } } }
`);

it("15: a pointer without a target is an error with its place; the right pointer works", async () => {
  expect(await reported(sheet("#/$defs/Cell"))).toEqual([
    expect.stringMatching(/^8 error ref\/unresolved The reference "#\/\$defs\/Cell" has no target\./),
  ]);
  expect(await reported(sheet("#/properties/rows/items/$defs/Cell"))).toEqual([]);
});

it("16: a dialect that nobody knows is an error that names it", async () => {
  const found = await reported(
    spec(`tools: { a: { inputSchema: { $schema: "https://example.com/my-schema", type: object } } }`),
  );
  expect(found).toEqual([expect.stringMatching(/^3 error schema\/dialect .*https:\/\/example\.com\/my-schema/)]);
});

it("16: each schema is judged in its own dialect", async () => {
  const { factory } = await served(
    spec(`
tools:
  older:
    inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: object, properties: { p: { type: array, items: [{ type: string }], additionalItems: false } } }
  today:
    inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: object, properties: { p: { type: array, prefixItems: [{ type: string }], items: false } } }
  silent:
    inputSchema: { type: object, properties: { p: { type: array, prefixItems: [{ type: string }], items: { type: integer } } } }
`),
    Object.fromEntries(
      ["older", "today", "silent"].map((name) => [name, () => ({ content: [{ type: "text", text: "ran" }] })]),
    ),
  );
  const isError = async (name: string, p: unknown): Promise<boolean> =>
    (await leg(factory, name, { args: { p } })).result?.["isError"] === true;
  for (const name of ["older", "today", "silent"]) expect(await isError(name, ["a"]), name).toBe(false);
  for (const name of ["older", "today"]) expect(await isError(name, ["a", 1]), name).toBe(true);
  expect(await isError("silent", ["a", 1])).toBe(false);
  expect(await isError("silent", ["a", "b"])).toBe(true);
});

it.each([
  ["http://127.0.0.1:9/schema.json", "ref/remote"],
  ["file:///etc/hostname", "ref/remote"],
  ["//example.com/schema.json", "ref/remote"],
  ["../../../../etc/hostname", "ref/outside"],
])("17: %s leaves the project and is refused by name, unread", async (reference, code) => {
  const found = await reported(
    spec(`tools: { a: { inputSchema: { type: object, properties: { b: { $ref: "${reference}" } } } } }`),
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`error ${code}`);
  expect(found[0]).toContain(reference);
});

it("17: a file beside the spec may be named", async () => {
  const files = { "shared.yaml": "Money: { type: integer }" };
  const text = spec(
    `tools: { a: { inputSchema: { type: object, properties: { b: { $ref: "./shared.yaml#/Money" } } } } }`,
  );
  expect(await reported(text, files)).toEqual([]);
});
