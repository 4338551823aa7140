import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { InMemoryServerEventBus, InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach, expect, it, vi } from "vitest";
import {
  completeResource,
  completeTool,
  createService,
  openResource,
  openTool,
  type ResourceDeclaration,
  type ServerFactory,
  serverFactory,
  changeNotices,
  resourceRequests,
  toolRequests,
  type ServiceOptions,
} from "../../runtime/src/contract-v1/server.js";
import { serveHttp } from "../../runtime/src/http/serve-http.js";
import type { Change } from "../../runtime/src/server/changes.js";
import { key } from "./one-tool.js";
import { rawLegacy } from "./raw-legacy.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server with resources and a tool that announces what it is told to. */
function announcer(options: ServiceOptions = {}): ServerFactory {
  const service = createService<object>(1, {}, {}, { keys: [key], log: () => {}, ...options });
  const announce = { kind: "tool", listed: { name: "announce", inputSchema: { type: "object" } } } as const;
  const declarations: readonly ResourceDeclaration[] = [
    { kind: "resource", listed: { uri: "test://one", name: "one" } },
    { kind: "resource", listed: { uri: "test://two", name: "two" } },
    { kind: "resourceTemplate", listed: { uriTemplate: "test://many/{n}", name: "many" } },
  ];
  return serverFactory(service, {
    info: { name: "announcer", version: "1" },
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    },
    serves: [
      toolRequests([
        {
          declaration: announce,
          call: async (service, request, exchange) => {
            const call = await openTool<{ readonly change: Change }>(service, announce, request, exchange);
            if (call.done) return call.result;
            return completeTool(call, () => {
              call.context.changed(call.args.change);
              return { content: [] };
            });
          },
        },
      ]),
      resourceRequests(
        declarations.map((declaration) => ({
          declaration,
          read: async (service, request, exchange, variables) =>
            completeResource(await openResource(service, declaration, request, exchange, variables), () => "text"),
        })),
      ),
      changeNotices(),
    ],
  });
}

type Revision = "2026-07-28" | "2025-11-25";

/** A connected client, and what it was told. */
async function connect(transport: Transport, revision: Revision) {
  const heard: string[] = [];
  const client = new Client(
    { name: "plain", version: "1" },
    { versionNegotiation: { mode: revision === "2026-07-28" ? { pin: "2026-07-28" } : "legacy" } },
  );
  for (const list of ["tools", "prompts", "resources"] as const) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => void heard.push(list));
  }
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  await client.connect(transport);
  closing.push(() => client.close());
  const announce = (change: Change) => client.callTool({ name: "announce", arguments: { change } });
  return { client, heard, announce };
}

const transports = {
  stdio: async (factory: ServerFactory): Promise<Transport> => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveStdio(factory, { transport: far });
    return near;
  },
  http: async (factory: ServerFactory): Promise<Transport> =>
    new StreamableHTTPClientTransport(new URL((await served(factory)).url)),
};

it.each(["stdio", "http"] as const)(
  "tells a 2026-07-28 client over %s what it subscribed to, and only that",
  async (kind) => {
    const { client, heard, announce } = await connect(await transports[kind](announcer()), "2026-07-28");
    await client.listen({ toolsListChanged: true, resourceSubscriptions: ["test://one"] });
    for (const change of [
      "prompts",
      { resource: "test://two" },
      "resources",
      { resource: "test://one" },
      "tools",
    ] as const) {
      await announce(change);
    }
    await vi.waitFor(() => expect(heard).toEqual(["test://one", "tools"]));
  },
);

it.each(["stdio", "http"] as const)(
  "tells a 2025-era client over %s of every list and of what it watches",
  async (kind) => {
    const { client, heard, announce } = await connect(await transports[kind](announcer()), "2025-11-25");
    await client.subscribeResource({ uri: "test://one" });
    await announce({ resource: "test://two" });
    await announce({ resource: "test://one" });
    await client.unsubscribeResource({ uri: "test://one" });
    await announce({ resource: "test://one" });
    for (const list of ["prompts", "resources", "tools"] as const) await announce(list);
    await vi.waitFor(() => expect(heard).toEqual(["test://one", "prompts", "resources", "tools"]));
  },
);

