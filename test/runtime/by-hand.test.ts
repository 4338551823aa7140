import { expect, it } from "vitest";
import {
  askFor,
  completeManualPrompt,
  completeManualResource,
  completeManualTool,
  createService,
  type Manual,
  openPrompt,
  openResource,
  openTool,
  promptRequests,
  resourceRequests,
  serverFactory,
  type ServerFactory,
  type ServiceOptions,
  toolRequests,
  type ToolDeclaration,
} from "../../runtime/src/contract-v1/server.js";
import type { JsonSchema } from "../../runtime/src/validation/schemas.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { openTelemetry } from "../../runtime/src/telemetry/index.js";
import { startTracing, stopTracing, takeSpans } from "../telemetry/spans.js";
import { post } from "./connections.js";
import {
  accept,
  type AnyInput,
  asked,
  bad,
  cancel,
  decline,
  filled,
  form,
  key,
  message,
  state,
  text,
} from "./one-tool.js";
import { everyKind } from "./every-kind.js";

type Open = Manual<
  Readonly<Record<string, () => { readonly name: string }>>,
  Readonly<Record<string, unknown>>,
  unknown
>;
type Handler = (manual: Open) => unknown;

interface Given {
  readonly questions?: readonly AnyInput[];
  readonly stateSchema?: JsonSchema;
  readonly specDigest?: string;
  readonly options?: ServiceOptions;
}

const events: LogEvent[] = [];

/** A tool, a prompt and a resource whose flow is this handler's. */
function factoryOf(
  handler: Handler,
  { questions = [form("a"), form("b")], stateSchema, specDigest, options }: Given = {},
) {
  events.length = 0;
  const service = createService<object>(
    1,
    { audience: "tests" },
    {},
    { keys: [key], log: (event) => events.push(event), ...options },
  );
  const flow = specDigest === undefined ? {} : { specDigest };
  const tool: ToolDeclaration = { kind: "tool", listed: { name: "act", inputSchema: { type: "object" } }, ...flow };
  const prompt = { kind: "prompt", listed: { name: "brief" }, ...flow } as const;
  const note = { kind: "resourceTemplate", listed: { uriTemplate: "note://{id}", name: "note" }, ...flow } as const;
  const declared = questions as never[];
  return serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serves: [
      toolRequests([
        {
          declaration: tool,
          call: async (service, request, exchange) => {
            const call = await openTool<object>(service, tool, request, exchange);
            return call.done
              ? call.result
              : completeManualTool(call, declared, everyKind, stateSchema, handler as never);
          },
        },
      ]),
      promptRequests([
        {
          declaration: prompt,
          get: async (service, request, exchange) => {
            const call = await openPrompt<object>(service, prompt, request, exchange);
            return completeManualPrompt(call, declared, everyKind, stateSchema, handler as never);
          },
        },
      ]),
      resourceRequests([
        {
          declaration: note,
          read: async (service, request, exchange, variables) => {
            const call = await openResource<object>(service, note, request, exchange, variables);
            return completeManualResource(call, declared, everyKind, stateSchema, handler as never);
          },
        },
      ]),
    ],
  });
}

const call = (factory: ServerFactory, token?: string, answers?: object, capabilities?: object) =>
  post(
    factory,
    "tools/call",
    { name: "act", requestState: token, inputResponses: answers },
    capabilities === undefined ? {} : { capabilities },
  );

/** Asks these questions with a state, then shows what came of them. */
const showing =
  (names: readonly string[], kept: unknown = "kept"): Handler =>
  (manual) =>
    manual.state === undefined
      ? askFor(
          names.map((name) => manual.ask[name]?.() ?? { name }),
          kept,
        )
      : { content: [{ type: "text", text: JSON.stringify({ ...manual.responses, state: manual.state }) }] };

const shown = async (factory: ServerFactory, answers?: object): Promise<unknown> =>
  JSON.parse(text(await call(factory, state(await call(factory)), answers)));

it.each([
  ["an accepted form", filled, { action: "accept", content: { value: "good" } }],
  ["a refusal", decline, { action: "decline" }],
  ["a cancellation", cancel, { action: "cancel" }],
  [
    "an answer that does not fit",
    bad,
    { action: "invalid", problem: expect.stringContaining("value must have at least 2 characters") as string },
  ],
])("shows the author's function %s", async (_, answer, response) => {
  expect(await shown(factoryOf(showing(["a", "b"])), { a: answer, b: filled })).toEqual({
    a: response,
    b: { action: "accept", content: { value: "good" } },
    state: "kept",
  });
});

