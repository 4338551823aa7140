import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { build } from "esbuild";
import { ProvisionerClient, type ProvisionerFulfil } from "provisioner/client";
import {
  byHand,
  type ConnectOptions,
  decline,
  isPending,
  refuse,
  type Round,
  type Transport,
} from "@mcp-parley/runtime/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { legacyProvisioner, modernProvisioner } from "./foreign-provisioner.js";

// One set of functions and one generated client, against a server that this project did not generate.
const folder = mkdtempSync(join(import.meta.dirname, ".parley-tmp-"));
const program = join(folder, "foreign.mjs");
const ends: (() => Promise<void>)[] = [];

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, "foreign-provisioner.ts")],
    outfile: program,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  }),
);
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
  rmSync(folder, { recursive: true });
});

async function inMemory(era: string): Promise<Transport> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  if (era === "2026-07-28") serveStdio(modernProvisioner, { transport: far });
  else await legacyProvisioner().connect(far);
  return near;
}

async function overStdio(era: string): Promise<Transport> {
  const args = [program, era === "2026-07-28" ? "modern" : "legacy"];
  return new StdioClientTransport({ command: process.execPath, args });
}

async function overHttp(era: string): Promise<Transport> {
  const modern = createMcpHandler(modernProvisioner);
  const session = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => "s" });
  if (era !== "2026-07-28") await legacyProvisioner().connect(session);
  return new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) => {
      const request = new Request(url, init);
      return era === "2026-07-28" ? modern.fetch(request) : session.handleRequest(request);
    },
  });
}

const transports = { "in memory": inMemory, "over stdio": overStdio, "over HTTP": overHttp };
const ways = (["2026-07-28", "2025-11-25"] as const).flatMap((era) =>
  Object.entries(transports).map(([where, open]) => ({ era, where, open })),
);

it.each(ways)("answers someone else's server with the functions of the spec: $era, $where", async ({ era, open }) => {
  const seen: unknown[] = [];
  const fulfil: ProvisionerFulfil = {
    provision: {
      region: ({ message, arguments: args, target }) => {
        seen.push([message, args, target]);
        return { region: "us-east-1" };
      },
      confirm: ({ message }) => {
        seen.push(message);
        return { billing: "yearly" };
      },
    },
  };
  const client = await ProvisionerClient.connect(await open(era), { fulfil });
  ends.push(() => client.close());
  expect(client.connection.client.getNegotiatedProtocolVersion()).toBe(era);
  const result = await client.provision({ name: "orders", size: "large" });
  expect(result).toMatchObject({
    isError: false,
    structuredContent: { id: "db-1", region: "us-east-1", billing: "yearly" },
  });
  expect(seen).toEqual([["Where to?", { name: "orders", size: "large" }, "provision"], "96 a month?"]);
});

type Provision = ProvisionerFulfil["provision"];

/** A connected client whose functions agree to everything, but for what is given. */
async function connected(
  { era, open }: (typeof ways)[number],
  provision: Partial<Provision>,
  options: Omit<ConnectOptions, "fulfil"> = {},
): Promise<ProvisionerClient> {
  const agreeing: Provision = { region: () => ({ region: "us-east-1" }), confirm: () => ({ billing: "monthly" }) };
  const client = await ProvisionerClient.connect(await open(era), {
    // What a 2025-era server says of a call that has already failed here.
    onError: () => {},
    ...options,
    fulfil: { provision: { ...agreeing, ...provision } },
  });
  ends.push(() => client.close());
  return client;
}

it.each(ways)("brings a refusal of the tool as an outcome: $era, $where", async (way) => {
  const client = await connected(way, { region: () => decline() });
  expect(await client.provision({ name: "orders" })).toMatchObject({
    isError: true,
    content: [{ type: "text", text: "No answer, no database" }],
  });
});

it.each(ways)("fails the call with what refuse() was given: $era, $where", async (way) => {
  const refused = refuse(-32050, "Nobody is here");
  const client = await connected(way, {
    confirm: () => {
      throw refused;
    },
  });
  await expect(client.provision({ name: "orders" })).rejects.toBe(refused);
});

it.each(ways)("shows onRound what leaves, and sends nothing that it vetoes: $era, $where", async (way) => {
  const rounds: Round[] = [];
  const veto = new Error("not without a second pair of eyes");
  const onRound = (round: Round): void => {
    rounds.push(round);
    if (round.round === 2) throw veto;
  };
  const client = await connected(way, {}, { onRound });
  await expect(client.provision({ name: "orders" })).rejects.toBe(veto);
  expect(rounds).toMatchObject([
    { method: "tools/call", target: "provision", round: 1, entries: [{ key: "region", by: "function" }] },
    { round: 2, entries: [{ key: "confirm", answer: { action: "accept", content: { billing: "monthly" } } }] },
  ]);
});

it.each(ways)("sends no answer that does not fit: $era, $where", async (way) => {
  const client = await connected(way, { region: () => Object({ region: "mars" }) });
  await expect(client.provision({ name: "orders" })).rejects.toMatchObject({
    code: "invalid-answer",
    input: "region",
    issues: [{ path: "/region" }],
  });
});

it.each(ways)("ends a person's thinking at the deadline: $era, $where", async (way) => {
  const thinking: AbortSignal[] = [];
  const region: Provision["region"] = ({ signal }) => {
    thinking.push(signal);
    return new Promise(() => {});
  };
  // On a busy machine the first deadline may pass before there is a question to think about.
  for (let wait = 500; thinking.length === 0; wait *= 2) {
    const client = await connected(way, { region });
    const ended = client.provision({ name: "orders" }, { deadline: new Date(Date.now() + wait) });
    await expect(ended).rejects.toMatchObject({ code: "deadline" });
  }
  expect(thinking.map(({ aborted }) => aborted)).toEqual([true]);
});

it.each(ways.filter(({ era }) => era === "2026-07-28"))(
  "steps through someone else's server by hand, from one client to the next: $where",
  async ({ era, open }) => {
    const first = await ProvisionerClient.connect(await open(era), { fulfil: byHand });
    const begun = await first.provision.begin({ name: "orders" });
    const saved = isPending(begun) ? JSON.stringify(begun.save()) : "";
    await first.close();
    const second = await ProvisionerClient.connect(await open(era), { fulfil: byHand });
    ends.push(() => second.close());
    const next = await second.provision.resume(JSON.parse(saved)).answer({ region: { region: "eu-west-1" } });
    if (!isPending(next)) throw new Error("The server asked nothing more");
    expect(await next.answer({ confirm: { billing: "monthly" } })).toMatchObject({
      structuredContent: { region: "eu-west-1", billing: "monthly" },
    });
  },
);