it("tells the clients of other connections", async () => {
  const server = await served(announcer());
  const here = () => new StreamableHTTPClientTransport(new URL(server.url));
  const modern = await connect(here(), "2026-07-28");
  const legacy = await connect(here(), "2025-11-25");
  const other = await connect(here(), "2025-11-25");
  await modern.client.listen({ promptsListChanged: true });
  await other.announce("prompts");
  await vi.waitFor(() =>
    expect([modern.heard, legacy.heard, other.heard]).toEqual([["prompts"], ["prompts"], ["prompts"]]),
  );
});

it("carries changes between instances that share a bus", async () => {
  const changes = new InMemoryServerEventBus();
  const near = await connect(await transports.http(announcer({ changes })), "2026-07-28");
  const far = await connect(await transports.http(announcer({ changes })), "2025-11-25");
  await near.announce("tools");
  await vi.waitFor(() => expect(far.heard).toEqual(["tools"]));
});

it("lets the entry announce what no call has caused", async () => {
  const server = await served(announcer());
  const { client, heard } = await connect(new StreamableHTTPClientTransport(new URL(server.url)), "2026-07-28");
  await client.listen({ toolsListChanged: true });
  server.notify.toolsChanged();
  await vi.waitFor(() => expect(heard).toEqual(["tools"]));
});

it("refuses to watch a resource that is not there", async () => {
  const { client } = await connect(await transports.stdio(announcer()), "2025-11-25");
  await expect(client.subscribeResource({ uri: "test://three" })).rejects.toMatchObject({ code: -32602 });
});

it.each(["resources/subscribe", "resources/unsubscribe"])(
  "answers a malformed %s in words of its own",
  async (method) => {
    const client = await rawLegacy(announcer(), () => undefined);
    const { error } = await client.call(method, { uri: 5 });
    expect(error).toEqual({ code: -32602, message: `Invalid params for ${method}: uri must be text` });
    await client.close();
  },
);

it("refuses to watch a URI that is very long, of which a template fits any number", async () => {
  const { client } = await connect(await transports.stdio(announcer()), "2025-11-25");
  const long = (length: number): string => `test://many/${"n".repeat(length - "test://many/".length)}`;
  await client.subscribeResource({ uri: long(8192) });
  await expect(client.subscribeResource({ uri: long(8193) })).rejects.toMatchObject({ code: -32602 });
});

it("lets one connection watch a thousand resources, and again those that it watches", async () => {
  const { client } = await connect(await transports.stdio(announcer()), "2025-11-25");
  for (let n = 0; n < 1000; n += 1) await client.subscribeResource({ uri: `test://many/${n}` });
  await expect(client.subscribeResource({ uri: "test://many/1000" })).rejects.toMatchObject({ code: -32602 });
  await client.subscribeResource({ uri: "test://many/999" });
  await client.unsubscribeResource({ uri: "test://many/999" });
  await client.subscribeResource({ uri: "test://many/1000" });
});

it("follows changes no longer than a connection lasts", async () => {
  const changes = new InMemoryServerEventBus();
  const { client } = await connect(await transports.stdio(announcer({ changes })), "2025-11-25");
  expect(changes.listenerCount).toBe(1);
  await client.close();
  await vi.waitFor(() => expect(changes.listenerCount).toBe(0));
});

it("follows changes no longer than a session lasts", async () => {
  const changes = new InMemoryServerEventBus();
  const transport = new StreamableHTTPClientTransport(new URL((await served(announcer({ changes }))).url));
  await connect(transport, "2025-11-25");
  expect(changes.listenerCount).toBe(1);
  await transport.terminateSession();
  expect(changes.listenerCount).toBe(0);
});

async function served(factory: ServerFactory) {
  const server = await serveHttp(factory);
  closing.push(() => server.close());
  return server;
}
