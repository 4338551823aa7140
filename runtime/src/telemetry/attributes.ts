import type { Attributes } from "@opentelemetry/api";
import type { ServerContext } from "@modelcontextprotocol/server";
import type { LogEvent } from "../server/log.js";
import type { CallIdentity } from "../server/call.js";

/** What a span says of the request it is about (OpenTelemetry semantic conventions for MCP). No arguments, no session, no caller. */
export function requestAttributes({ method, target }: CallIdentity, { mcpReq }: ServerContext): Attributes {
  return { "mcp.method.name": method, "jsonrpc.request.id": String(mcpReq.id), ...targetAttributes(method, target) };
}

// What there is not may have any name.
const longestTarget = 1000;

function targetAttributes(method: CallIdentity["method"], called: string): Attributes {
  const target = called.slice(0, longestTarget);
  switch (method) {
    case "tools/call":
      return { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": target };
    case "prompts/get":
      return { "gen_ai.prompt.name": target };
    case "resources/read":
      return { "mcp.resource.uri": target };
  }
}

// The span says these itself.
const ofTheSpan = new Set(["event", "level", "method", "target", "flow"]);

/** An event of the log as attributes; of an error only its kind, since its text is the author's, and of an output no names. */
export function eventAttributes(event: LogEvent): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries<unknown>(event)) {
    if (name === "error") attributes["error.type"] = errorType(value);
    else if (ofTheSpan.has(name) || name === "problems") continue;
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      attributes[`parley.${name}`] = value;
    }
  }
  return attributes;
}

/** The kind of what was thrown: the code of a JSON-RPC error, else the name of its class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  if ("code" in error && typeof error.code === "number") return String(error.code);
  return error.name;
}
