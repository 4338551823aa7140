import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { askingServer, bareServer } from "./asking-server.js";

/** Serves the asking server over HTTP while the tests of a file run. */
export function servedOverHttp(): { readonly url: () => string; readonly seen: (string | undefined)[] } {
  const seen: (string | undefined)[] = [];
  const handler = toNodeHandler(createMcpHandler(askingServer));
  const bare = toNodeHandler(createMcpHandler(bareServer));
  const server = createServer((request, response) => {
    seen.push(request.headers["authorization"]);
    if (request.url === "/closed") response.writeHead(401).end();
    else if (request.url === "/moved") response.writeHead(302, { location: "/mcp" }).end();
    else if (request.url === "/page") response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
    else if (request.url === "/forbidden") response.writeHead(403).end();
    else if (request.url === "/bare") void bare(request as Parameters<typeof bare>[0], response);
    else if (request.url !== "/mcp") response.writeHead(404).end();
    else void handler(request as Parameters<typeof handler>[0], response);
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/mcp` : "";
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: () => url, seen };
}

/** A server that answers the first requests, and then is no more. */
export async function dyingServer(): Promise<{ readonly url: string; readonly die: () => void }> {
  const handler = toNodeHandler(createMcpHandler(askingServer));
  const server = createServer((request, response) => void handler(request as Parameters<typeof handler>[0], response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const die = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, die };
}

/** Makes the asking server a program, which `node` can start. */
export function asProgram(): { readonly file: string } {
  // Inside the repository, so that the bundle finds the packages that it leaves out.
  const folder = mkdtempSync(path.join(import.meta.dirname, ".parley-tmp-"));
  const file = path.join(folder, "server.mjs");
  beforeAll(() =>
    build({
      entryPoints: [path.join(import.meta.dirname, "asking-program.ts")],
      outfile: file,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
    }),
  );
  afterAll(() => rmSync(folder, { recursive: true }));
  return { file };
}

/** A folder for what one file of tests writes. */
export function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "parley-terminal-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
