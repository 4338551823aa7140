import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { build } from "esbuild";
import { ProvisionerClient, type ProvisionerFulfil } from "provisioner/client";
import { byHand, isPending, type Transport } from "@mcp-parley/runtime/client";
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
