import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client, InMemoryTransport, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
  connect,
  decline as sayNo,
  type FormQuestion,
  promptMethod,
  type PromptDeclaration,
  type QuestionDeclaration,
  resourceMethod,
  type ResourceDeclaration,
  toolMethod,
  type ToolDeclaration,
} from "../../runtime/src/contract-v1/client.js";
import { httpHandler } from "../../runtime/src/http/index.js";
import { interview } from "./interview.js";
import { accept, bad, cancel, decline, filled, type Values } from "./one-tool.js";
import { type Kind, kinds, refusedBy, saidBy } from "./three-kinds.js";

// Every transport and both eras, for every kind of primitive: with our client, and with the SDK's, which knows nothing of us.

const folder = mkdtempSync(join(import.meta.dirname, ".parley-tmp-"));
const program = join(folder, "program.mjs");

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, "interview-program.ts")],
    outfile: program,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const transports = {
  "in memory": () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveStdio(interview().factory, { transport: far });
    return near;
  },
  "over stdio": () => new StdioClientTransport({ command: process.execPath, args: [program] }),
  "over HTTP": () => {
    const handler = httpHandler(interview().factory);
    onTestFinished(() => handler.close());
    return new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (url, init) => {
        const request = new Request(url, init);
        request.headers.set("host", "localhost");
        return handler.fetch(request);
      },
    });
  },
} satisfies Record<string, () => Transport>;

const ways = (["2026-07-28", "2025-11-25"] as const).flatMap((era) =>
  Object.entries(transports).map(([where, open]) => ({ era, where, open })),
);
const value: QuestionDeclaration = {
  kind: "form",
  schema: { type: "object", properties: { value: { type: "string", minLength: 2 } }, required: ["value"] },
};
const questions = { first: value, second: { kind: "confirm" } } as const;
const tool: ToolDeclaration = { kind: "tool", name: "act", fulfil: "act", inputSchema: { type: "object" }, questions };
const prompt: PromptDeclaration = { kind: "prompt", name: "act", fulfil: "ask", questions };
const resource: ResourceDeclaration = { kind: "resource", uriTemplate: "act://{id}", fulfil: "read", questions };

it.each(ways)("answers with one set of functions, for every kind: $where, $era", async ({ era, open }) => {
  const seen: unknown[] = [];
  const functions = {
    first: ({ target, message }: FormQuestion) => {
      seen.push([target, message]);
      return { value: "good" };
    },
    second: () => sayNo(),
  };
  const connection = await connect(
    open(),
    { version: 1, server: "tests", methods: [tool, prompt, resource] },
    {
      fulfil: { act: functions, ask: functions, read: functions },
      versionNegotiation: { mode: era === "2026-07-28" ? { pin: era } : "legacy" },
    },
  );
  onTestFinished(() => connection.close());
  expect(connection.client.getNegotiatedProtocolVersion()).toBe(era);
  const results = [
    await toolMethod<object, unknown, object, object>(connection, tool)({ topic: "x" }),
    await promptMethod<object, object, object>(connection, prompt)({ topic: "x" }),
    await resourceMethod<object, object, object>(connection, resource)({ id: 7 }),
  ];
  const told = results.map(
    (result, at) => JSON.parse(saidBy(kinds[at] ?? { kind: "tool" }, { result }) ?? "") as Values,
  );
  for (const values of told) expect(values).toMatchObject({ first: { value: "good" }, second: { action: "decline" } });
  expect(seen).toEqual([
    ["act", "Which first?"],
    ["act", "Which first?"],
    ["act://7", "Which first?"],
  ]);
});

/** A client that gives these answers, one after the other, and keeps what it was asked. */
async function answering({ era, open }: (typeof ways)[number], answers: readonly object[]) {
  const questions: string[] = [];
  const left = [...answers];
  const client = new Client(
    { name: "plain", version: "1" },
    {
      capabilities: { elicitation: { form: {} } },
      ...(era === "2026-07-28" && { versionNegotiation: { mode: { pin: era } } }),
    },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return (left.shift() ?? cancel) as never;
  });
  await client.connect(open());
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  const call = async ({ kind, params }: Pick<Kind, "kind" | "params">): Promise<{ readonly result?: unknown }> => {
    if (kind === "tool") return { result: await client.callTool(params as never) };
    if (kind === "prompt") return { result: await client.getPrompt(params as never) };
    return { result: await client.readResource(params as never) };
  };
  return { call, questions };
}

it.each(ways)("asks, asks again, and runs with what was answered, for every kind: $where, $era", async (way) => {
  const sure = [bad, filled, accept()];
  const unsure = [filled, decline, filled, cancel];
  const { call, questions } = await answering(way, [
    ...kinds.flatMap(() => sure),
    ...kinds.flatMap(() => unsure),
    ...kinds.map(() => decline),
  ]);
  for (const kind of kinds) {
    const { quote, ...told } = JSON.parse(saidBy(kind, await call(kind)) ?? "") as Values;
    expect(told).toEqual({ first: { value: "good" }, second: { action: "accept" } });
    // What was shown is what runs, though it would be another by now.
    expect(questions.splice(0)).toEqual([
      "Which first?",
      "Which first?\n\nThe last answer was not accepted: value must have at least 2 characters.",
      `{"value":"good"} for ${String(quote)}?`,
    ]);
  }
  for (const kind of kinds) {
    for (const second of [decline, cancel])
      expect(JSON.parse(saidBy(kind, await call(kind)) ?? "")).toMatchObject({ second });
  }
  questions.splice(0);
  for (const kind of kinds) {
    const error = await call(kind).then(
      ({ result }) => ({ code: -32603, message: refusedBy(kind, { status: 200, result: result as never }) }),
      (thrown: unknown) => thrown,
    );
    const message = expect.stringContaining('The input "first" was declined, so nothing was done.') as string;
    expect(error).toMatchObject({ code: -32603, message });
  }
  expect(questions).toHaveLength(kinds.length);
});
