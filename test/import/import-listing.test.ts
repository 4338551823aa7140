import { loadText } from "../front/load-text.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { codesOf, imported } from "./imported.js";

const server = { name: "demo", version: "1" };
const tool = (name: string, more: object = {}): object => ({ name, inputSchema: { type: "object" }, ...more });

it("copies what a tool says, and its schemas as they are", () => {
  const inputSchema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { "uids[]": { type: "array", items: { $ref: "#/definitions/Uid" } } },
    definitions: { Uid: { type: "string", "x-vendor": 1 } },
  };
  const listed = {
    name: "fetch",
    title: "Fetch",
    description: "Fetches.\nTwice.",
    annotations: { readOnlyHint: true, title: "Fetch" },
    _meta: { "example.com/rank": 1 },
    inputSchema,
    outputSchema: { type: "object" },
  };
  const [result, notes] = imported({ server: { name: "demo", version: "2.0.1" }, tools: [listed] });
  const { name: _name, ...members } = listed;
  expect(result?.spec).toEqual({ parley: "1", server: { name: "demo", version: "2.0.1" }, tools: { fetch: members } });
  expect(notes).toEqual([]);
});

it("names a member that the language has no place for, once for all tools that have it", () => {
  const execution = { taskSupport: "forbidden" };
  const [result, notes] = imported({
    server: { name: "demo", version: "1" },
    tools: [
      tool("a", { execution }),
      tool("b", { execution }),
      tool("c", { annotations: { rating: 5, readOnlyHint: true } }),
    ],
  });
  expect(notes.map(({ message }) => message)).toEqual([
    '"execution" of 2 tools has no place in a spec and is left out.',
    '"annotations.rating" of the tool "c" has no place in a spec and is left out.',
  ]);
  expect(notes[0]?.related).toHaveLength(1);
  expect(result?.omissions.map(({ path }) => path)).toEqual([["execution"], ["execution"], ["annotations", "rating"]]);
  expect(result?.spec["tools"]).toMatchObject({ c: { annotations: { readOnlyHint: true } } });
});

it("turns prompt arguments into a mapping", () => {
  const listed = {
    name: "brief",
    arguments: [{ name: "topic", required: true, default: "x" }, { name: "tone" }, { name: "tone" }, 7],
  };
  const [result, notes] = imported({ server: { name: "demo", version: "1" }, prompts: [listed] });
  expect(result?.spec["prompts"]).toEqual({ brief: { arguments: { topic: { required: true }, tone: {} } } });
  expect(result?.omissions.map(({ path }) => path)).toEqual([
    ["arguments", 0, "default"],
    ["arguments", 2],
    ["arguments", 3],
  ]);
  expect(codesOf(notes)).toContain("import/not-expressible");
});

it("puts resources and templates under their names, and keeps names that are no good keys", () => {
  const [result] = imported({
    server: { name: "demo", version: "1" },
    resources: [
      {
        name: "readme",
        uri: "docs://readme",
        mimeType: "text/markdown",
        size: 12,
        annotations: { audience: ["user"], priority: 0.5 },
      },
      { name: "readme", uri: "docs://other" },
      { name: "404", uri: "docs://404" },
    ],
    resourceTemplates: [{ name: "report", uriTemplate: "report://{id}" }],
  });
  expect(result?.spec["resources"]).toEqual({
    readme: {
      uri: "docs://readme",
      mimeType: "text/markdown",
      size: 12,
      annotations: { audience: ["user"], priority: 0.5 },
    },
    "readme-2": { name: "readme", uri: "docs://other" },
    resource404: { name: "404", uri: "docs://404" },
    report: { uriTemplate: "report://{id}" },
  });
});

it("gives names that would collide in generated code a code name, and says so", () => {
  const [result, notes] = imported({
    server: { name: "demo", version: "1" },
    tools: [tool("list-users"), tool("list_users"), tool("listUsers"), tool("constructor"), tool("close")],
    prompts: [{ name: "list users" }],
  });
  expect(result?.spec["tools"]).toMatchObject({
    list_users: { codeName: "listUsersTool" },
    listUsers: { codeName: "listUsersTool2" },
    constructor: { codeName: "constructorTool" },
    close: { codeName: "closeTool" },
  });
  expect(result?.spec["prompts"]).toEqual({ "list users": { codeName: "listUsersPrompt" } });
  expect(notes[0]?.message).toBe(
    'The tool "list_users" is called "listUsersTool" in generated code: "list-users" is called "listUsers" already.',
  );
});

