import { expect, it } from "vitest";
import type { JsonObject } from "../../generator/model/model.js";
import { head, loadText } from "./load-text.js";

/** The normalised type of a tool's output. */
async function normalized(schema: JsonObject): Promise<unknown> {
  const spec = { parley: "1", server: { name: "d", version: "1" }, tools: { t: { outputSchema: schema } } };
  const { model } = await loadText(JSON.stringify(spec), {}, "parley.json");
  return model?.types.find(({ name }) => name === "TOutput")?.schema;
}

it("names choices by their values", async () => {
  expect(await normalized({ type: "string", oneOf: [{ const: "a", title: "A" }, { const: "b" }] })).toEqual({
    enum: ["a", "b"],
  });
});

it("reads tuples of 2020-12", async () => {
  expect(await normalized({ type: "array", prefixItems: [{ type: "string" }], items: false, minItems: 1 })).toEqual({
    type: "array",
    items: [{ type: "string" }],
    additionalItems: false,
    minItems: 1,
    maxItems: 1,
  });
});

it("does not count the items of bounded lists", async () => {
  expect(await normalized({ type: "array", items: { type: "string" }, minItems: 2, maxItems: 20 })).toEqual({
    type: "array",
    items: { type: "string" },
  });
});

it("keeps a closed object closed beside alternatives that only require", async () => {
  expect(
    await normalized({
      type: "object",
      properties: { p: { type: "string" }, q: { type: "string" } },
      additionalProperties: false,
      oneOf: [{ required: ["p"] }, { required: ["q"] }],
    }),
  ).toMatchObject({
    additionalProperties: false,
    oneOf: [
      { properties: { p: true }, required: ["p"], additionalProperties: false },
      { properties: { q: true }, required: ["q"], additionalProperties: false },
    ],
  });
});

it("lets nothing into a closed object without properties", async () => {
  expect(await normalized({ type: "object", additionalProperties: false })).toEqual({
    type: "object",
    properties: {},
    additionalProperties: { allOf: [false] },
  });
});

it("keeps declared properties beside typed others", async () => {
  expect(
    await normalized({
      type: "object",
      properties: { currency: { type: "string" } },
      additionalProperties: { type: "number" },
    }),
  ).toMatchObject({ properties: { currency: { type: "string" } }, additionalProperties: {} });
});

it("says nothing about what TypeScript cannot say", async () => {
  expect(
    await normalized({ type: "object", properties: { a: { not: { type: "string" } }, b: { description: "Any" } } }),
  ).toMatchObject({
    properties: { a: {}, b: { description: "Any" } },
  });
});

it("splits types that hold different keywords", async () => {
  expect(await normalized({ type: ["object", "string"], properties: { a: { type: "string" } } })).toMatchObject({
    anyOf: [{ type: "object", properties: { a: { type: "string" } } }, { type: "string" }],
  });
});

it("does not ask for guards that a wrong condition would have given", async () => {
  const { codes } = await loadText(
    `${head}tools: { t: { inputSchema: { type: object, properties: { a: { type: string } } }, requires: { ask: { when: has(args.b), confirm: { message: "\${{ args.a }}" } } } } }\n`,
  );
  expect(codes).toEqual(["cel/unknown-property"]);
});
