import type { AuthInfo } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import { oneTool, text } from "./one-tool.js";

const declaration = { scopes: ["db:read", "db:write"] };
const auth = (...scopes: string[]) => ({ token: "t", clientId: "app", scopes });

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
