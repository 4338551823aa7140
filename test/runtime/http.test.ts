import { request as httpRequest } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, expect, it } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import { headerMismatch } from "../../runtime/src/http/param-headers.js";
import {
  type HttpOptions,
  type HttpServer,
  type HttpServerOptions,
  serveHttp,
} from "../../runtime/src/http/serve-http.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { everything } from "./connections.js";
import { headerServer, provisioner } from "./provisioner.js";

const open: HttpServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(options: HttpOptions = {}): Promise<HttpServer> {
  const server = await serveHttp(provisioner().factory, options);
  open.push(server);
  return server;
}

it.each([0, -1, 1.5, Number.NaN])("refuses %s instances, as an option and in the environment", async (instances) => {
  const { factory } = provisioner(undefined, {});
  await expect(serveHttp(factory, { instances })).rejects.toThrow("instances must be a whole number");
  const env = { PARLEY_INSTANCES: String(instances) };
  await expect(serveHttp(factory, { env })).rejects.toThrow("PARLEY_INSTANCES must be a whole number");
  const several = { instances: 2, env };
  await expect(serveHttp(factory, several)).rejects.toThrow("There are 2 instances");
});

it.each([
  ["maxBodyBytes", (maxBodyBytes: number) => ({ maxBodyBytes })],
  ["legacySessions.maxSessions", (maxSessions: number) => ({ legacySessions: { maxSessions } })],
  ["legacySessions.idle", (idle: number) => ({ legacySessions: { idle } })],
])("takes no number that would take the limit away: %s", async (name, optionsOf) => {
  for (const none of [Number.NaN, 0, 0.5]) {
    await expect(serve(optionsOf(none))).rejects.toThrow(`${name} must be a whole number, at least 1`);
  }
});

it("lets a compiler take no keys for a service that has its own", () => {
  // @ts-expect-error -- what is served has been made
  const options: HttpServerOptions = { keys: ["a key of at least thirty-two bytes for tests"] };
  const all: HttpOptions = { ...options, port: 0 };
  expect(all).toHaveProperty("keys");
});

const region = { action: "accept", content: { region: "eu-west-1" } };
const confirm = { action: "accept", content: { ok: true } };
const answer = (message: string) => (message.startsWith("Which region") ? region : confirm);

it.each(["2026-07-28", "2025-11-25"])("asks a plain SDK client of %s over HTTP, and runs", async (revision) => {
  const server = await serve();
  const client = new Client(
    { name: "plain", version: "1" },
    {
      capabilities: everything,
      versionNegotiation: { mode: revision === "2026-07-28" ? { pin: "2026-07-28" } : "legacy" },
    },
  );
  client.setRequestHandler("elicitation/create", (request) => answer(request.params.message) as never);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const result = await client.callTool({ name: "provision", arguments: { name: "orders" } });
  expect(result.structuredContent).toEqual({ id: "db-1", region: "eu-west-1" });
  await client.close();
});

it("warns once at start that keys are lost with the process, and refuses to be one of several", async () => {
  const events: LogEvent[] = [];
  const { factory } = provisioner({ audience: "provisioner" }, { log: (event) => events.push(event) });
  open.push(await serveHttp(factory, { env: {} }));
  expect(events.map((event) => event.event)).toEqual(["ephemeral_keys"]);
  await expect(serveHttp(factory, { env: { PARLEY_INSTANCES: "2" } })).rejects.toThrow("2 instances");
  await expect(serveHttp(factory, { instances: 3 })).rejects.toThrow("Configure requestState.keys");
  // Several instances with configured keys are fine.
  open.push(await serveHttp(provisioner().factory, { instances: 3 }));
});

it("refuses foreign hosts and origins, and lets its own through", async () => {
  const handler = httpHandler(provisioner().factory);
  const request = (headers: Record<string, string>) =>
    new Request("http://localhost/mcp", {
      method: "POST",
      body: "{}",
      headers: { host: "localhost", "content-type": "application/json", ...headers },
    });
  expect((await handler.fetch(request({ host: "evil.example.com" }))).status).toBe(403);
  expect((await handler.fetch(request({ origin: "http://evil.example.com" }))).status).toBe(403);
  expect((await handler.fetch(request({ origin: "http://localhost:5173" }))).status).toBe(400);
});

