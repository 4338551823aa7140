import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectGreeter, polite } from "./greeter-client.js";

// Inside the repository, so that the bundle finds the packages that it leaves out.
const folder = mkdtempSync(join(import.meta.dirname, ".parley-tmp-"));
const server = join(folder, "server.mjs");

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, "stdio-server.ts")],
    outfile: server,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

it("answers a server that is a process of its own", async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [server] });
  const client = await connectGreeter(transport, { fulfil: polite });
  const result = await client.greet({ who: "world" });
  expect(result.structuredContent).toEqual({
    greeting: '{"name":{"action":"accept","content":{"name":"Kim"}}}',
  });
  await client.connection.close();
});

it("ends the call when the process does", async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [server] });
  const client = await connectGreeter(transport, {
    fulfil: {
      greet: {
        name: () => {
          if (transport.pid !== null) process.kill(transport.pid);
          return { name: "Kim" };
        },
        colour: () => ({ colour: "blue" }),
      },
    },
    onError: () => {},
  });
  await expect(client.greet({ who: "world" })).rejects.toThrow();
});
