import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { LOG_LEVEL_META_KEY } from "@modelcontextprotocol/server";
import { afterEach, expect, it, vi } from "vitest";
import {
  type CallContext,
  completeTool,
  createService,
  openTool,
  type ServerFactory,
  serverFactory,
  promptRequests,
  resourceRequests,
  toolRequests,
} from "../../runtime/src/contract-v1/server.js";
import { serveHttp } from "../../runtime/src/http/serve-http.js";
import { connectLegacy, connectModern, post } from "./connections.js";
import { key } from "./one-tool.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const finished = { content: [{ type: "text" as const, text: "done" }] };
const service = createService<object>(1, {}, {}, { keys: [key], log: () => {} });

/** A server whose author's function does this before it answers. */
function doing(act: (context: CallContext) => unknown): ServerFactory {
  const declaration = { kind: "tool", listed: { name: "act", inputSchema: { type: "object" } } } as const;
  return serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {}, logging: {} },
    serves: [
      toolRequests([
        {
          declaration,
          call: async (service, request, exchange) => {
            const call = await openTool(service, declaration, request, exchange);
            if (call.done) return call.result;
            return completeTool(call, async () => {
              await act(call.context);
              return finished;
            });
          },
        },
      ]),
    ],
  });
}

it("reports progress to a client that asked for it", async () => {
  const client = await connectModern(
    doing(async (context) => {
      await context.progress(1, 2, "half");
      await context.progress(2);
    }),
  );
  closing.push(() => client.close());
  const heard: unknown[] = [];
  await client.callTool({ name: "act", arguments: {} }, { onprogress: (progress) => heard.push(progress) });
  expect(heard).toEqual([{ progress: 1, total: 2, message: "half" }, { progress: 2 }]);
});

it("sends no progress to a client that did not ask", async () => {
  const client = await connectModern(doing((context) => context.progress(1)));
  closing.push(() => client.close());
  const heard: unknown[] = [];
  client.setNotificationHandler("notifications/progress", ({ params }) => void heard.push(params));
  await client.callTool({ name: "act", arguments: {} });
  expect(heard).toEqual([]);
});

it("logs to a client from the level that its request names", async () => {
  const client = await connectModern(
    doing(async (context) => {
      await context.log("debug", "too fine");
      await context.log("warning", { disk: "full" }, "storage");
    }),
  );
  closing.push(() => client.close());
  const heard: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));
  await client.callTool({ name: "act", arguments: {} });
  expect(heard).toEqual([]);
  await client.callTool({ name: "act", arguments: {}, _meta: { [LOG_LEVEL_META_KEY]: "info" } });
  expect(heard).toMatchObject([{ level: "warning", data: { disk: "full" }, logger: "storage" }]);
});

it.each(["2026-07-28", "2025-11-25"])("says which client of %s calls, and what it can do", async (revision) => {
  const seen: CallContext["client"][] = [];
  const factory = doing((context) => seen.push(context.client));
  const client =
    revision === "2026-07-28"
      ? await connectModern(factory, { roots: {} })
      : await connectLegacy(factory, () => ({ action: "decline" }));
  closing.push(() => client.close());
  await client.callTool({ name: "act", arguments: {} });
  expect(seen[0]?.info).toMatchObject({ name: "plain", version: "1" });
  expect(seen[0]?.capabilities).toHaveProperty("roots");
});

it.each<[string, (factory: ServerFactory) => Promise<Client>]>([
  ["2026-07-28 in memory", (factory) => connectModern(factory)],
  ["2025-11-25 in memory", (factory) => connectLegacy(factory, () => ({ action: "decline" }))],
  ["2026-07-28 over HTTP", (factory) => overHttp(factory, { pin: "2026-07-28" })],
  ["2025-11-25 over HTTP", (factory) => overHttp(factory, "legacy")],
])("fails nothing of what a function tells a client that has gone, on %s", async (_, connect) => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  let begin = (): void => {};
  let go = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const gone = new Promise<void>((resolve) => (go = resolve));
  let told: Promise<unknown> | undefined;
  const factory = doing(async (context) => {
    begin();
    await gone;
    told = Promise.allSettled([context.progress(1), context.log("error", "nobody hears this")]);
    // Without waiting, as authors do.
    void context.progress(2);
    void context.log("error", "nor this");
  });
  const client = await connect(factory);
  const call = client
    .callTool(
      { name: "act", arguments: {}, _meta: { [LOG_LEVEL_META_KEY]: "debug", progressToken: 1 } },
      { onprogress: () => {} },
    )
    .catch(() => {});
  await begun;
  await client.close();
  await call;
  await new Promise((resolve) => setTimeout(resolve, 50));
  go();
  await vi.waitFor(() => expect(told).toBeDefined());
  expect(await told).toEqual([
    { status: "fulfilled", value: undefined },
    { status: "fulfilled", value: undefined },
  ]);
  await new Promise(setImmediate);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

async function overHttp(factory: ServerFactory, mode: "legacy" | { readonly pin: "2026-07-28" }): Promise<Client> {
  const server = await serveHttp(factory);
  closing.push(() => server.close());
  const client = new Client({ name: "plain", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return client;
}

it("closes the stream of a response, and the client comes back for the result", async () => {
  const server = await serveHttp(doing((context) => context.closeStream()));
  closing.push(() => server.close());
  const client = new Client({ name: "plain", version: "1" });
  const resumed: (string | null)[] = [];
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => {
    const last = new Headers(init?.headers).get("last-event-id");
    if (last !== null) resumed.push(last);
    return globalThis.fetch(url, init);
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { fetch }));
  closing.push(() => client.close());
  expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject(finished);
  expect(resumed).toHaveLength(1);
});

it("lists everything in the order of the document", async () => {
  const names = ["zebra", "ant", "Mole", "10", "9"];
  const never = () => Promise.reject(new Error("not called"));
  const factory = serverFactory(service, {
    info: { name: "order", version: "1" },
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serves: [
      toolRequests(
        names.map((name) => ({
          declaration: { kind: "tool", listed: { name, inputSchema: { type: "object" } } },
          call: never,
        })),
      ),
      promptRequests(names.map((name) => ({ declaration: { kind: "prompt", listed: { name } }, get: never }))),
      resourceRequests(
        names.flatMap((name) => [
          { declaration: { kind: "resource", listed: { name, uri: `test://${name}` } }, read: never },
          {
            declaration: { kind: "resourceTemplate", listed: { name, uriTemplate: `test://${name}/{id}` } },
            read: never,
          },
        ]),
      ),
    ],
  });
  const client = await connectModern(factory);
  closing.push(() => client.close());
  const named = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  expect(named((await client.listTools()).tools)).toEqual(names);
  expect(named((await client.listPrompts()).prompts)).toEqual(names);
  expect(named((await client.listResources()).resources)).toEqual(names);
  expect(named((await client.listResourceTemplates()).resourceTemplates)).toEqual(names);
});

it("answers -32602 with the address for a resource that is not there", async () => {
  const factory = serverFactory(service, {
    info: { name: "empty", version: "1" },
    capabilities: { resources: {} },
    serves: [resourceRequests([])],
  });
  const { error } = await post(factory, "resources/read", { uri: "test://nowhere" });
  expect(error).toMatchObject({ code: -32602, data: { uri: "test://nowhere" } });
});
