import { expect, it } from "vitest";
import type { JsonObject } from "../../runtime/src/json/plain-object.js";
import { defaultsOf } from "../../runtime/src/validation/defaults.js";
import { compiledSchema } from "../../runtime/src/server/schemas.js";
import { post } from "./connections.js";
import { asked, form, message, oneTool, text } from "./one-tool.js";
import { rawLegacy } from "./raw-legacy.js";

const listed = {
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1 },
      size: { type: "string", enum: ["small", "large"], default: "small" },
      tags: { type: "array", items: { type: "object", properties: { weight: { type: "number", default: 1 } } } },
      options: { type: "object", properties: { dry: { type: "boolean", default: false } } },
    },
    required: ["name"],
    additionalProperties: false,
  },
};

it("names every offending path in one result, so that a model can correct itself", async () => {
  const leg = await oneTool([], { listed }).leg({ size: "huge", tags: [{ weight: "1" }], color: "red", "a/b": 1 });
  expect(leg.result?.["isError"]).toBe(true);
  expect(text(leg)).toBe(
    "Invalid arguments for act: /name is required; /color is not a known property; /a~1b is not a known property; " +
      '/size must be one of "small", "large"; /tags/0/weight must be number',
  );
});

it("lists everything for clients of both eras that send a cursor, which leads nowhere", async () => {
  const { factory } = oneTool([]);
  const client = await rawLegacy(factory, () => undefined);
  const params = { cursor: "next" };
  for (const { result } of [await post(factory, "tools/list", params), await client.call("tools/list", params)])
    expect(result).toMatchObject({ tools: [{ name: "act" }, { name: "other" }] });
  await client.close();
});

it.each([
  ["tools/call", { name: 5 }, "name must be text, arguments an object"],
  ["tools/call", {}, "name must be text, arguments an object"],
  ["tools/call", { name: "act", arguments: null }, "name must be text, arguments an object"],
  ["tools/call", { name: "act", arguments: [] }, "name must be text, arguments an object"],
  ["tools/list", { cursor: 5 }, "cursor must be text"],
] as const)(
  "answers a malformed %s %j to clients of both eras in words of its own",
  async (method, params, problem) => {
    const { factory, calls } = oneTool([]);
    const client = await rawLegacy(factory, () => undefined);
    for (const { error } of [await post(factory, method, params), await client.call(method, params)])
      expect(error).toEqual({ code: -32602, message: `Invalid params for ${method}: ${problem}` });
    await client.close();
    expect(calls).toEqual([]);
  },
);

it("names so many problems only, and looks at each unknown name once", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, 1]));
  const leg = await oneTool([], { listed }).leg({ name: "a", ...unknown });
  expect(text(leg).match(/is not a known property/g)).toHaveLength(100);
  expect(leg.result?.["_meta"]).toMatchObject({ "mcp-parley/refusal": { problems: { length: 100 } } });
});

it("names the first of many allowed values, and answers no request with many times its length", async () => {
  const many = Array.from({ length: 250 }, (_, index) => `region-${index}`);
  const regions = {
    inputSchema: { type: "object", properties: { of: { type: "array", items: { type: "string", enum: many } } } },
  };
  const tool = oneTool([], { listed: regions });
  expect(text(await tool.leg({ of: ["x"] }))).toContain(', "region-19" or 230 more');
  const leg = await tool.leg({ of: Array.from({ length: 100 }, () => "x") });
  expect(text(leg)).toMatch(/^Invalid arguments for act: \/of\/0 must be one of "region-0", /);
  expect(JSON.stringify(leg).length).toBeLessThan(30_000);
});

it.each([
  [20_000, 400, /^Invalid arguments for act: \/k+\/n0 must be integer$/],
  // What the engine says of so many is not even looked at.
  [100_000, 1000, /^Invalid arguments for act: does not match its schema$/],
])("says a name of %i characters once, when %i things below it are wrong", async (length, wrong, said) => {
  const inner = { type: "object", additionalProperties: { type: "integer" } };
  const maps = { inputSchema: { type: "object", additionalProperties: inner } };
  const values = Object.fromEntries(Array.from({ length: wrong }, (_, index) => [`n${index}`, "x"]));
  const leg = await oneTool([], { listed: maps }).leg({ ["k".repeat(length)]: values });
  expect(text(leg)).toMatch(said);
  expect(JSON.stringify(leg).length).toBeLessThan(3 * length);
});

