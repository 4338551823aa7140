import { expect, it } from "vitest";
import { httpHandler, type HttpHandlerOptions } from "../../runtime/src/http/http-handler.js";
import { provisioner } from "../runtime/provisioner.js";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

/** Opens a session as whoever `authenticate` says it is. */
async function opened(authenticate: unknown) {
  const errors: string[] = [];
  const handler = httpHandler(provisioner().factory, {
    authenticate: authenticate as NonNullable<HttpHandlerOptions["authenticate"]>,
    onerror: (error) => void errors.push(error.message),
  });
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(initialize),
    }),
  );
  const { status, headers } = response;
  const text = status === 200 ? "" : await response.text();
  await handler.close();
  return { status, session: headers.get("mcp-session-id"), text, errors };
}

it.each([
  [
    "throws",
    (): never => {
      throw new Error("secret of the issuer");
    },
  ],
  ["rejects", () => Promise.reject(new Error("secret of the issuer"))],
  ["throws what is no error", () => Promise.reject("secret")],
  ["says null", () => null],
  ["says true", () => true],
  ["says a text", () => "ada"],
  ["says an empty object", () => ({})],
  ["leaves out the client", () => ({ token: "t", scopes: [] })],
  ["leaves out the scopes", () => ({ token: "t", clientId: "c" })],
  ["answers with something like a Response", () => ({ status: 401, headers: new Headers() })],
])("lets nobody in when the function that verifies callers %s", async (_, authenticate) => {
  const { status, session, text, errors } = await opened(authenticate);
  expect([status, session]).toEqual([500, null]);
  expect(JSON.parse(text)).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32603, message: "Internal server error" },
  });
  expect(errors).toHaveLength(1);
});

it.each([
  ["a caller", () => ({ token: "t", clientId: "c", scopes: [] })],
  ["nobody", () => undefined],
])("lets in %s", async (_, authenticate) => {
  expect(await opened(authenticate)).toMatchObject({ status: 200, session: expect.any(String) as string, errors: [] });
});
