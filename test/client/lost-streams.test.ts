import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import type { GreeterFulfil } from "./greeter-client.js";
import { connectGreeter, polite } from "./greeter-client.js";
import { ask, scriptedServer, textForm } from "./scripted-server.js";

/** One answer of the server below: what it sends, and the means to send more, to end the stream, or to break it. */
type Stream = (stream: { send(event: string): void; end(): void; fail(): void }) => void;

const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

const event = (message: object, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\nretry: 1\n`}data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;

function streamed(write: Stream): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      write({
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
        fail: () => controller.error(new Error("the cable is out")),
      }),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** A server of 2025-11-25 with only as much in it as these tests need; streams are taken up again by `resumed`. */
function oldServer(called: (id: unknown, ...stream: Parameters<Stream>) => void, resumed?: Stream): typeof fetch {
  return async (url, init) => {
    const request = new Request(url, init);
    if (request.method === "GET") {
      const isResumption = request.headers.get("last-event-id") !== null;
      return isResumption && resumed !== undefined ? streamed(resumed) : new Response(null, { status: 405 });
    }
    const message = (await request.json()) as { id?: unknown; method?: string };
    const { id, method } = message;
    const result = {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "old", version: "1" },
    };
    if (method === "initialize") return json({ jsonrpc: "2.0", id, result });
    if (method === "tools/call") return streamed((stream) => called(id, stream));
    return new Response(null, { status: method === "server/discover" ? 400 : 202 });
  };
}

const push = { id: "q", ...(textForm("name") as { method: string; params: object }) };

async function greeter(server: typeof fetch, fulfil: GreeterFulfil) {
  const errors: Error[] = [];
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: server });
  const client = await connectGreeter(transport, { fulfil, onError: (error) => void errors.push(error) });
  return { client, errors };
}

/** A person who never comes to an answer, and is told by `shown` that there is a question. */
function thinking(shown: (signal: AbortSignal) => void): GreeterFulfil {
  return {
    greet: {
      ...polite.greet,
      name: ({ signal }) => {
        shown(signal);
        return new Promise(() => {});
      },
    },
  };
}

it.each(["end", "fail"] as const)(
  "ends a call and a person's thinking when the stream comes to its %s before the result",
  async (how) => {
    let lose = (): void => {};
    let signal: AbortSignal | undefined;
    const server = oldServer((_id, stream) => {
      stream.send(event(push));
      lose = () => stream[how]();
    });
    const { client, errors } = await greeter(
      server,
      thinking((seen) => {
        signal = seen;
        lose();
      }),
    );
    await expect(client.greet({ who: "world" })).rejects.toMatchObject({ name: "CallError", code: "disconnected" });
    expect(signal?.reason).toMatchObject({ code: "disconnected" });
    expect(errors.map(({ message }) => message)).toEqual(
      how === "end" ? [] : [expect.stringContaining("the cable is out")],
    );
  },
);

it("goes on where the server lets the stream be taken up again", async () => {
  let call: unknown;
  let signal: AbortSignal | undefined;
  const server = oldServer(
    (id, stream) => {
      call = id;
      stream.send(event(push, "1"));
      stream.end();
    },
    (stream) => {
      expect(signal?.aborted).toBe(false);
      stream.send(event({ id: call, result: { content: [], structuredContent: { greeting: "hi" } } }, "2"));
      stream.end();
    },
  );
  const { client, errors } = await greeter(
    server,
    thinking((seen) => {
      signal = seen;
    }),
  );
  await expect(client.greet({ who: "world" })).resolves.toMatchObject({ structuredContent: { greeting: "hi" } });
  // The server gave its result without waiting for the answer: the person need not think any longer.
  expect(signal?.aborted).toBe(true);
  expect(errors).toEqual([]);
});

it("ends a call of 2026-07-28 when the stream does, without waiting for the time-out", async () => {
  const handler = createMcpHandler(() => scriptedServer(() => ask({ name: textForm("name") }, "s")));
  const server: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    return request.headers.get("mcp-method") === "tools/call"
      ? streamed((stream) => stream.end())
      : handler.fetch(request);
  };
  const { client } = await greeter(server, polite);
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({ name: "CallError", code: "disconnected" });
});
