import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, it } from "vitest";
import type { ClientContract, ConnectOptions, Transport } from "../../runtime/src/contract-v1/client.js";
import { accept, connect, decline, isPending, toolMethod } from "../../runtime/src/contract-v1/client.js";
import type { FormSchema, Input, ServerFactory } from "../../runtime/src/contract-v1/server.js";
import { httpHandler } from "../../runtime/src/http/index.js";
import {
  completeTool,
  createService,
  openTool,
  serverFactory,
  settle,
  toolRequests,
} from "../../runtime/src/contract-v1/server.js";
import { everyKind } from "../runtime/every-kind.js";

// Both halves against each other: every kind of question, on every transport and in both eras.

const shape: FormSchema = { type: "object", properties: { size: { type: "integer", minimum: 1 } }, required: ["size"] };

interface Inputs {
  readonly terms: unknown;
  readonly data: unknown;
  readonly size: { readonly size: number };
  readonly site: unknown;
  readonly draft: unknown;
  readonly where: unknown;
}

const inputs: readonly Input<object, Inputs, object>[] = [
  { kind: "confirm", name: "terms", needs: [], message: () => "Accept the terms?" },
  { kind: "confirm", name: "data", needs: [], message: () => "Share the data?", onDecline: "continue" },
  { kind: "elicit", name: "size", needs: [], question: () => ({ message: "How many?", requestedSchema: shape }) },
  {
    kind: "elicitUrl",
    name: "site",
    needs: ["size"],
    question: (_args, { size }) => ({ message: "Sign in", url: `https://id.example/login?size=${size.size}` }),
  },
  {
    kind: "sample",
    name: "draft",
    needs: ["size"],
    request: () => ({ messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 }),
  },
  { kind: "roots", name: "where", needs: ["size"] },
];

const declaration = { kind: "tool", listed: { name: "t", inputSchema: { type: "object" } } } as const;

function factory(): ServerFactory {
  const service = createService(1, {}, {});
  return serverFactory(service, {
    info: { name: "s", version: "1.0.0" },
    capabilities: { tools: {} },
    serves: [
      toolRequests([
        {
          declaration,
          call: async (on, request, exchange) => {
            const call = await openTool<object>(on, declaration, request, exchange);
            if (call.done) return call.result;
            const settled = await settle(call, inputs, everyKind, on.handlers);
            if (settled.done) return settled.result;
            return completeTool(call, () => ({ structuredContent: settled.inputs }));
          },
        },
      ]),
    ],
  });
}

const contract: ClientContract = {
  version: 1,
  server: "s",
  methods: [
    {
      kind: "tool",
      name: "t",
      fulfil: "t",
      inputSchema: { type: "object" },
      questions: {
        terms: { kind: "confirm" },
        data: { kind: "confirm" },
        size: { kind: "form", schema: shape },
        site: { kind: "url" },
        draft: { kind: "sampling" },
        where: { kind: "roots" },
      },
    },
  ],
};

const message = { role: "assistant" as const, model: "m", content: { type: "text" as const, text: "Hello" } };
const roots = [{ uri: "file:///tmp" }];
const answers = {
  terms: () => accept(),
  data: () => decline(),
  size: () => ({ size: 3 }),
  site: () => accept(),
  draft: () => message,
  where: () => roots,
};
const settled = {
  terms: { action: "accept" },
  data: { action: "decline" },
  size: { size: 3 },
  site: { action: "accept" },
  draft: message,
  where: roots,
};

async function methodOver(transport: Transport, fulfil: ConnectOptions["fulfil"] = { t: answers }) {
  const connection = await connect(transport, contract, { fulfil });
  const [tool] = contract.methods;
  if (tool?.kind !== "tool") throw new Error("no tool");
  return toolMethod<object, unknown, object, object>(connection, tool);
}

const transports: readonly (readonly [string, () => Promise<Transport>])[] = [
  [
    "in memory, 2026-07-28",
    async () => {
      const [client, server] = InMemoryTransport.createLinkedPair();
      serveStdio(factory(), { transport: server });
      return client;
    },
  ],
  [
    "in memory, 2025-11-25",
    async () => {
      const [client, server] = InMemoryTransport.createLinkedPair();
      await factory()().connect(server);
      return client;
    },
  ],
  [
    "over HTTP, 2026-07-28",
    async () => {
      const handler = createMcpHandler(factory());
      return new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
        fetch: (url, init) => handler.fetch(new Request(url, init)),
      });
    },
  ],
  [
    "over HTTP, with a session of 2025-11-25",
    async () => {
      const handler = httpHandler(factory());
      return new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
        fetch: (url, init) => {
          const request = new Request(url, init);
          request.headers.set("host", "localhost");
          // As a balancer in front of an older server: it knows no discovery.
          const discovery = request.headers.get("mcp-method") === "server/discover";
          return discovery ? Promise.resolve(new Response(null, { status: 400 })) : handler.fetch(request);
        },
      });
    },
  ],
];

it.each(transports)("answers every kind of question %s", async (_where, open) => {
  const call = await methodOver(await open());
  const result = await call({});
  expect(result).toMatchObject({ isError: false, structuredContent: settled });
});

it.each(transports)("lets a person end the call %s", async (_where, open) => {
  const call = await methodOver(await open(), { t: { ...answers, terms: () => decline() } });
  const result = await call({});
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain("terms");
});

it("steps through every kind of question by hand", async () => {
  const handler = createMcpHandler(factory());
  const open = (): Transport =>
    new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    });
  let step = await (await methodOver(open())).begin({});
  const asked: string[][] = [];
  while (isPending(step)) {
    // Every step in a client of its own, as in another process.
    const resumed = (await methodOver(open())).resume(JSON.parse(JSON.stringify(step.save())));
    asked.push(resumed.asked.map(({ key }) => key));
    const given = Object.fromEntries(
      Object.entries(answers).flatMap(([key, answer]) =>
        asked.at(-1)?.includes(key) === true ? [[key, answer()]] : [],
      ),
    );
    step = await resumed.answerAny(given);
  }
  expect(asked).toEqual([
    ["terms", "data", "size"],
    ["site", "draft", "where"],
  ]);
  expect(step.isError).toBe(false);
});