it("tells of one problem at least, however long it is", async () => {
  const long = "x".repeat(10_000);
  const consts = { inputSchema: { type: "object", properties: { a: { const: long }, b: { const: long } } } };
  expect(text(await oneTool([], { listed: consts }).leg({ a: 1, b: 1 }))).toBe(
    `Invalid arguments for act: /a must be one of "${long}"`,
  );
});

it("converts nothing", async () => {
  const numbers = { inputSchema: { type: "object", properties: { count: { type: "integer" } } } };
  expect(text(await oneTool([], { listed: numbers }).leg({ count: "5" }))).toContain("/count must be integer");
  expect(text(await oneTool([], { listed: numbers }).leg({ count: 5 }))).toBe("done");
});

it("applies defaults at every depth before anything reads the arguments", async () => {
  const conditional = form("a", { when: (args: { size?: string }) => args.size === "small" });
  const tool = oneTool([conditional], { listed });
  expect(asked(await tool.leg({ name: "x" }))).toEqual(["a"]);
  await tool.leg({ name: "x", size: "large", tags: [{}, { weight: 2 }], options: {} });
  expect(tool.calls[0]?.args).toEqual({
    name: "x",
    size: "large",
    tags: [{ weight: 1 }, { weight: 2 }],
    options: { dry: false },
  });
});

it("fills in what a default lacks in turn, as the type of the arguments promises", async () => {
  const nested = {
    type: "object",
    properties: {
      a: { type: "object", default: {}, properties: { x: { type: "string", default: "z" } } },
      b: { $ref: "#/$defs/B", default: {} },
      c: { $ref: "#/$defs/C" },
      list: { type: "array", default: [{}, { x: "y" }], items: { $ref: "#/$defs/B" } },
    },
    $defs: {
      B: { type: "object", properties: { x: { type: "string", default: "z" } } },
      C: { type: "object", default: {}, properties: { b: { $ref: "#/$defs/B", default: {} } } },
    },
  };
  const shown = form("confirmed", {
    question: (args: { a: { x: string } }) => ({
      message: `confirm ${args.a.x}`,
      requestedSchema: { type: "object", properties: {} },
    }),
  });
  expect(message(await oneTool([shown], { listed: { inputSchema: nested } }).leg({}), "confirmed")).toBe("confirm z");
  const tool = oneTool([], { listed: { inputSchema: nested } });
  const filled = { a: { x: "z" }, b: { x: "z" }, c: { b: { x: "z" } }, list: [{ x: "z" }, { x: "y" }] };
  for (const args of [{}, { c: {}, list: [{}, { x: "y" }] }]) await tool.leg(args);
  expect(tool.calls.map((call) => call.args)).toEqual([filled, filled]);
  expect(nested.properties.list.default).toEqual([{}, { x: "y" }]);
});

it("gives every call defaults of its own", async () => {
  const lists = { inputSchema: { type: "object", properties: { list: { type: "array", default: [] } } } };
  const tool = oneTool([], { listed: lists, handler: (call) => (call.args["list"] as unknown[]).push(1) && undefined });
  await tool.leg({});
  await tool.leg({});
  expect(tool.calls[1]?.args).toEqual({ list: [1] });
});

it("serves a tool without arguments, however they are left out", async () => {
  for (const args of [undefined, {}]) expect(text(await oneTool([]).leg(args))).toBe("done");
});

it("takes formats of arguments for annotations", async () => {
  const formats = {
    inputSchema: {
      type: "object",
      properties: { port: { type: "string", format: "int32" }, mail: { type: "string", format: "email" } },
    },
  };
  expect(text(await oneTool([], { listed: formats }).leg({ port: "x", mail: "y" }))).toBe("done");
});

it("takes names that objects inherit for ordinary names", async () => {
  const properties = { constructor: { type: "string" }, toString: { type: "number" } };
  const tool = oneTool([], { listed: { inputSchema: { type: "object", properties, additionalProperties: false } } });
  expect(text(await tool.leg({}))).toBe("done");
  expect(text(await tool.leg({ constructor: 1 }))).toContain("/constructor must be string");
  expect(text(await tool.leg({ constructor: "x", toString: 1 }))).toBe("done");
});

