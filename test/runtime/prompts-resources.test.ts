import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import {
  completePrompt,
  completeResource,
  type Completion,
  createService,
  type Input,
  openPrompt,
  openResource,
  type PromptContent,
  type PromptDeclaration,
  type ResourceContent,
  type ResourceDeclaration,
  type ServerFactory,
  serverFactory,
  completionRequests,
  promptRequests,
  resourceRequests,
  settle,
} from "../../runtime/src/contract-v1/server.js";
import { RequestError, ToolError } from "../../runtime/src/server/errors.js";
import { connectModern, post } from "./connections.js";
import { accept, type AnyInput, decline, filled, form, frozen, key, state, type Values } from "./one-tool.js";
import { everyKind } from "./every-kind.js";

type Handler = (call: { readonly args: Values; readonly inputs: Values }) => unknown;

const briefing: PromptDeclaration = {
  kind: "prompt",
  listed: { name: "briefing", arguments: [{ name: "topic", required: true }, { name: "tone" }] },
};
const readme: ResourceDeclaration = {
  kind: "resource",
  listed: { uri: "docs://readme", name: "readme", mimeType: "text/markdown" },
  cacheHint: { ttlMs: 1000, cacheScope: "public" },
};
const report: ResourceDeclaration = {
  kind: "resourceTemplate",
  listed: { uriTemplate: "report://{id}", name: "report", mimeType: "text/plain" },
};

const completions: readonly Completion<object>[] = [
  { ref: "prompt", name: "briefing", argument: "topic", complete: ["Space", "sport", "Art"] },
  {
    ref: "prompt",
    name: "briefing",
    argument: "tone",
    complete: (_, call) => [`${call.value}${call.arguments["topic"] ?? ""}`],
  },
  {
    ref: "resource",
    name: "report://{id}",
    argument: "id",
    complete: () => {
      throw new Error("db password");
    },
  },
];

function server(inputs: readonly AnyInput[], handler: Handler): ServerFactory {
  const service = createService<object>(1, { audience: "x" }, {}, { keys: [key], log: () => {} });
  const table: readonly Input<Values, Values, object>[] = inputs;
  return serverFactory(service, {
    info: { name: "x", version: "1" },
    capabilities: { prompts: {}, resources: {}, completions: {} },
    serves: [
      promptRequests([
        {
          declaration: briefing,
          get: async (service, request, exchange) => {
            const call = await openPrompt<Values>(service, briefing, request, exchange);
            const settled = await settle(call, table, everyKind, service.handlers);
            if (settled.done) return settled.result;
            return completePrompt(call, () => handler({ args: call.args, inputs: settled.inputs }) as PromptContent);
          },
        },
      ]),
      resourceRequests([
        {
          declaration: readme,
          read: async (service, request, exchange, variables) => {
            const call = await openResource<Values>(service, readme, request, exchange, variables);
            return completeResource(call, () => "# Read me");
          },
        },
        {
          declaration: report,
          read: async (service, request, exchange, variables) => {
            const call = await openResource<Values>(service, report, request, exchange, variables);
            const settled = await settle(call, table, everyKind, service.handlers);
            if (settled.done) return settled.result;
            return completeResource(
              call,
              () => handler({ args: call.args, inputs: settled.inputs }) as ResourceContent,
            );
          },
        },
      ]),
      completionRequests(completions),
    ],
  });
}

const say: Handler = ({ args, inputs }) => ({
  messages: [
    { role: "user", content: { type: "text", text: `${String(args["topic"])} for ${JSON.stringify(inputs["a"])}` } },
  ],
});

it("asks for a prompt, and completes it", async () => {
  const factory = server([form("a")], say);
  const params = { name: "briefing", arguments: { topic: "space" } };
  const first = await post(factory, "prompts/get", params);
  expect(first.result).toMatchObject({ inputRequests: { a: { method: "elicitation/create" } } });
  const last = await post(factory, "prompts/get", {
    ...params,
    requestState: state(first),
    inputResponses: { a: filled },
  });
  expect(last.result).toMatchObject({ messages: [{ content: { text: 'space for {"value":"good"}' } }] });
});

it("asks for a resource of a template, and binds the state to its URI", async () => {
  const factory = server([form("a")], ({ args, inputs }) => `${String(args["id"])}: ${JSON.stringify(inputs["a"])}`);
  const first = await post(factory, "resources/read", { uri: "report://q%201" });
  const retry = { requestState: state(first), inputResponses: { a: filled } };
  expect((await post(factory, "resources/read", { uri: "report://q2", ...retry })).error).toEqual(frozen);
  const last = await post(factory, "resources/read", { uri: "report://q%201", ...retry });
  expect(last.result?.["contents"]).toEqual([
    { uri: "report://q%201", mimeType: "text/plain", text: 'q 1: {"value":"good"}' },
  ]);
});

it("refuses a state across methods", async () => {
  const factory = server([form("briefing")], say);
  const prompt = await post(factory, "prompts/get", { name: "briefing", arguments: { topic: "x" } });
  expect((await post(factory, "resources/read", { uri: "report://x", requestState: state(prompt) })).error).toEqual(
    frozen,
  );
});

