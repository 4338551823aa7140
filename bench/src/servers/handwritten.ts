import {
  type CallToolResult,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequiredResult,
  McpServer,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { description, inputSchema, message, outputSchema, regionForm, secret, toolName } from "./workload.js";

/** What the SDK's entries take; called once per connection, and once per HTTP request. */
export type Factory = () => Server | McpServer;

interface Arguments {
  readonly name: string;
  readonly size?: "small" | "large";
}

function created({ name, size = "small" }: Arguments): CallToolResult {
  const structuredContent = { id: `db-${name}`, size };
  return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
}

/** What a hand-written server checks: nothing, or what a generated one checks, with validators compiled once. */
export type Checks = "none" | "arguments" | "arguments and output";

/**
 * The low-level server as a careful engineer writes it: everything static is made once, a tool is found by its name in a map.
 */
export function lowLevel(tools: number, checks: Checks): Factory {
  const listed = Array.from({ length: tools }, (_, index) => ({
    name: toolName(index),
    description,
    inputSchema,
    outputSchema,
  }));
  const checkInput = fromJsonSchema<Arguments>({ ...inputSchema });
  const checkOutput = fromJsonSchema({ ...outputSchema });
  const call = (args: unknown): CallToolResult => {
    const known = checks === "none" ? { value: args as Arguments } : checkInput["~standard"].validate(args);
    if (known instanceof Promise) throw new TypeError("The validator is not asynchronous");
    if (known.issues !== undefined) {
      const text = known.issues.map((issue) => issue.message).join("; ");
      return { isError: true, content: [{ type: "text", text }] };
    }
    const result = created(known.value);
    if (checks === "arguments and output") {
      const good = checkOutput["~standard"].validate(result.structuredContent);
      if (good instanceof Promise || good.issues !== undefined) throw new TypeError("The result is not as declared");
    }
    return result;
  };
  const calls = new Map(listed.map(({ name }) => [name, call]));
  const listing = { tools: listed.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema } })) };
  return () => {
    const server = lowLevelServer();
    server.setRequestHandler("tools/list", () => listing as never);
    server.setRequestHandler("tools/call", (request) => {
      const found = calls.get(request.params.name);
      if (found === undefined) throw new TypeError("Unknown tool");
      return found(request.params.arguments ?? {});
    });
    return server;
  };
}

/** The high-level server with zod. The schemas are made once; registering belongs to every server. */
export function highLevel(tools: number): Factory {
  const input = z.strictObject({
    name: z.string().min(1).describe("Name of the database"),
    size: z.enum(["small", "large"]).default("small"),
    replicas: z.number().int().min(0).max(9).optional(),
    note: z.string().describe("Kept beside it").optional(),
  });
  const output = z.object({ id: z.string(), size: z.enum(["small", "large"]) });
  const names = Array.from({ length: tools }, (_, index) => toolName(index));
  return () => {
    const server = new McpServer({ name: "bench", version: "1.0.0" });
    for (const name of names) {
      server.registerTool(name, { description, inputSchema: input, outputSchema: output }, (args) => created(args));
    }
    return server;
  };
}

/** How a hand-written flow protects its state: not at all, or with the SDK's codec, which signs. */
export type Protection = "none" | "SDK HMAC codec";

/** The low-level server with one tool that asks for a region before it answers. */
export function asking(protection: Protection): Factory {
  const codec = createRequestStateCodec<{ asked: string }>({ key: secret });
  const mint = (context: ServerContext): Promise<string> | string =>
    protection === "none" ? '{"asked":"region"}' : codec.mint({ asked: "region" }, context);
  const listed = { name: toolName(0), description, inputSchema, outputSchema };
  const call = async (args: Arguments, context: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    const answer = context.mcpReq.requestState() === undefined ? undefined : context.mcpReq.inputResponses?.["region"];
    if (answer === undefined) {
      return {
        resultType: "input_required",
        inputRequests: {
          region: {
            method: "elicitation/create",
            params: { mode: "form", message: message(args.name), requestedSchema: regionForm as never },
          },
        },
        requestState: await mint(context),
      };
    }
    return created(args);
  };
  const options =
    protection === "none"
      ? {}
      : { requestState: { verify: (token: string, context: ServerContext) => codec.verify(token, context) } };
  return () => {
    const server = lowLevelServer(options);
    server.setRequestHandler("tools/list", () => ({ tools: [listed] }) as never);
    server.setRequestHandler("tools/call", (request, context) =>
      call((request.params.arguments ?? {}) as unknown as Arguments, context),
    );
    return server;
  };
}

function lowLevelServer(options: object = {}): Server {
  // oxlint-disable-next-line typescript/no-deprecated -- what generated servers are compared with
  return new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} }, ...options });
}
