import { Client } from "@modelcontextprotocol/client";
import { createMcpHandler, InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Factory } from "./handwritten.js";

/** The SDK's client, in memory, speaking 2026-07-28; it answers every form with a region. */
export async function connectInMemory(factory: Factory): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(factory, { transport: serverSide });
  const client = new Client(
    { name: "bench", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { region: "eu-west-1" } }));
  await client.connect(clientSide);
  return client;
}

export type Fetch = (request: Request) => Promise<Response>;

/** The SDK's HTTP handler, called without a socket. */
export function overHttp(factory: Factory): Fetch {
  const handler = createMcpHandler(factory, { legacy: "reject" });
  return (request) => handler.fetch(request);
}

/** Posts one call and reads the whole answer. */
export async function postCall(fetch: Fetch, name: string, args: object): Promise<unknown> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name,
      arguments: args,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
  const response = await fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body,
    }),
  );
  return response.json();
}
