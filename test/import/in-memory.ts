import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ServerFactory } from "../../runtime/src/server/server-factory.js";
import { isObject, member } from "../../generator/load/values.js";
import type { Json } from "../../generator/model/model.js";

const protocol = "io.modelcontextprotocol";

const members: ReadonlyMap<string, string> = new Map([
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
]);

/** One list as it is on the wire: no client between that could drop what it does not know. */
export async function listed(factory: ServerFactory, method: string): Promise<readonly Json[]> {
  const handler = createMcpHandler(factory, { legacy: "reject" });
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          _meta: {
            [`${protocol}/protocolVersion`]: "2026-07-28",
            [`${protocol}/clientInfo`]: { name: "raw", version: "1" },
            [`${protocol}/clientCapabilities`]: {},
          },
        },
      }),
    }),
  );
  const text = await response.text();
  const answer: Json = JSON.parse(text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}"));
  const list = member(member(answer, "result"), members.get(method) ?? "");
  if (Array.isArray(list)) return list as readonly Json[];
  // A server without the capability has no such list.
  if (isObject(answer) && member(member(answer, "error"), "code") === -32_601) return [];
  throw new Error(text);
}
