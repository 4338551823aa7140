import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import type { ToolDeclaration } from "../../runtime/src/contract-v1/client.js";
import { connect, toolMethod } from "../../runtime/src/contract-v1/client.js";
import type { Script } from "./scripted-server.js";
import { ask, scriptedServer, textForm } from "./scripted-server.js";

const declaration: ToolDeclaration = {
  kind: "tool",
  name: "greet",
  fulfil: "greet",
  inputSchema: {
    type: "object",
    properties: { tenant: { type: "string", "x-mcp-header": "Tenant" }, who: { type: "string" } },
  },
  outputSchema: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
  questions: {
    name: { kind: "form", schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
  },
};

const script: Script = ({ state }) =>
  state === undefined ? ask({ name: textForm("name") }, "s") : { content: [], structuredContent: { greeting: "hi" } };

async function greeter(fetchWith: (request: Request) => Promise<Response>, errors: Error[] = []) {
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) => fetchWith(new Request(url, init)),
  });
  const contract = { version: 1, server: "greeter", methods: [declaration] };
  const connection = await connect(transport, contract, {
    fulfil: { greet: { name: () => ({ name: "Kim" }) } },
    onError: (error) => void errors.push(error),
  });
  return { greet: toolMethod<object, object, object, object>(connection, declaration), connection };
}

it("answers rounds over HTTP, and mirrors arguments into headers on every leg", async () => {
  const handler = createMcpHandler(() => scriptedServer(script));
  const headers: (string | null)[] = [];
  const { greet } = await greeter((request) => {
    if (request.headers.get("mcp-method") === "tools/call") headers.push(request.headers.get("mcp-param-tenant"));
    return handler.fetch(request);
  });
  expect(await greet({ tenant: "blue", who: "world" })).toMatchObject({ structuredContent: { greeting: "hi" } });
  expect(headers).toEqual(["blue", "blue"]);
});

it("resumes over HTTP what another client began", async () => {
  const handler = createMcpHandler(() => scriptedServer(script));
  const first = await greeter((request) => handler.fetch(request));
  const step = await first.greet.begin({ who: "world" });
  if (!("save" in step)) throw new Error("The server asked nothing");
  const saved = JSON.stringify(step.save());
  await first.connection.close();
  const second = await greeter((request) => handler.fetch(request));
  const result = await second.greet.resume(JSON.parse(saved)).answerAny({ name: { name: "Kim" } });
  expect(result).toMatchObject({ isError: false, structuredContent: { greeting: "hi" } });
});

it("surfaces a transport that fails in the middle of a call, in the call and to onError", async () => {
  const handler = createMcpHandler(() => scriptedServer(script));
  const errors: Error[] = [];
  let legs = 0;
  const { greet } = await greeter((request) => {
    if (request.headers.get("mcp-method") === "tools/call") legs += 1;
    return legs === 2 ? Promise.reject(new TypeError("the cable is out")) : handler.fetch(request);
  }, errors);
  await expect(greet({ who: "world" })).rejects.toThrow("the cable is out");
  expect(errors.map((error) => error.message)).toEqual(["the cable is out"]);
});