it.each(["confirm", "elicitUrl"])("hands over no content of %s", async (kind) => {
  const question = {
    kind,
    name: "a",
    needs: [],
    message: () => "Sure?",
    question: () => ({ message: "Go", url: "https://a.example/" }),
  } as unknown as AnyInput;
  const seen: unknown[] = [];
  const factory = factoryOf(
    (manual) => {
      seen.push(manual.responses["a"]);
      return showing(["a"])(manual);
    },
    { questions: [question] },
  );
  await shown(factory, { a: accept({ more: 1 }) });
  expect(seen).toStrictEqual([undefined, { action: "accept", content: undefined }]);
});

it("counts answers to what the round before asked, and no others", async () => {
  const factory = factoryOf(showing(["a"]));
  expect(await shown(factory, { b: filled, c: filled })).toEqual({ state: "kept" });
  expect(await shown(factory)).toEqual({ state: "kept" });
  // Without its state an answer is to nothing that was asked.
  expect(asked(await call(factory, undefined, { a: filled }))).toEqual(["a"]);
});

it("counts no answer to a question that would be asked in other words now", async () => {
  const words = (text: string): AnyInput =>
    form("a", {
      question: (_: object, { state }: { state: string }) => ({
        message: `${text} ${state}?`,
        requestedSchema: { type: "object", properties: {} },
      }),
    });
  const [before, after] = ["Delete", "Archive"].map((text) => factoryOf(showing(["a"]), { questions: [words(text)] }));
  if (before === undefined || after === undefined) throw new Error("unreachable");
  const first = await call(before);
  expect(message(first, "a")).toBe("Delete kept?");
  const answers = { a: accept({}) };
  expect(JSON.parse(text(await call(after, state(first), answers)))).toEqual({ state: "kept" });
  expect(JSON.parse(text(await call(before, state(first), answers)))).toMatchObject({ a: { action: "accept" } });
});

it("takes questions of any name", async () => {
  const names = ["__proto__", "constructor", "登录"];
  const factory = factoryOf(showing(names), { questions: names.map((name) => form(name)) });
  const first = await call(factory);
  expect(Object.keys(first.result?.["inputRequests"] as object)).toEqual(names);
  const answers: unknown = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(filled)}`).join(",")}}`,
  );
  const seen = JSON.parse(text(await call(factory, state(first), answers as object))) as object;
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(["constructor", "登录", "state"]));
});

it("goes on without questions where there is a state", async () => {
  const factory = factoryOf(showing([]));
  const first = await call(factory);
  expect(first.result).not.toHaveProperty("inputRequests");
  expect(first.result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) as string });
  expect(await shown(factory)).toEqual({ state: "kept" });
});

it.each([
  ["asks nothing and keeps nothing", () => askFor([]), "A round needs a question or a state"],
  ["asks what was not declared", () => askFor([{ name: "c" }]), 'There is no question "c"'],
  [
    "keeps a state that is none",
    () => askFor([], { size: "large" }),
    "The state does not match its schema: /size must be number",
  ],
  [
    "keeps what JSON cannot carry",
    () => askFor([], { size: Number.NaN }),
    "The state holds NaN, which JSON cannot carry",
  ],
])("fails a call whose function %s, and says why in the log", async (_, handler, why) => {
  const factory = factoryOf(handler, { stateSchema: { type: "object", properties: { size: { type: "number" } } } });
  expect(text(await call(factory))).toBe('The tool "act" failed.');
  expect(events).toContainEqual(
    expect.objectContaining({
      event: "failed",
      where: "questions",
      error: expect.objectContaining({ message: why }) as object,
    }),
  );
  expect(events).toContainEqual(expect.objectContaining({ event: "completed", failed: true }));
});

it("fails a call whose function throws, and says so in the log", async () => {
  const factory = factoryOf(() => {
    throw new Error("secret");
  });
  expect(text(await call(factory))).toBe('The tool "act" failed.');
  const error = expect.objectContaining({ message: "secret" }) as object;
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "handler", error }));
  expect(events).toContainEqual(expect.objectContaining({ event: "completed", failed: true }));
});