it("judges a member __proto__ as any other", () => {
  // The SDK drops such a member from arguments before a server sees them, so this is about the judge itself.
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"number"}},"additionalProperties":false}',
  ) as JsonObject;
  const validate = compiledSchema(schema);
  expect(validate(JSON.parse('{"__proto__":"bad"}'))).toEqual([{ path: "/__proto__", message: "must be number" }]);
  expect(validate(JSON.parse('{"__proto__":1}'))).toBeUndefined();
  expect(validate({})).toBeUndefined();
  expect(compiledSchema({ type: "object", additionalProperties: false })(JSON.parse('{"__proto__":1}'))).toHaveLength(
    1,
  );
});

it("does not take an inherited member for a required one", async () => {
  const tool = oneTool([], { listed: { inputSchema: { type: "object", required: ["constructor"] } } });
  expect(text(await tool.leg({}))).toContain("/constructor is required");
  expect(text(await tool.leg({ constructor: 1 }))).toBe("done");
});

it("reads each schema in its own dialect, and does not mix up schemas of one $id", async () => {
  const draft7 = {
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { pair: { items: [{ type: "string" }], additionalItems: false } },
    },
  };
  expect(text(await oneTool([], { listed: draft7 }).leg({ pair: ["a"] }))).toBe("done");
  expect(text(await oneTool([], { listed: draft7 }).leg({ pair: ["a", "b"] }))).toContain("/pair");
  const identified = (type: string) => ({
    inputSchema: { $id: "https://example.com/x", type: "object", properties: { v: { type } } },
  });
  expect(text(await oneTool([], { listed: identified("string") }).leg({ v: "x" }))).toBe("done");
  expect(text(await oneTool([], { listed: identified("number") }).leg({ v: "x" }))).toContain("/v must be number");
});

it("follows references and recursion", async () => {
  const tree = {
    inputSchema: {
      type: "object",
      properties: { root: { $ref: "#/$defs/Node" } },
      $defs: {
        Node: {
          type: "object",
          properties: { next: { $ref: "#/$defs/Node" }, value: { type: "number", default: 7 } },
          additionalProperties: false,
        },
      },
    },
  };
  const tool = oneTool([], { listed: tree });
  expect(text(await tool.leg({ root: { next: { next: { valve: 1 } } } }))).toContain(
    "/root/next/next/valve is not a known property",
  );
  await tool.leg({ root: { next: {} } });
  expect(tool.calls[0]?.args).toEqual({ root: { value: 7, next: { value: 7 } } });
});

it("takes the first default on the way along references, which may stand in the middle", () => {
  const schema = {
    type: "object",
    properties: {
      near: { $ref: "#/$defs/Near" },
      own: { $ref: "#/$defs/Near", default: 1 },
      far: { $ref: "#/$defs/Far" },
    },
    $defs: {
      Near: { $ref: "#/$defs/Far", default: 2 },
      Far: { $ref: "#/$defs/End" },
      End: { type: "integer", default: 3 },
    },
  };
  expect(defaultsOf(schema)({})).toEqual({ near: 2, own: 1, far: 3 });
  expect(defaultsOf(schema)({ near: 7 })).toEqual({ near: 7, own: 1, far: 3 });
});

it("follows references to the root, with escapes, and gives up on circles", async () => {
  const inputSchema = {
    type: "object",
    properties: { self: { $ref: "#" }, odd: { $ref: "#/$defs/a~1b%25" }, size: { type: "number", default: 3 } },
    $defs: { "a/b%": { type: "object", properties: { on: { type: "boolean", default: true } } } },
  };
  const tool = oneTool([], { listed: { inputSchema } });
  await tool.leg({ self: {}, odd: {} });
  expect(tool.calls[0]?.args).toEqual({ self: { size: 3 }, odd: { on: true }, size: 3 });
  const circle = { type: "object", properties: { a: { $ref: "#/properties/b" }, b: { $ref: "#/properties/a" } } };
  expect(defaultsOf({ ...circle, $comment: { default: 1 } })({ a: {} })).toEqual({ a: {} });
});

it("survives arguments nested a thousand deep", async () => {
  let nested: object = {};
  for (let depth = 0; depth < 1000; depth += 1) nested = { nested };
  const leg = await oneTool([form("a")]).leg(nested);
  expect(leg.error).toEqual({ code: -32602, message: "The arguments are nested too deeply" });
  expect(text(await oneTool([]).leg(nested))).toBe("done");
});
