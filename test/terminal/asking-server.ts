import process from "node:process";
import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";
import { ProtocolError, Server } from "@modelcontextprotocol/server";

const escape = "\u001B";
const everyField = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 2, description: "What to call it" },
    count: { type: "integer", title: "Count", minimum: 1, maximum: 9 },
    note: { type: "string", title: "Note" },
    urgent: { type: "boolean", title: "Urgent", default: true },
    size: {
      type: "string",
      title: "Size",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
      default: "l",
    },
    tags: { type: "array", title: "Tags", minItems: 1, items: { type: "string", enum: ["red", "green", "blue"] } },
  },
  required: ["name", "count", "urgent", "size", "tags"],
};
const colour = {
  type: "object",
  properties: { colour: { type: "string", enum: ["red", "blue"] } },
  required: ["colour"],
};

const form = (message: string, requestedSchema: object): object => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema },
});
const visit = (url: string): object => ({
  method: "elicitation/create",
  params: { mode: "url", message: "Sign in, please", url, elicitationId: "e1" },
});

const questions: Readonly<Record<string, object>> = {
  everything: { everything: form("All of it?", everyField) },
  colour: { colour: form("Which colour?", colour) },
  // As servers of ours do on connections of 2025, where a question has no name of its own.
  hinted: {
    shade: {
      method: "elicitation/create",
      params: { mode: "form", message: "Which?", requestedSchema: colour, _meta: { "mcp-parley/input": "shade" } },
    },
  },
  consent: { consent: form("Delete the world?", { type: "object", properties: {} }) },
  visit: { login: visit("http://user@xn--bcher-kva.example/login?x=1") },
  both: { left: form("Left?", colour), right: form("Right?", colour) },
  wordy: {
    wordy: form("Would you be so kind as to tell us what the thing that you are about to make is going to be called?", {
      type: "object",
      properties: {
        name: {
          type: "string",
          title: "Name",
          description: "Under it everybody will find the thing for years to come",
        },
      },
      required: ["name"],
    }),
  },
  preset: {
    preset: form("How many?", {
      type: "object",
      properties: { count: { type: "integer", title: "Count", minimum: 1, maximum: 30, default: 1 } },
      required: ["count"],
    }),
  },
  presets: {
    presets: form("Under which name?", {
      type: "object",
      properties: {
        name: { type: "string", title: "Name", default: "reports" },
        note: { type: "string", title: "Note", default: "none" },
      },
      required: ["name"],
    }),
  },
  pair: {
    pair: form("Both?", {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "b"],
    }),
  },
  hostile: { "ev\u0007il": form(`${escape}[2J${escape}]0;owned\u0007Really\u202Eyllaer?`, colour) },
  folders: { folders: { method: "roots/list" } },
  model: { model: { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } } },
};

/** A server with nothing to read and no prompts. */
export function bareServer(): Server {
  const made = new Server({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
  made.setRequestHandler("tools/list", () => ({ tools: [] }));
  return made;
}

type Replies = Readonly<Record<string, unknown>> | undefined;

/** A server written by hand, which knows nothing of this project and asks in every way there is: a tool for each. */
export function askingServer(): Server {
  const made = new Server(
    { name: "asking", version: "1.0.0" },
    { capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} } },
  );
  const inputSchema = { type: "object" as const, properties: { count: { type: "number" } } };
  const needs = {
    type: "object" as const,
    properties: { name: { type: "string", title: "Name" }, size: { type: "number" }, more: { type: "object" } },
    required: ["name", "more"],
  };
  made.setRequestHandler("tools/list", () => ({
    tools: [
      ...[
        ...Object.keys(questions),
        "two",
        "stale",
        "dies",
        "refuses",
        "waits",
        "pauses",
        "echo",
        "fails",
        "throws",
      ].map((name) => ({
        name,
        inputSchema,
      })),
      { name: "needy", inputSchema: needs },
      { name: "closed", inputSchema: { ...inputSchema, additionalProperties: false } },
    ],
  }));
  made.setRequestHandler("prompts/list", () => ({
    prompts: [{ name: "brief", arguments: [{ name: "topic", required: true }] }],
  }));
  made.setRequestHandler("resources/list", () => ({ resources: [{ uri: "docs://a", name: "a" }] }));
  made.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  made.setRequestHandler("tools/call", ({ params }, context) =>
    answer(params.name, params.arguments, context.mcpReq.inputResponses, context.mcpReq.requestState<string>()),
  );
  made.setRequestHandler("prompts/get", ({ params }, context): GetPromptResult | InputRequiredResult =>
    context.mcpReq.inputResponses === undefined
      ? ask({ colour: form("Which colour?", colour) })
      : {
          messages: [
            {
              role: "user",
              content: {
                type: "text",
                text: `${params.arguments?.["topic"]} ${JSON.stringify(context.mcpReq.inputResponses)}`,
              },
            },
          ],
        },
  );
  made.setRequestHandler(
    "resources/read",
    ({ params }): ReadResourceResult => ({
      contents: params.uri.endsWith("blob")
        ? [{ uri: params.uri, blob: "AAEC", mimeType: "image/png" }]
        : [{ uri: params.uri, text: `${escape}[31mhello` }],
    }),
  );
  return made;
}

function answer(
  name: string,
  args: unknown,
  replies: Replies,
  state: string | undefined,
): CallToolResult | InputRequiredResult {
  if (name === "throws") throw new Error("boom");
  if (name === "fails") return { isError: true, content: [{ type: "text", text: `no${escape}[0m way` }] };
  if (["echo", "needy", "closed"].includes(name)) return said(args ?? {});
  if (name === "waits") {
    if (state === "2") return said({ done: true });
    return ask({ login: visit("https://id.example/start") }, state === undefined ? "1" : "2");
  }
  if (name === "pauses") {
    return state === undefined ? { resultType: "input_required", requestState: "later" } : said({ state });
  }
  if (name === "stale" && state !== undefined)
    throw new ProtocolError(-32_602, "Invalid or expired requestState", { reason: "invalid_request_state" });
  if (name === "stale") return ask({ colour: form("Which colour?", colour) }, "old");
  if (name === "dies") {
    // Whether the question is on the screen by then or not, it is the end of the call.
    setTimeout(() => process.exit(7), 50);
    return ask({ colour: form("Which colour?", colour) }, "s");
  }
  if (name === "refuses" && replies !== undefined)
    return {
      isError: true,
      _meta: { "mcp-parley/refusal": { reason: "input_declined", input: "colour" } },
      content: [
        {
          type: "text",
          text: 'The input "colour" was declined, so nothing was done. Do not call again unless the user asks for it.',
        },
      ],
    };
  if (name === "refuses") return ask({ colour: form("Which colour?", colour) });
  if (name === "two") {
    if (replies === undefined) return ask({ first: form("First?", colour) }, "one");
    if (state === "one") return ask({ second: form("Second?", colour) }, `two ${JSON.stringify(replies["first"])}`);
    return said({ state, replies });
  }
  return replies === undefined ? ask(questions[name] ?? {}, "s") : said(replies);
}

function said(value: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: { ...value } };
}

function ask(inputRequests: object, requestState?: string): InputRequiredResult {
  const asked: Record<string, unknown> = { inputRequests, ...(requestState === undefined ? {} : { requestState }) };
  return { resultType: "input_required", ...asked };
}
