import type { AuthInfo } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import {
  completionRequests,
  createService,
  promptRequests,
  resourceRequests,
  type ServerFactory,
  serverFactory,
} from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { post } from "./connections.js";
import { key, oneTool, text } from "./one-tool.js";
import { rawLegacy } from "./raw-legacy.js";

const declaration = { scopes: ["db:read", "db:write"] };
const auth = (...scopes: string[]) => ({ token: "t", clientId: "app", scopes });

/** A prompt, a resource and a template that need the scope `read`, one of each that needs none, and completions of all. */
function library(events: LogEvent[] = []): ServerFactory {
  const log = (event: LogEvent): void => void events.push(event);
  const never = (): never => {
    throw new Error("unreachable");
  };
  const scopesOf = (name: string) => (name === "open" ? {} : { scopes: ["read"] });
  const names = ["secret", "open"] as const;
  const complete = () => ["ACME, a customer"];
  return serverFactory(createService<object>(1, {}, {}, { keys: [key], log }), {
    info: { name: "library", version: "1" },
    capabilities: { prompts: {}, resources: { subscribe: true }, completions: {} },
    serves: [
      promptRequests(
        names.map((name) => ({ declaration: { kind: "prompt", listed: { name }, ...scopesOf(name) }, get: never })),
      ),
      resourceRequests(
        names.flatMap((name) => [
          { declaration: { kind: "resource", listed: { name, uri: `${name}://all` }, ...scopesOf(name) }, read: never },
          {
            declaration: {
              kind: "resourceTemplate",
              listed: { name, uriTemplate: `${name}://by{?id}` },
              ...scopesOf(name),
            },
            read: never,
          },
        ]),
      ),
      completionRequests(
        names.flatMap((name) => [
          { ref: "prompt", name, argument: "who", complete },
          { ref: "resource", name: `${name}://by{?id}`, argument: "id", complete },
        ]),
      ),
    ],
  });
}

const requests = (name: string) =>
  [
    ["completion/complete", { ref: { type: "ref/prompt", name }, argument: { name: "who", value: "" } }],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: `${name}://by{?id}` }, argument: { name: "id", value: "" } },
    ],
    ["resources/subscribe", { uri: `${name}://all` }],
    ["resources/subscribe", { uri: `${name}://by?id=1` }],
  ] as const;

it.each(requests("secret"))("asks for the scopes of what %s is about: %o", async (method, params) => {
  const events: LogEvent[] = [];
  const factory = library(events);
  const without = await rawLegacy(factory, undefined, auth());
  expect((await without.call(method, params)).error).toEqual({
    code: -32600,
    message: "This request needs the scope read",
    data: { reason: "insufficient_scope", scopes: ["read"] },
  });
  expect(events).toContainEqual(expect.objectContaining({ event: "refused", method, reason: "scopes" }));
  const withScope = await rawLegacy(factory, undefined, auth("read"));
  expect((await withScope.call(method, params)).error).toBeUndefined();
  // No token where there is no HTTP: who can start the process may call it.
  const local = await rawLegacy(factory);
  expect((await local.call(method, params)).error).toBeUndefined();
});

it.each(requests("open"))("asks for no scope where none is needed: %s of %o", async (method, params) => {
  const { error, result } = await (await rawLegacy(library(), undefined, auth())).call(method, params);
  expect(error).toBeUndefined();
  if (method === "completion/complete") expect(result).toMatchObject({ completion: { values: ["ACME, a customer"] } });
});

it("asks for them in 2026-07-28 as well", async () => {
  const [method, params] = requests("secret")[0];
  expect((await post(library(), method, params, { authInfo: auth() })).error?.code).toBe(-32600);
  expect((await post(library(), method, params, { authInfo: auth("read") })).result).toMatchObject({
    completion: { values: ["ACME, a customer"] },
  });
});

const listening = (...uris: unknown[]) =>
  ["subscriptions/listen", { notifications: { resourceSubscriptions: uris } }] as const;

it.each([...requests("secret"), listening("open://all", "secret://by?id=1")])(
  "challenges over HTTP who asks without the scope: %s of %o",
  async (method, params) => {
    const handler = httpHandler(library(), { authenticate: () => auth() });
    const response = await handler.fetch(postOf(method, params));
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope", scope="read"');
  },
);

it.each([...requests("open"), listening("open://all"), listening("open://all", 7)])(
  "lets through who needs no scope: %s of %o",
  async (method, params) => {
    const handler = httpHandler(library(), { authenticate: () => auth() });
    const response = await handler.fetch(postOf(method, params));
    expect(response.headers.get("www-authenticate")).toBeNull();
    await handler.close();
  },
);

it("looks up what a listener may watch where a token lacks a scope, and only there", async () => {
  const factory = library();
  const lookUps: string[] = [];
  const watching: ServerFactory = Object.assign((): ReturnType<ServerFactory> => factory(), factory, {
    scopesOf: (method: string, target: string) => {
      lookUps.push(target);
      return factory.scopesOf(method, target);
    },
  });
  for (const scopes of [["read"], []]) {
    const handler = httpHandler(watching, { authenticate: () => auth(...scopes) });
    await handler.fetch(postOf(...listening("open://all", "open://by?id=1")));
    await handler.close();
    expect(lookUps).toEqual(scopes.length > 0 ? [] : ["open://all", "open://by?id=1"]);
  }
});

it("looks nobody's whole list of resources up that has no end", async () => {
  const handler = httpHandler(library(), { authenticate: () => auth() });
  const many = Array.from({ length: 1001 }, (_, index) => `open://by?id=${index}`);
  const response = await handler.fetch(postOf(...listening(...many)));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: -32602, message: "This request watches too many resources" },
  });
});

function postOf(method: string, params: object): Request {
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: { host: "localhost", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 3, method, params }),
  });
}

it("serves a token with all scopes, and refuses one that lacks some", async () => {
  const tool = oneTool([], { declaration });
  expect(text(await tool.leg({}, { authInfo: auth("db:read", "db:write", "more") }))).toBe("done");
  const refused = await tool.leg({}, { authInfo: auth("db:read") });
  expect(refused.error).toEqual({
    code: -32600,
    message: "This request needs the scope db:write",
    data: { reason: "insufficient_scope", scopes: ["db:write"] },
  });
  expect((await tool.leg({})).error?.code).toBe(-32600);
  expect(tool.calls).toHaveLength(1);
});

it.each([
  [undefined, 401, 'Bearer scope="db:read db:write"'],
  [auth("db:read"), 403, 'Bearer error="insufficient_scope", scope="db:read db:write"'],
  [
    { ...auth(), resourceMetadataUrl: "https://x/meta" },
    403,
    'Bearer error="insufficient_scope", scope="db:read db:write", resource_metadata="https://x/meta"',
  ],
] as readonly [AuthInfo | undefined, number, string][])(
  "challenges over HTTP: %o",
  async (authInfo, status, challenge) => {
    const { factory } = oneTool([], { declaration });
    const handler = httpHandler(factory, { authenticate: () => authInfo });
    const response = await handler.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { host: "localhost", "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "act" } }),
      }),
    );
    expect(response.status).toBe(status);
    expect(response.headers.get("www-authenticate")).toBe(challenge);
    expect(await response.json()).toMatchObject({ id: 3, error: { message: "Insufficient scope" } });
  },
);