it("ends in a JSON-RPC error on a refusal", async () => {
  const factory = server([form("a")], say);
  const params = { name: "briefing", arguments: { topic: "x" } };
  const first = await post(factory, "prompts/get", params);
  const last = await post(factory, "prompts/get", {
    ...params,
    requestState: state(first),
    inputResponses: { a: decline },
  });
  expect(last.error).toMatchObject({ code: -32603, data: { reason: "input_declined", input: "a" } });
});

it("ends in a JSON-RPC error that has the author's words", async () => {
  const whenUnavailable = { fail: () => "Nobody can be asked.", needs: [] };
  const factory = server([form("a", { whenUnavailable })], say);
  const params = { name: "briefing", arguments: { topic: "x" } };
  const refused = await post(factory, "prompts/get", params, { capabilities: {} });
  expect(refused.error).toMatchObject({
    code: -32603,
    message: "Nobody can be asked.",
    data: { reason: "input_unavailable", input: "a" },
  });
});

it("names every bad argument of a prompt in one -32602", async () => {
  const leg = await post(server([], say), "prompts/get", { name: "briefing", arguments: { tone: "dry", size: "x" } });
  expect(leg.error).toEqual({
    code: -32602,
    message: "Invalid arguments for briefing: topic is required; size is not an argument of this prompt",
  });
});

it("names so many bad arguments of a prompt only", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, "x"]));
  const leg = await post(server([], say), "prompts/get", { name: "briefing", arguments: { topic: "x", ...unknown } });
  expect(leg.error?.message.match(/is not an argument of this prompt/g)).toHaveLength(100);
});

it.each([
  ["prompts/get", { name: "none" }, { code: -32602, message: "Unknown prompt: none" }],
  ["prompts/get", { name: "constructor" }, { code: -32602, message: "Unknown prompt: constructor" }],
  [
    "resources/read",
    { uri: "none://x" },
    { code: -32602, message: "Resource not found: none://x", data: { uri: "none://x" } },
  ],
  [
    "resources/read",
    { uri: "report://a/b" },
    { code: -32602, message: "Resource not found: report://a/b", data: { uri: "report://a/b" } },
  ],
  ["resources/read", { uri: `report://${"x".repeat(2_000_000)}` }, { code: -32602 }],
] as const)(
  "answers %s %o with -32602, and junk state with the frozen error even there",
  async (method, params, error) => {
    expect((await post(server([], say), method, params)).error).toMatchObject(error);
    if (JSON.stringify(params).length < 1000) {
      expect((await post(server([], say), method, { ...params, requestState: "junk" })).error).toEqual(frozen);
    }
  },
);

it("reads a static resource with its type and cache hint, and refuses any state there", async () => {
  const factory = server([], say);
  expect((await post(factory, "resources/read", { uri: "docs://readme" })).result).toMatchObject({
    contents: [{ uri: "docs://readme", mimeType: "text/markdown", text: "# Read me" }],
    ttlMs: 1000,
    cacheScope: "public",
  });
  expect((await post(factory, "resources/read", { uri: "docs://readme", requestState: "junk" })).error).toEqual(frozen);
});

it("sends bytes as a blob, and a whole result as it is", async () => {
  const bytes = server([], () => Uint8Array.of(1, 2, 3));
  expect((await post(bytes, "resources/read", { uri: "report://x" })).result?.["contents"]).toEqual([
    { uri: "report://x", mimeType: "text/plain", blob: "AQID" },
  ]);
  const whole = { contents: [{ uri: "report://other", text: "x" }] };
  expect(
    (
      await post(
        server([], () => whole),
        "resources/read",
        { uri: "report://x" },
      )
    ).result,
  ).toMatchObject(whole);
});

it.each([
  ["a plain error", new Error("db password"), { code: -32603, message: "Internal error" }],
  ["a tool error", new ToolError("No such report."), { code: -32603, message: "No such report." }],
  [
    "an error on purpose",
    new RequestError(-32011, "Gone", { since: 1 }),
    { code: -32011, message: "Gone", data: { since: 1 } },
  ],
  [
    "not found, without its text",
    new ResourceNotFoundError("file:///etc/passwd", "db password"),
    { code: -32602, message: "Resource not found: report://x", data: { uri: "report://x" } },
  ],
] as const)("maps %s of a resource", async (_, thrown, error) => {
  const factory = server([], () => {
    throw thrown;
  });
  expect((await post(factory, "resources/read", { uri: "report://x" })).error).toEqual(error);
});

it("takes what is not found for a prompt for a failure of its own", async () => {
  const factory = server([], () => {
    throw new ResourceNotFoundError("file:///etc/passwd", "db password");
  });
  const { error } = await post(factory, "prompts/get", { name: "briefing", arguments: { topic: "x" } });
  expect(error).toEqual({ code: -32603, message: "Internal error" });
});

it.each([undefined, null, 7, {}, { messages: "x" }, { messages: [{ role: "system", content: "x" }] }])(
  "does not send %o as a prompt",
  async (returned) => {
    const leg = await post(
      server([], () => returned),
      "prompts/get",
      { name: "briefing", arguments: { topic: "x" } },
    );
    expect(leg.error).toEqual({ code: -32603, message: "Internal error" });
  },
);

