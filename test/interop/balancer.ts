import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

export interface Balancer {
  readonly url: string;
  /** Which upstream got each leg of `tools/call`, in order. */
  readonly legs: readonly number[];
  close(): Promise<void>;
}

/** Passes requests on to the upstreams in turn: the first leg of a call to the first, the next to the second, and so on. */
export async function startBalancer(upstreams: readonly string[]): Promise<Balancer> {
  const legs: number[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const turn = legs.length % upstreams.length;
    if (incoming.headers["mcp-method"] === "tools/call") legs.push(turn);
    const upstream = new URL(upstreams[turn] ?? "");
    const { "transfer-encoding": _, ...headers } = incoming.headers;
    const onward = request(
      upstream,
      { method: incoming.method, headers: { ...headers, host: upstream.host, "content-length": body.length } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.writeHead(502).end());
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    legs,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
