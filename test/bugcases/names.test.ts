import { expect, it } from "vitest";
import { listed } from "../import/in-memory.js";
import { compileErrors, generated, reported, spec } from "./checked.js";
import { compiledSchema } from "../../runtime/src/server/schemas.js";
import { leg, served, textOf } from "./served.js";

it("18: names of properties that some clients refuse are a warning for each, and an ordinary name is none", async () => {
  const found = await reported(
    spec(
      `tools: { fetch: { inputSchema: { type: object, properties: { "uids[]": {}, Parameter1.Name: {}, "{{userName}}": {}, plain: {} } } } }`,
    ),
  );
  expect(found).toEqual([
    expect.stringMatching(/^3 warning schema\/property-name .*"uids\[\]"/),
    expect.stringMatching(/^3 warning schema\/property-name .*"\{\{userName\}\}"/),
  ]);
});

it("18: such names arrive as they are", async () => {
  const { factory } = await served(
    spec(
      `tools: { fetch: { inputSchema: { type: object, properties: { "uids[]": { type: array, items: { type: string } } }, additionalProperties: false } } }`,
    ),
    { fetch: ({ args }: { args: object }) => ({ content: [{ type: "text", text: JSON.stringify(args) }] }) },
  );
  const answer = await leg(factory, "fetch", { args: { "uids[]": ["a"] } });
  expect(answer.result?.["content"]).toEqual([{ type: "text", text: '{"uids[]":["a"]}' }]);
});

it("19: a tool without arguments may be written four ways; each is listed as an object and can be called without any", async () => {
  const ran = (): object => ({ content: [{ type: "text", text: "ran" }] });
  const { factory } = await served(
    spec(`
tools:
  a: {}
  b: { inputSchema: {} }
  c: { inputSchema: { type: object } }
  d: { inputSchema: { type: object, properties: {}, additionalProperties: false } }
`),
    { a: ran, b: ran, c: ran, d: ran },
  );
  for (const tool of await listed(factory, "tools/list"))
    expect(tool).toMatchObject({ inputSchema: { type: "object" } });
  for (const name of ["a", "b", "c", "d"]) {
    const answer = await leg(factory, name);
    expect(answer.result?.["content"], name).toEqual([{ type: "text", text: "ran" }]);
  }
});

const long = "x".repeat(140);
const oddNames = ["calendar.list-events", "user-profile/update", "Create CIFS Share", "查询", "🚀", "3d_view", long];

it("21: every name is kept on the wire and has an identifier of its own", async () => {
  const text = spec(`tools:\n${oddNames.map((name) => `  ${JSON.stringify(name)}: {}`).join("\n")}\n`);
  const files = await generated(text);
  for (const name of oddNames) expect(files.get("src/calls.ts")).toContain(`name: ${JSON.stringify(name)}`);
  const handlers = [...(files.get("src/server.ts") ?? "").matchAll(/^ {2}readonly (\w+): \(call/gm)].map(
    ([, name]) => name,
  );
  expect(new Set(handlers).size).toBe(oddNames.length);
  expect(await compileErrors(text, "export {};")).toEqual([]);
});

it("21: names outside the rule are warned of, and a full stop is only a note", async () => {
  const severityOf = async (name: string): Promise<string | undefined> => {
    const [first] = await reported(spec(`tools: { ${JSON.stringify(name)}: {} }`));
    return first?.split(" ").slice(1, 3).join(" ");
  };
  expect(await severityOf("calendar.list-events")).toBe("info names/tool-name-dot");
  for (const name of ["Create CIFS Share", "查询", long, "user-profile/update"]) {
    expect(await severityOf(name), name).toBe("warning names/tool-name");
  }
  expect(await severityOf("3d_view")).toBeUndefined();
});

it("13: names of JavaScript's own are ordinary names of tools, prompts and inputs", async () => {
  const found = await reported(
    spec(`
tools:
  toString: { codeName: text }
  constructor: { codeName: make }
`),
  );
  expect(found.filter((line) => line.includes(" error "))).toEqual([]);
  const { factory } = await served(
    spec(`tools:\n  constructor: { codeName: make }\n  __proto__: { codeName: proto }\n`),
    {
      make: () => ({ content: [{ type: "text", text: "made" }] }),
      proto: () => ({ content: [{ type: "text", text: "proto" }] }),
    },
  );
  expect((await leg(factory, "constructor")).result?.["content"]).toEqual([{ type: "text", text: "made" }]);
  expect((await leg(factory, "__proto__")).result?.["content"]).toEqual([{ type: "text", text: "proto" }]);
  expect((await leg(factory, "hasOwnProperty")).error?.code).toBe(-32_602);
});

it("13: a member called __proto__ is judged, and inherited members do not count as given", async () => {
  const inputSchema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"number"},"constructor":{"type":"string"}},"required":["__proto__","constructor"],"additionalProperties":false}',
  ) as { type: "object" };
  const accepts = (json: string): boolean => compiledSchema(inputSchema)(JSON.parse(json)) === undefined;
  expect(accepts('{"__proto__": 1, "constructor": "c"}')).toBe(true);
  expect(accepts('{"__proto__": "bad", "constructor": "c"}')).toBe(false);
  expect(accepts('{"__proto__": 1}')).toBe(false);
  expect(accepts("{}")).toBe(false);

  let ran = 0;
  const tools = { store: { inputSchema } };
  const { factory } = await served(JSON.stringify({ parley: "1", server: { name: "demo", version: "1.0.0" }, tools }), {
    store: () => {
      ran++;
      return { content: [] };
    },
  });
  // The SDK drops `__proto__` from what it receives, so such a tool cannot be called; it never runs on half of its arguments.
  const args = JSON.parse('{"__proto__": 1, "constructor": "c"}') as object;
  expect(textOf(await leg(factory, "store", { args }))).toContain("/__proto__ is required");
  expect(ran).toBe(0);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

it("07 11: arguments arrive under their exact names, absent ones are absent, and extra ones are judged by their type", async () => {
  const { factory } = await served(
    spec(`
tools:
  query:
    inputSchema:
      type: object
      additionalProperties: false
      properties: { query-3: { type: string }, query3: { type: integer }, query_3: { type: boolean }, no-cache: { type: boolean }, cache: { type: boolean }, "": { type: string }, "DateCreated<": { type: string } }
  convert:
    inputSchema: { type: object, properties: { currency: { type: string } }, required: [currency], additionalProperties: { type: number } }
`),
    {
      query: ({ args }: { args: object }) => ({ content: [{ type: "text", text: JSON.stringify(args) }] }),
      convert: () => ({ content: [] }),
    },
  );
  const all = {
    "query-3": "a",
    query3: 1,
    query_3: true,
    "no-cache": true,
    cache: false,
    "": "e",
    "DateCreated<": "d",
  };
  const text = async (args: object): Promise<unknown> => (await leg(factory, "query", { args })).result?.["content"];
  expect(await text(all)).toEqual([{ type: "text", text: JSON.stringify(all) }]);
  expect(await text({ query3: 1 })).toEqual([{ type: "text", text: '{"query3":1}' }]);
  const bad = await leg(factory, "convert", { args: { currency: "EUR", USD: "1.2" } });
  expect(bad.result?.["isError"]).toBe(true);
  expect(JSON.stringify(bad.result?.["content"])).toContain("USD");
});