it("completes arguments from values and functions, and says nothing of failures", async () => {
  const client = await connectModern(server([], say));
  const complete = (ref: object, name: string, value: string, known?: Record<string, string>) =>
    client.complete({
      ref: ref as never,
      argument: { name, value },
      ...(known !== undefined && { context: { arguments: known } }),
    });
  const prompt = { type: "ref/prompt", name: "briefing" };
  expect((await complete(prompt, "topic", "sp")).completion).toMatchObject({
    values: ["Space", "sport"],
    total: 2,
    hasMore: false,
  });
  expect((await complete(prompt, "tone", "dry", { topic: "x" })).completion.values).toEqual(["dryx"]);
  expect((await complete(prompt, "other", "")).completion.values).toEqual([]);
  await expect(complete({ type: "ref/resource", uri: "report://{id}" }, "id", "")).rejects.toThrow("Internal error");
  await expect(complete({ type: "ref/prompt", name: "none" }, "topic", "")).rejects.toThrow("Unknown prompt");
  await client.close();
});

it("lists what was specified, in the order of the document", async () => {
  const client = await connectModern(server([], say));
  expect((await client.listPrompts()).prompts).toEqual([briefing.listed]);
  expect((await client.listResources()).resources).toEqual([readme.listed]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([report.listed]);
  await client.close();
});

it("counts an accepted answer without content for a form without required fields", async () => {
  const optional = form("a", {
    question: () => ({ message: "?", requestedSchema: { type: "object", properties: { x: { type: "string" } } } }),
  });
  const factory = server([optional], say);
  const params = { name: "briefing", arguments: { topic: "x" } };
  const first = await post(factory, "prompts/get", params);
  const last = await post(factory, "prompts/get", {
    ...params,
    requestState: state(first),
    inputResponses: { a: accept() },
  });
  expect(last.result).toMatchObject({ messages: [{ content: { text: "x for {}" } }] });
});

it.each([
  ["prompts/get", { name: "briefing", arguments: { topic: 5, tone: {} } }, "topic must be text; tone must be text"],
  ["prompts/get", { name: "briefing", arguments: "x" }, "arguments an object"],
  ["prompts/get", { name: "briefing", arguments: null }, "arguments an object"],
  ["prompts/get", { name: 5 }, "name must be text"],
  ["prompts/get", {}, "name must be text"],
  ["resources/read", { uri: 5 }, "uri must be text"],
  ["resources/read", {}, "uri must be text"],
  ["completion/complete", { ref: 5 }, "ref and argument must say what is to be completed"],
  ["prompts/list", { cursor: 5 }, "cursor must be text"],
  ["resources/list", { cursor: 5 }, "cursor must be text"],
  ["resources/templates/list", { cursor: {} }, "cursor must be text"],
] as const)("answers a malformed %s %j with -32602, in words of its own", async (method, params, problem) => {
  const { error } = await post(server([], say), method, params);
  expect(error?.code).toBe(-32602);
  expect(error?.message).toContain(problem);
  expect(error?.message).not.toContain("invalid_type");
});

it.each([
  [
    "a circle",
    () =>
      Object.assign(Object.create(null), {
        get self(): unknown {
          return this;
        },
      }),
  ],
  ["a bigint", () => ({ size: 1n })],
  ["NaN", () => ({ size: Number.NaN })],
])("fails instead of sending %s in the _meta of a prompt or a resource, or in an error", async (_, make) => {
  const requests = [
    ["prompts/get", { name: "briefing", arguments: { topic: "x" } }],
    ["resources/read", { uri: "report://x" }],
  ] as const;
  const meta = { _meta: { value: make() as unknown } };
  const internal = { code: -32603, message: "Internal error" };
  const returned = { messages: [], contents: [], ...meta };
  for (const [method, params] of requests) {
    expect(
      (
        await post(
          server([], () => returned),
          method,
          params,
        )
      ).error,
    ).toEqual(internal);
    const throwing = server([], () => {
      throw new RequestError(-32050, "Not today", make());
    });
    expect((await post(throwing, method, params)).error).toEqual(internal);
  }
});

it.each([
  ["text", "abc"],
  ["a list of numbers", [5]],
  ["nothing", undefined],
])("does not send %s as a completion", async (_, values) => {
  const service = createService<object>(1, { audience: "x" }, {}, { keys: [key], log: () => {} });
  const factory = serverFactory(service, {
    info: { name: "x", version: "1" },
    capabilities: { prompts: {}, completions: {} },
    serves: [
      promptRequests([{ declaration: briefing, get: () => Promise.reject(new Error("not called")) }]),
      completionRequests([{ ref: "prompt", name: "briefing", argument: "tone", complete: () => values as never }]),
    ],
  });
  const client = await connectModern(factory);
  const ref = { type: "ref/prompt", name: "briefing" } as const;
  await expect(client.complete({ ref, argument: { name: "tone", value: "" } })).rejects.toThrow("Internal error");
  await client.close();
});
