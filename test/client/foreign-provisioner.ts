// Also a process of its own for foreign-server.test.ts, which tells it the era: `node foreign-provisioner.mjs modern`.
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/client";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

// What the provisioner asks, written by someone who does not know this project: other titles, other texts, another way to
// write the choices, and a state that is not sealed.
const region = {
  mode: "form" as const,
  message: "Where to?",
  requestedSchema: {
    type: "object" as const,
    properties: { region: { type: "string" as const, enum: ["us-east-1", "eu-west-1"] } },
    required: ["region"],
  },
};
const confirm = {
  mode: "form" as const,
  message: "96 a month?",
  requestedSchema: {
    type: "object" as const,
    properties: { billing: { type: "string" as const, enum: ["monthly", "yearly"] } },
    required: ["billing"],
  },
};

const named = { name: "someone-elses-provisioner", version: "9.0.0" };

function created(where: unknown, billing: unknown): CallToolResult {
  if (where === undefined || billing === undefined) {
    return { isError: true, content: [{ type: "text", text: "No answer, no database" }] };
  }
  return {
    content: [],
    structuredContent: { id: "db-1", region: Object(where).region, billing: Object(billing).billing },
  };
}

/** 2026-07-28: questions come in results, answers on retries. */
export function modernProvisioner(): Server {
  const server = new Server(named, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", ({ params }, context): CallToolResult | InputRequiredResult => {
    if (params.name !== "provision") return { isError: true, content: [{ type: "text", text: "No such tool" }] };
    const state = context.mcpReq.requestState<string>();
    const given = context.mcpReq.inputResponses ?? {};
    const ask = (name: string, question: unknown, requestState: string): InputRequiredResult =>
      Object({
        resultType: "input_required",
        inputRequests: { [name]: { method: "elicitation/create", params: question } },
        requestState,
      });
    if (state === undefined) return ask("region", region, "1");
    const where: unknown = Object(given["region"]).content;
    if (state === "1" && where === undefined) return created(undefined, undefined);
    if (state === "1") return ask("confirm", confirm, JSON.stringify(where));
    return created(JSON.parse(state), Object(given["confirm"]).content);
  });
  return server;
}

/** 2025-11-25: questions are requests of their own in the middle of the call. */
export function legacyProvisioner(): Server {
  const server = new Server(named, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", async (_request, context) => {
    const where = await context.mcpReq.elicitInput(region);
    const billing = await context.mcpReq.elicitInput(confirm);
    return created(where.content, billing.content);
  });
  return server;
}

if (process.argv[2] === "modern") serveStdio(modernProvisioner);
if (process.argv[2] === "legacy") await legacyProvisioner().connect(new StdioServerTransport());