it("gives a code name to an entry whose function would be called like what another declares", async () => {
  const [result, notes] = imported({
    server: { name: "demo", version: "1" },
    tools: [tool("call_foo"), tool("foo_tool"), tool("tool"), tool("call")],
  });
  expect(result?.spec["tools"]).toMatchObject({
    foo_tool: { codeName: "fooToolTool" },
    call: { codeName: "callTool" },
  });
  expect(notes.map(({ message }) => message)).toContain(
    'The tool "foo_tool" is called "fooToolTool" in generated code: "call_foo" has the name "callFooTool" already.',
  );
  expect((await loadText(JSON.stringify(result?.spec), {}, "parley.json")).codes).toEqual([]);
});

it.each([
  ["http://127.0.0.1:9/schema.json"],
  ["file:///etc/hostname"],
  ["./secrets.yaml#/keys"],
  ["../../etc/hostname"],
  ["#/tools/other/inputSchema"],
  ["#nowhere"],
])("leaves out a tool that refers to %s, which is outside its schema", (reference) => {
  const inputSchema = { type: "object", properties: { a: { items: { $ref: reference } } } };
  const [result, notes] = imported({
    server: { name: "demo", version: "1" },
    tools: [{ name: "bad", inputSchema }, tool("good")],
  });
  expect(result?.spec["tools"]).toEqual({ good: { inputSchema: { type: "object" } } });
  expect(result?.leftOut).toEqual([{ list: "tools", index: 0 }]);
  expect(codesOf(notes)).toEqual(["import/left-out"]);
  expect(notes[0]?.message).toContain(reference);
});

it.each([
  ["y://{a-b}", 'its uriTemplate "y://{a-b}" is not valid: "{a-b}" is not an expression of RFC 6570'],
  ["y://{a", 'its uriTemplate "y://{a" is not valid: a { is never closed'],
  ["y://a", 'its uriTemplate "y://a" is not valid: it has no variable; write `uri` for one resource'],
])("leaves out a template that no spec may have: %s", (uriTemplate, problem) => {
  const [result, notes] = imported({ server, resourceTemplates: [{ name: "r", uriTemplate }] });
  expect(result?.spec).toEqual({ parley: "1", server });
  expect(result?.leftOut).toEqual([{ list: "resourceTemplates", index: 0 }]);
  expect(notes.map(({ message }) => message)).toEqual([`The resource "r" is left out: ${problem}.`]);
});

it("leaves out a resource whose uri is not absolute, and the template of one that has a uri", () => {
  const [result, notes] = imported({
    server,
    resources: [
      { name: "plain", uri: "readme.md" },
      { name: "both", uri: "x://1", uriTemplate: "x://{id}" },
    ],
  });
  expect(result?.spec).toEqual({ parley: "1", server, resources: { both: { uri: "x://1" } } });
  expect(notes.map(({ message }) => message)).toEqual([
    'The resource "plain" is left out: its uri "readme.md" is not absolute.',
    '"uriTemplate" of the resource "both" has no place in a spec and is left out.',
  ]);
});

const address = fc
  .array(
    fc.constantFrom("x:", "//", "/", "{", "}", "{a}", "{+a}", "{a-b}", "{a,b}", "{a}-{b}", "{?q*}", "a", " ", "%", "é"),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""));

it("writes no address that lint refuses", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(address), fc.array(address), async (uris, templates) => {
      const [result] = imported({
        server,
        resources: uris.map((uri, at) => ({ name: `r${at}`, uri })),
        resourceTemplates: templates.map((uriTemplate, at) => ({ name: `t${at}`, uriTemplate })),
      });
      const { diagnostics } = await loadText(JSON.stringify(result?.spec));
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    }),
  );
});

