import type { CallToolResult, InputRequiredResult, JSONRPCMessage } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import type { CallToolRequest, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** One leg as a scripted server sees it. */
export interface Leg {
  readonly params: CallToolRequest["params"];
  readonly responses: Readonly<Record<string, unknown>> | undefined;
  readonly state: string | undefined;
  readonly context: ServerContext;
}

export type Script = (leg: Leg) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

/** A hand-written low-level server: it knows nothing of this project, and every tool runs the script. */
export function scriptedServer(script: Script, capabilities: ServerCapabilities = { tools: {} }): Server {
  const server = new Server({ name: "scripted", version: "1.0.0" }, { capabilities });
  server.setRequestHandler("tools/call", (request, context) =>
    script({
      params: request.params,
      responses: context.mcpReq.inputResponses,
      state: context.mcpReq.requestState<string>(),
      context,
    }),
  );
  return server;
}

/** The client's end of an in-memory pair, with everything that the client sent. */
export interface Wire {
  readonly transport: InMemoryTransport;
  readonly sent: JSONRPCMessage[];
}

/** Serves a factory in memory as 2026-07-28. */
export function serveModern(factory: () => Server): Wire {
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(factory, { transport: serverSide });
  return recorded(transport);
}

/** Serves in memory as 2025-11-25: the SDK's shim turns questions into pushes. */
export async function serveLegacy(factory: () => Server): Promise<Wire> {
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  await factory().connect(serverSide);
  return recorded(transport);
}

function recorded(transport: InMemoryTransport): Wire {
  const sent: JSONRPCMessage[] = [];
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    sent.push(structuredClone(message));
    return send(message, options);
  };
  return { transport, sent };
}

/** The params of every `tools/call` that was sent, without `_meta`. */
export function legsOf(wire: Wire, method = "tools/call"): Record<string, unknown>[] {
  return wire.sent.flatMap((message) => {
    if (!("method" in message) || message.method !== method) return [];
    const { _meta, ...params } = message.params ?? {};
    return [params];
  });
}

/** A result with one line of text. */
export function said(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** What a server may put into `inputRequests`, right or wrong. */
export type Requests = Readonly<Record<string, unknown>>;

/** Asks these questions, with this state. */
export function ask(inputRequests: Requests | undefined, requestState?: string): InputRequiredResult {
  const rest: Record<string, unknown> = {
    ...(inputRequests === undefined ? {} : { inputRequests }),
    ...(requestState === undefined ? {} : { requestState }),
  };
  return { resultType: "input_required", ...rest };
}

/** A form question. */
export function form(requestedSchema: unknown, message = "?"): unknown {
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

/** A form question with one required text field. */
export function textForm(name: string, message = `${name}?`): unknown {
  return form({ type: "object", properties: { [name]: { type: "string" } }, required: [name] }, message);
}
