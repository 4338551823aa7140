import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, test } from "vitest";
import { createDGlobalThisHit1Server } from "../cases/nasty-names/expected/out/src/server.js";

interface Spec {
  readonly server: { readonly name: string; readonly version: string };
  readonly tools: Readonly<Record<string, { readonly description?: string; readonly inputSchema: unknown }>>;
}

const spec: Spec = JSON.parse(readFileSync(new URL("../cases/nasty-names/parley.json", import.meta.url), "utf8"));

test("generated code never runs text of the spec, and the text arrives as it was written", async () => {
  const done = (): { content: [] } => ({ content: [] });
  const handlers = { delete: done, new: done, import: done, default: done, store: done, quoted: done };
  const factory = createDGlobalThisHit1Server({
    ...handlers,
    tool: () => ({ structuredContent: { valueOf: "x" } }),
    r: () => "",
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(factory, { transport: far });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(near);
  const { tools } = await client.listTools();
  expect(Reflect.get(globalThis, "HIT")).toBeUndefined();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(spec.tools));
  for (const tool of tools) {
    expect(tool.description).toBe(spec.tools[tool.name]?.description);
    expect(JSON.stringify(tool.inputSchema)).toBe(JSON.stringify(spec.tools[tool.name]?.inputSchema));
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["x://{a}');globalThis.HIT=9;//"]);
  expect(client.getServerVersion()).toMatchObject(spec.server);
  await client.close();
});

test("the question of an input called hasOwnProperty is asked under that name, word for word", async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const done = (): { content: [] } => ({ content: [] });
  const handlers = { delete: done, new: done, import: done, default: done, store: done, quoted: done };
  const factory = createDGlobalThisHit1Server({
    ...handlers,
    tool: () => ({ structuredContent: { valueOf: "x" } }),
    r: () => "",
  });
  serveStdio(factory, { transport: far });
  const client = new Client(
    { name: "test", version: "1" },
    {
      versionNegotiation: { mode: "auto" },
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    },
  );
  await client.connect(near);
  const result = await client.request(
    { method: "tools/call", params: { name: "quoted", arguments: { "query-3": "x" } } },
    { allowInputRequired: true },
  );
  const text = JSON.stringify(result);
  expect(text).toContain(JSON.stringify({ message: "`${globalThis.HIT=7}` \\ \" ' x */" }).slice(1, -1));
  expect(text).toContain('"hasOwnProperty":{"method":"elicitation/create"');
  expect(Reflect.get(globalThis, "HIT")).toBeUndefined();
  await client.close();
});