it("takes a field that is called $ref for a field", () => {
  const inputSchema = { type: "object", properties: { $ref: { type: "string" } } };
  const [result, notes] = imported({ server: { name: "demo", version: "1" }, tools: [{ name: "a", inputSchema }] });
  expect(result?.spec["tools"]).toEqual({ a: { inputSchema } });
  expect(notes).toEqual([]);
});

it.each<[string, object, string]>([
  ["without a name", { inputSchema: { type: "object" } }, "it has no name"],
  ["without a schema", { name: "a" }, "it has no inputSchema"],
  ["that is no mapping", [1], "it is not a mapping"],
])("leaves out a tool %s", (_what, listed, problem) => {
  const [result, notes] = imported({ server: { name: "demo", version: "1" }, tools: [listed] });
  expect(result?.spec).not.toHaveProperty("tools");
  expect(notes[0]?.message).toContain(problem);
});

it("leaves out the second of two tools with one name", () => {
  const [result, notes] = imported({
    server: { name: "demo", version: "1" },
    tools: [tool("a", { title: "First" }), tool("a", { title: "Second" })],
  });
  expect(result?.spec["tools"]).toMatchObject({ a: { title: "First" } });
  expect(notes[0]?.message).toContain("another tool before it has the same name");
});

it("takes names of JavaScript's own for ordinary names", () => {
  const listing = `{"server":{"name":"demo","version":"1"},"tools":[
    {"name":"__proto__","inputSchema":{"type":"object"}},{"name":"hasOwnProperty","inputSchema":{"type":"object"},"__proto__":{"a":1}}]}`;
  const [result, notes] = imported(listing);
  expect(Object.keys(result?.spec["tools"] ?? {})).toEqual(["proto", "hasOwnProperty"]);
  expect(result?.omissions.map(({ path }) => path)).toEqual([["__proto__"]]);
  expect(codesOf(notes)).toContain("import/code-name");
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

it("reads pages and JSON-RPC responses, with what they say about the server", () => {
  const [result, notes] = imported([
    {
      jsonrpc: "2.0",
      id: 1,
      result: {
        tools: [tool("a")],
        nextCursor: "2",
        ttlMs: 5000,
        cacheScope: "public",
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "demo", version: "3" } },
      },
    },
    { jsonrpc: "2.0", id: 2, result: { tools: [tool("b")], ttlMs: 5000, cacheScope: "public" } },
    {
      capabilities: { tools: { listChanged: true }, logging: {}, prompts: {} },
      instructions: "Ask first.",
      prompts: [],
    },
  ]);
  expect(result?.spec).toEqual({
    parley: "1",
    server: { name: "demo", version: "3", instructions: "Ask first." },
    capabilities: { tools: { listChanged: true }, logging: {} },
    cache: { tools: { ttlMs: 5000, scope: "public" } },
    tools: { a: { inputSchema: { type: "object" } }, b: { inputSchema: { type: "object" } } },
  });
  expect(notes).toEqual([]);
});

it("says that the last page is missing", () => {
  const [, notes] = imported({ server: { name: "demo", version: "1" }, tools: [tool("a")], nextCursor: "2" });
  expect(codesOf(notes)).toEqual(["import/incomplete"]);
});

it("says what it assumes about a server that does not introduce itself", () => {
  const [result, notes] = imported({ tools: [] });
  expect(result?.spec["server"]).toEqual({ name: "imported-server", version: "0.0.0" });
  expect(codesOf(notes)).toEqual(["import/assumed", "import/assumed"]);
});

it.each<[string, string, string]>([
  ["another document", `{"openapi":"3.1.0"}`, "import/not-a-listing"],
  ["a list of texts", `["a"]`, "import/not-a-listing"],
  ["tools that are no list", `{"tools":{}}`, "import/not-a-listing"],
  ["broken JSON", `{"tools":[`, "yaml/syntax"],
  ["deep nesting", "[".repeat(10_000), "yaml/too-deep"],
])("refuses %s", (_what, text, code) => {
  const [result, notes] = imported(text);
  expect(result).toBeUndefined();
  expect(codesOf(notes)).toContain(code);
});