it("says in one refusal all that the client would have to declare", async () => {
  const url = {
    kind: "elicitUrl",
    name: "b",
    needs: [],
    question: () => ({ message: "Go", url: "https://a.example/" }),
  } as unknown as AnyInput;
  const factory = factoryOf(showing(["a", "b"]), { questions: [form("a"), url] });
  const { error } = await call(factory, undefined, undefined, { sampling: {} });
  expect(error).toMatchObject({
    code: -32_021,
    data: { requiredCapabilities: { elicitation: { form: {}, url: {} } } },
  });
  expect(events).toContainEqual(expect.objectContaining({ event: "refused", reason: "capability" }));
  expect(events.map(({ event }) => event)).not.toContain("completed");
  expect(asked(await call(factory))).toEqual(["a", "b"]);
});

it("drops a state, and the answers with it, that a deployment has made a state no more", async () => {
  const text = { stateSchema: { type: "string" }, specDigest: "one" };
  const first = await call(factoryOf(showing(["a"], "kept"), text));
  const seen: unknown[] = [];
  const watching: Handler = ({ responses, state }) => {
    seen.push({ responses, state });
    return { content: [] };
  };
  const answers = { a: filled };
  const content = { a: { action: "accept", content: { value: "good" } } };
  await call(
    factoryOf(watching, { ...text, stateSchema: { type: "number" }, specDigest: "two" }),
    state(first),
    answers,
  );
  await call(factoryOf(watching, { ...text, specDigest: "two" }), state(first), answers);
  await call(factoryOf(watching, { specDigest: "two" }), state(first), answers);
  await call(factoryOf(watching, text), state(first), answers);
  expect(seen).toEqual([
    { responses: {}, state: undefined },
    { responses: content, state: "kept" },
    { responses: content, state: "kept" },
    { responses: content, state: "kept" },
  ]);
});

it("holds no state against a specification under which it was kept already", async () => {
  const first = await call(factoryOf(showing(["a"]), { specDigest: "one" }));
  const after = factoryOf(showing(["a"]), { stateSchema: { type: "number" }, specDigest: "one" });
  expect(JSON.parse(text(await call(after, state(first), { a: filled })))).toEqual({
    a: { action: "accept", content: { value: "good" } },
    state: "kept",
  });
});

it("keeps a state that a deployment has left none for, where there was none", async () => {
  const first = await call(factoryOf((manual) => askFor([manual.ask["a"]?.() ?? { name: "" }]), { specDigest: "one" }));
  const seen: unknown[] = [];
  const watching: Handler = ({ responses }) => {
    seen.push(responses);
    return { content: [] };
  };
  const after = factoryOf(watching, { stateSchema: { type: "number" }, specDigest: "two" });
  await call(after, state(first), { a: filled });
  expect(seen).toEqual([{ a: { action: "accept", content: { value: "good" } } }]);
});

it.each([
  ["prompts/get", { name: "brief" }, { messages: [{ role: "user", content: { type: "text", text: "kept good" } }] }],
  ["resources/read", { uri: "note://1" }, { contents: [{ uri: "note://1", text: "kept good" }] }],
] as const)("serves %s by hand", async (method, target, result) => {
  const factory = factoryOf((manual) => {
    const response = manual.responses["a"] as { content: { value: string } } | undefined;
    if (response === undefined) return askFor([manual.ask["a"]?.() ?? { name: "" }], "kept");
    const said = `${String(manual.state)} ${response.content.value}`;
    return method === "resources/read" ? said : { messages: [{ role: "user", content: { type: "text", text: said } }] };
  });
  const first = await post(factory, method, target);
  const last = await post(factory, method, { ...target, requestState: state(first), inputResponses: { a: filled } });
  expect(last.result).toMatchObject(result);
});

it("shows those who trace calls the author's function once for each round, and what it finished with not again", async () => {
  startTracing();
  try {
    takeSpans();
    await shown(factoryOf(showing(["a"]), { options: { telemetry: openTelemetry() } }), { a: filled });
    expect(takeSpans().map(({ name }) => name)).toEqual(["handler", "tools/call act", "handler", "tools/call act"]);
  } finally {
    stopTracing();
  }
});
