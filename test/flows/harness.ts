import type { CallToolResult, InputRequiredResult, Transport } from "@modelcontextprotocol/client";
import { Client, InMemoryTransport, specTypeSchemas, withInputRequired } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { LogEvent, ServerFactory, ServiceOptions } from "@mcp-parley/runtime/server";
import { expect, onTestFinished } from "vitest";

/** What every refused state is answered with. */
export const refusedState = {
  code: -32602,
  message: expect.stringContaining("Invalid or expired requestState") as string,
  data: { reason: "invalid_request_state" },
};

/** Options of a server that keeps what it logs. */
export function listening(options: ServiceOptions = {}): ServiceOptions & { readonly events: LogEvent[] } {
  const events: LogEvent[] = [];
  return { ...options, log: (event) => events.push(event), events };
}

/** The client's end of a connection to a server that speaks 2026-07-28. */
export function inMemory(factory: ServerFactory): Transport {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(factory, { transport: serverSide });
  return clientSide;
}

/** Closes a client when the test that opened it is over. */
export function untilTheEnd<C extends { close(): Promise<void> }>(client: C): C {
  onTestFinished(() => client.close());
  return client;
}

/** What a client that can ask everything declares. */
export const everything = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} } as const;

/** What goes along when a call is repeated with answers. */
export interface Retry {
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string | undefined;
}

/** The SDK's own client, one request at a time: what a program without any of our code sees on the wire. */
export interface PlainClient {
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    retry?: Retry,
  ): Promise<CallToolResult | InputRequiredResult>;
  /** Names of the tools that this client is shown. */
  tools(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Connects the SDK's client with these capabilities; none: a client that cannot ask anybody anything. */
export async function plainClient(factory: ServerFactory, capabilities: object = {}): Promise<PlainClient> {
  const client = untilTheEnd(
    new Client(
      { name: "plain", version: "1" },
      { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } }, inputRequired: { autoFulfill: false } },
    ),
  );
  await client.connect(inMemory(factory));
  return {
    call: (name, args, { inputResponses, requestState } = {}) =>
      client.request(
        {
          method: "tools/call",
          params: {
            name,
            arguments: args,
            ...(inputResponses !== undefined && { inputResponses }),
            ...(requestState !== undefined && { requestState }),
          },
        },
        withInputRequired(specTypeSchemas.CallToolResult),
        { allowInputRequired: true },
      ),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

/** A client of 2025-11-25: the server pushes its questions while the call is open. */
export async function oldClient(
  factory: ServerFactory,
  answer: (question: { readonly message: string }) => { readonly action: "accept" | "decline" | "cancel" },
): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await factory().connect(serverSide);
  const client = untilTheEnd(new Client({ name: "old", version: "1" }, { capabilities: everything }));
  client.setRequestHandler("elicitation/create", ({ params }) => answer(params));
  await client.connect(clientSide);
  return client;
}

/** The question that a reply asks under a name. */
export function questionIn(reply: CallToolResult | InputRequiredResult, name: string): unknown {
  const requests: unknown = "inputRequests" in reply ? reply.inputRequests : undefined;
  return member(member(requests, name), "params");
}

/** The state that a reply wants back. */
export function stateOf(reply: CallToolResult | InputRequiredResult): string | undefined {
  return "requestState" in reply && typeof reply.requestState === "string" ? reply.requestState : undefined;
}

/** The text of a result. */
export function textIn(result: object): string {
  const blocks = member(result, "content");
  return (Array.isArray(blocks) ? blocks : []).map((block: unknown) => String(member(block, "text") ?? "")).join("\n");
}

function member(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null ? (Reflect.get(holder, name) as unknown) : undefined;
}