/** The status of a request that no well-behaved client sends. */
function statusOf(port: number, method: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: "127.0.0.1", method, path: "/mcp", setHost: false, headers: { host } });
    request.on("response", (response) => resolve(response.resume().statusCode));
    request.on("error", reject);
    request.end();
  });
}

it("blames a malformed Host or a method that HTTP forbids on the request, and reports no error of its own", async () => {
  const errors: Error[] = [];
  const { port } = await serve({ onerror: (error) => errors.push(error) });
  for (const host of ["[", "a@b", "localhost:99999", "local host", "localhost/x", "[::1", "localhost:http", ""]) {
    expect([host, await statusOf(port, "POST", host)]).toEqual([host, 400]);
  }
  expect(await statusOf(port, "TRACE", "localhost")).toBe(405);
  for (const host of ["localhost", `localhost:${port}`, "127.0.0.1:80", "[::1]:80", "[::1]"]) {
    // It gets as far as the check of the method.
    expect([host, await statusOf(port, "PUT", host)]).toEqual([host, 405]);
  }
  expect(await statusOf(port, "POST", "evil.example")).toBe(403);
  expect(errors).toEqual([]);
});

it("takes no other path, no other caller's session, no session that is not there", async () => {
  const server = await serve({
    authenticate: (request) => ({ token: "t", clientId: request.headers.get("x-user") ?? "", scopes: [] }),
  });
  const post = (url: string, headers: Record<string, string>, body: object) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(body),
    });
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
  };
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  expect((await post(server.url.replace("/mcp", "/other"), {}, initialize)).status).toBe(404);
  const opened = await post(server.url, { "x-user": "ada" }, initialize);
  const session = {
    "mcp-session-id": opened.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-11-25",
  };
  expect((await post(server.url, { ...session, "x-user": "ada" }, list)).status).toBe(200);
  expect((await post(server.url, { ...session, "x-user": "eve" }, list)).status).toBe(404);
  expect((await post(server.url, { "mcp-session-id": "none", "x-user": "ada" }, list)).status).toBe(404);
  expect((await post(server.url, { "x-user": "ada" }, list)).status).toBe(400);
});

it("lets a challenge of the verifier through as it is", async () => {
  const server = await serve({
    authenticate: () => new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } }),
  });
  const response = await fetch(server.url, { method: "POST", body: "{}" });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
});

it("refuses bodies that are too large", async () => {
  const server = await serve({ maxBodyBytes: 100 });
  const response = await fetch(server.url, { method: "POST", body: JSON.stringify({ text: "x".repeat(200) }) });
  expect(response.status).toBe(413);
});

it.each([
  ["the plain value", { "mcp-param-region": "eu" }, "eu", 200],
  ["an encoded value", { "mcp-param-region": "=?base64?w7xtbMOk?=" }, "ümlä", 200],
  ["no header for an argument that is there", {}, "eu", 400],
  ["another value", { "mcp-param-region": "us" }, "eu", 400],
  ["bad base64", { "mcp-param-region": "=?base64?w7xtbMO?=" }, "ümlä", 400],
  ["no header for an absent argument", {}, undefined, 200],
] as const)("checks Mcp-Param headers against the body: %s", async (_, headers, value, status) => {
  const handler = httpHandler(headerServer());
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "where",
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 7,
        method: "tools/call",
        params: {
          name: "where",
          arguments: value === undefined ? {} : { region: value },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    }),
  );
  expect(response.status).toBe(status);
  const body = (await response.json()) as { id: number; error?: { code: number } };
  expect(body.id).toBe(7);
  expect(body.error?.code).toBe(status === 400 ? -32020 : undefined);
});

it.each([
  ["42", undefined],
  ["42.0", undefined],
  ["42.5", "the header and the argument differ"],
  ["0x2a", "the header and the argument differ"],
])("compares the header of an integer as a number: %s", (sent, problem) => {
  const declared = [{ path: ["of", "count"], header: "Mcp-Param-Count", numeric: true }];
  const mismatch = headerMismatch(declared, { of: { count: 42 } }, new Headers({ "mcp-param-count": sent }));
  expect(mismatch?.problem).toBe(problem);
});
