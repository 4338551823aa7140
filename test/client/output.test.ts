import { expect, it } from "vitest";
import type { ToolDeclaration } from "../../runtime/src/contract-v1/client.js";
import { connect, engineSchema, textOf, toolMethod } from "../../runtime/src/contract-v1/client.js";
import { scriptedServer, serveLegacy, serveModern } from "./scripted-server.js";

/** Calls a tool that sends this content and is declared with this output schema. */
async function sent(outputSchema: ToolDeclaration["outputSchema"], structuredContent: unknown) {
  const declaration: ToolDeclaration = {
    kind: "tool",
    name: "t",
    fulfil: "t",
    inputSchema: { type: "object" },
    questions: {},
    ...(outputSchema === undefined ? {} : { outputSchema: engineSchema(outputSchema) }),
  };
  const result: Record<string, unknown> = { structuredContent };
  const wire = serveModern(() => scriptedServer(() => ({ content: [{ type: "text", text: "said" }], ...result })));
  const connection = await connect(wire.transport, { version: 1, server: "s", methods: [declaration] }, { fulfil: {} });
  return toolMethod<object, unknown, object, object>(connection, declaration)({});
}

const id = { type: "object", properties: { id: { type: "string" } }, required: ["id"] } as const;

it("returns content that fits, and what was said with it", async () => {
  const result = await sent(id, { id: "db-1" });
  expect(result).toMatchObject({ isError: false, structuredContent: { id: "db-1" } });
  expect(textOf(result)).toBe("said");
});

it("names what does not fit", async () => {
  await expect(sent(id, { id: 5 })).rejects.toThrow(/does not fit its output schema: .*id must be string/);
});

it("returns the content of a tool that declares no schema as it came", async () => {
  expect(await sent(undefined, { anything: 1 })).toMatchObject({ structuredContent: { anything: 1 } });
});

it("takes a format for an annotation, and a property of that name for a property", async () => {
  const schema = {
    type: "object",
    properties: { format: { type: "string", format: "email" }, as: { const: { format: "email" } } },
    required: ["format"],
  };
  expect(await sent(schema, { format: "no address", as: { format: "email" } })).toMatchObject({ isError: false });
  await expect(sent(schema, { format: 5 })).rejects.toMatchObject({ code: "invalid-result" });
  await expect(sent(schema, { format: "x", as: {} })).rejects.toMatchObject({ code: "invalid-result" });
});

it.each(["const", "enum", "default", "examples", "format"])(
  "takes a format for an annotation in a property called %s",
  async (name) => {
    const property = { type: "string", format: "uri", enum: ["x"], default: { format: "x" } };
    const schema = { type: "object", properties: { [name]: property }, $defs: { [name]: property } };
    expect(await sent(schema, { [name]: "x" })).toMatchObject({ isError: false });
    await expect(sent(schema, { [name]: "y" })).rejects.toMatchObject({ code: "invalid-result" });
  },
);

it("holds members that every object has to the schema, and misses them where they are not sent", async () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"toString":{"type":"string"},"__proto__":{"type":"integer"}},"required":["constructor"]}',
  );
  expect(await sent(schema, { constructor: 1 })).toMatchObject({ isError: false });
  const whole = JSON.parse('{"constructor":1,"toString":"x","__proto__":2}');
  expect(await sent(schema, whole)).toMatchObject({ isError: false, structuredContent: whole });
  for (const wrong of ["{}", '{"constructor":1,"toString":2}', '{"constructor":1,"__proto__":"x"}']) {
    await expect(sent(schema, JSON.parse(wrong))).rejects.toMatchObject({ code: "invalid-result" });
  }
});

it("holds two schemas of the same $id apart", async () => {
  const $id = "https://example.com/result";
  expect(await sent({ ...id, $id }, { id: "x" })).toMatchObject({ isError: false });
  const other = { $id, type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  expect(await sent(other, { n: 1 })).toMatchObject({ isError: false });
  await expect(sent(other, { id: "x" })).rejects.toMatchObject({ code: "invalid-result" });
});

it("follows references", async () => {
  const schema = {
    $ref: "#/$defs/List",
    $defs: { List: { type: "array", items: { $ref: "#/$defs/Item" } }, Item: id },
  };
  expect(await sent(schema, [{ id: "a" }])).toMatchObject({ structuredContent: [{ id: "a" }] });
  await expect(sent(schema, [{}])).rejects.toMatchObject({ code: "invalid-result" });
});

it.each([[[1, 2]], [5], ["text"], [null], [false]])("returns %j, which is no object, on 2026-07-28", async (value) => {
  expect(await sent({ type: ["array", "number", "string", "null", "boolean"] }, value)).toMatchObject({
    isError: false,
    structuredContent: value,
  });
});

it("takes a value that is no object out of its wrapping on 2025-11-25", async () => {
  const wire = await serveLegacy(() => scriptedServer(() => ({ content: [], structuredContent: { result: [1, 2] } })));
  const declaration: ToolDeclaration = {
    kind: "tool",
    name: "t",
    fulfil: "t",
    inputSchema: { type: "object" },
    outputSchema: { type: "array", items: { type: "integer" } },
    questions: {},
  };
  const connection = await connect(wire.transport, { version: 1, server: "s", methods: [] }, { fulfil: {} });
  const call = toolMethod<object, readonly number[], object, object>(connection, declaration);
  expect(await call({})).toMatchObject({ isError: false, structuredContent: [1, 2] });
});
