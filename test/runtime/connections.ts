import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { createMcpHandler, InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ServerFactory } from "../../runtime/src/server/server-factory.js";

/** Every capability that a question can need. */
export const everything = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} } as const;

export interface Answering {
  readonly capabilities?: NonNullable<ClientOptions["capabilities"]>;
  readonly elicit?: (params: { readonly message: string }) => unknown;
}

/** A plain SDK client on a linked pair, speaking 2026-07-28; it hands interim results back to the test. */
export async function connectModern(factory: ServerFactory, capabilities: object = everything): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(factory, { transport: serverSide });
  const client = new Client(
    { name: "plain", version: "1" },
    { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } }, inputRequired: { autoFulfill: false } },
  );
  await client.connect(clientSide);
  return client;
}

/** A 2025-era client: the server pushes its questions. */
export async function connectLegacy(
  factory: ServerFactory,
  answer: (params: object) => object | Promise<object>,
  capabilities: object = everything,
): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await factory().connect(serverSide);
  const client = new Client({ name: "plain", version: "1" }, { capabilities });
  if ("elicitation" in capabilities) {
    client.setRequestHandler("elicitation/create", (request) => answer(request.params) as never);
  }
  await client.connect(clientSide);
  return client;
}

const protocol = "io.modelcontextprotocol";

export interface Wire {
  readonly status: number;
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** One raw request over the SDK's HTTP handler: what an attacker can send, byte for byte. */
export async function post(
  factory: ServerFactory,
  method: string,
  params: { readonly [key: string]: unknown },
  options: {
    readonly capabilities?: object;
    readonly authInfo?: object;
    readonly body?: string;
    readonly headers?: Record<string, string>;
    readonly meta?: object;
  } = {},
): Promise<Wire> {
  const handler = createMcpHandler(factory, { legacy: "reject" });
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        [`${protocol}/protocolVersion`]: "2026-07-28",
        [`${protocol}/clientInfo`]: { name: "raw", version: "1" },
        [`${protocol}/clientCapabilities`]: options.capabilities ?? everything,
        ...options.meta,
      },
    },
  };
  const target = params["name"] ?? params["uri"];
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof target === "string" && { "mcp-name": target }),
        ...options.headers,
      },
      body: options.body ?? JSON.stringify(request),
    }),
    options.authInfo === undefined ? {} : { authInfo: options.authInfo as never },
  );
  const text = await response.text();
  const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
  return { status: response.status, ...(JSON.parse(json) as object) };
}
