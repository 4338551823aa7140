import { expect, it } from "vitest";
import { withChoices } from "../../runtime/src/server/choices.js";
import {
  accept,
  type AnyInput,
  asked,
  cancel,
  decline,
  filled,
  form,
  message,
  oneTool,
  state,
  text,
} from "./one-tool.js";

const done = { content: [{ type: "text", text: "done" }] };
const completion = { role: "assistant", content: { type: "text", text: "a poem" }, model: "m" };

/** Plays the one question of a tool with an answer. */
async function answered(input: AnyInput, answer: unknown) {
  const tool = oneTool([input]);
  const last = await tool.leg({}, { state: state(await tool.leg({})), answers: { [input.name]: answer } });
  return { last, value: tool.calls[0]?.inputs[input.name] };
}

it.each([
  ["without content", accept()],
  ["with empty content", accept({})],
  ["with content nobody asked for", accept({ confirm: false })],
])("takes the action of a confirmation as the answer: %s", async (_, answer) => {
  const { value } = await answered({ kind: "confirm", name: "ok", needs: [], message: () => "Sure?" }, answer);
  expect(value).toEqual({ action: "accept" });
});

it("shows a confirmation as a form without fields", async () => {
  const leg = await oneTool([{ kind: "confirm", name: "ok", needs: [], message: () => "Sure?" }]).leg({});
  expect(leg.result?.["inputRequests"]).toEqual({
    ok: {
      method: "elicitation/create",
      params: { mode: "form", message: "Sure?", requestedSchema: { type: "object", properties: {} } },
    },
  });
});

it("hands over no content of a confirmation with onDecline: continue", async () => {
  const confirm: AnyInput = { kind: "confirm", name: "ok", needs: [], message: () => "Sure?", onDecline: "continue" };
  expect((await answered(confirm, accept({ ok: false }))).value).toEqual({ action: "accept" });
  expect((await answered(confirm, decline)).value).toEqual({ action: "decline" });
  expect((await answered(confirm, cancel)).value).toEqual({ action: "cancel" });
});

const login: AnyInput = {
  kind: "elicitUrl",
  name: "login",
  needs: [],
  question: () => ({ message: "Sign in", url: "https://example.com/login" }),
};

it("sends a person to a URL with mode, message and url only, and takes consent", async () => {
  const leg = await oneTool([login]).leg({});
  expect(leg.result?.["inputRequests"]).toEqual({
    login: {
      method: "elicitation/create",
      params: { mode: "url", message: "Sign in", url: "https://example.com/login" },
    },
  });
  expect((await answered(login, accept())).value).toEqual({ action: "accept" });
});

it("puts a URL again until the step outside is done, without counting attempts", async () => {
  const checks = [false, false, false, false, false, true];
  const tool = oneTool([{ ...login, completed: () => checks.shift() ?? true }]);
  let leg = await tool.leg({});
  for (let count = 0; count < 5; count += 1) {
    leg = await tool.leg({}, { state: state(leg), answers: { login: accept() } });
    expect(asked(leg)).toEqual(["login"]);
  }
  expect((await tool.leg({}, { state: state(leg), answers: { login: accept() } })).result).toMatchObject(done);
});

it("asks nobody whether a step is done to which nobody consented", async () => {
  let asks = 0;
  const tool = oneTool([{ ...login, completed: () => (asks += 1) > 0 }]);
  const first = await tool.leg({});
  await tool.leg({}, { state: state(first) });
  expect(asks).toBe(0);
});

it("lets a person step back while the step outside is not done", async () => {
  const tool = oneTool([{ ...login, completed: () => false }]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { login: accept() } });
  const last = await tool.leg({}, { state: state(second), answers: { login: decline } });
  expect(text(last)).toContain('"login" was declined');
});

it("stops putting a URL again when the flow has lived its age", async () => {
  let now = 1_000_000;
  const tool = oneTool([{ ...login, completed: () => false }], {
    config: { ttl: 600, maxAge: 1000 },
    options: { now: () => now },
  });
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { login: accept() } });
  now += 599_000;
  const third = await tool.leg({}, { state: state(second), answers: { login: accept() } });
  now += 402_000;
  expect((await tool.leg({}, { state: state(third), answers: { login: accept() } })).error?.code).toBe(-32602);
});

const poem: AnyInput = {
  kind: "sample",
  name: "poem",
  needs: [],
  request: () => ({ messages: [{ role: "user", content: { type: "text", text: "Write" } }], maxTokens: 10 }),
};

it("asks the client's model, and keeps what it said to the last round", async () => {
  const tool = oneTool([poem, form("a", { needs: ["poem"] })]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { poem: completion } });
  expect(asked(second)).toEqual(["a"]);
  await tool.leg({}, { state: state(second), answers: { a: filled } });
  expect(tool.calls[0]?.inputs["poem"]).toEqual(completion);
});

it.each([
  ["an elicitation's answer", filled],
  ["roots", { roots: [] }],
  ["a message without a model", { role: "assistant", content: { type: "text", text: "x" } }],
  [
    "content in parts where no tool was offered",
    { role: "assistant", model: "m", content: [{ type: "text", text: "x" }] },
  ],
  [
    "the use of a tool where none was offered",
    { role: "assistant", model: "m", content: [{ type: "tool_use", id: "1", name: "t", input: {} }] },
  ],
])("refuses as a completion: %s", async (_, answer) => {
  const { last } = await answered(poem, answer);
  expect(asked(last)).toEqual(["poem"]);
});

it("tells a model what was wrong with its answer, in a message after those of the question", async () => {
  const short = {
    rule: (_args: unknown, _inputs: unknown, { content }: typeof completion) => content.text.length < 5,
    message: (_args: unknown, _inputs: unknown, { content }: typeof completion) => `Shorter than "${content.text}".`,
  };
  const tool = oneTool([{ ...poem, checks: [short] }]);
  const first = await tool.leg({});
  const second = await tool.leg({}, { state: state(first), answers: { poem: completion } });
  const question = { role: "user", content: { type: "text", text: "Write" } };
  const corrected = (text: string): object => ({
    poem: { params: { messages: [question, { role: "user", content: { type: "text", text } }], maxTokens: 10 } },
  });
  expect(second.result?.["inputRequests"]).toMatchObject(corrected('Shorter than "a poem".'));
  // Of several answers the last one's.
  const third = await tool.leg({}, { state: state(second), answers: { poem: filled } });
  expect(third.result?.["inputRequests"]).toMatchObject(corrected("The answer is not of the kind that was asked for."));
  const good = { ...completion, content: { type: "text", text: "poem" } };
  await tool.leg({}, { state: state(third), answers: { poem: good } });
  expect(tool.calls.map(({ inputs }) => inputs["poem"])).toEqual([good]);
});

const offering = (toolChoice: "auto" | "none" = "auto"): AnyInput => ({
  ...poem,
  withTools: true,
  request: () => ({
    messages: [{ role: "user", content: { type: "text", text: "Write" } }],
    maxTokens: 10,
    tools: [{ name: "t", inputSchema: { type: "object" } }],
    toolChoice: { mode: toolChoice },
  }),
});

it("takes a completion with tools, used or not, where tools were offered", async () => {
  const withTools = offering();
  const used = {
    role: "assistant",
    content: [{ type: "tool_use", id: "1", name: "t", input: {} }],
    model: "m",
    stopReason: "toolUse",
  };
  expect((await answered(withTools, used)).value).toEqual(used);
  expect((await answered(withTools, completion)).value).toEqual(completion);
});

it.each([
  ["a tool that was not offered", "auto", { type: "tool_use", id: "1", name: "delete_all", input: {} }],
  ["a tool named like every object's member", "auto", { type: "tool_use", id: "1", name: "constructor", input: {} }],
  ["a tool when none may be called", "none", { type: "tool_use", id: "1", name: "t", input: {} }],
  ["a result of a tool", "auto", { type: "tool_result", toolUseId: "1", content: [] }],
] as const)("refuses as a completion: %s", async (_, toolChoice, block) => {
  for (const content of [block, [{ type: "text", text: "Here:" }, block]]) {
    const { last } = await answered(offering(toolChoice), { role: "assistant", model: "m", content });
    expect(asked(last)).toEqual(["poem"]);
  }
});

it("asks for roots without parameters, and refuses what is no list of roots", async () => {
  const roots: AnyInput = { kind: "roots", name: "roots", needs: [] };
  const leg = await oneTool([roots]).leg({});
  expect(leg.result?.["inputRequests"]).toEqual({ roots: { method: "roots/list" } });
  expect((await answered(roots, { roots: [{ uri: "file:///a", name: "A" }] })).value).toEqual([
    { uri: "file:///a", name: "A" },
  ]);
  // There is no place for what was wrong.
  const again = await answered(roots, { roots: [{ uri: 1 }] });
  expect(again.last.result?.["inputRequests"]).toEqual({ roots: { method: "roots/list" } });
});

it.each([
  ["a form", form("a"), {}, { elicitation: { form: {} } }],
  ["a form", form("a"), { elicitation: { url: {} } }, { elicitation: { form: {} } }],
  ["a confirmation", { kind: "confirm", name: "a", needs: [], message: () => "?" }, {}, { elicitation: { form: {} } }],
  ["a URL", login, { elicitation: {} }, { elicitation: { url: {} } }],
  ["a completion", poem, { elicitation: {} }, { sampling: {} }],
  ["tools", { ...poem, withTools: true }, { sampling: {} }, { sampling: { tools: {} } }],
  ["roots", { kind: "roots", name: "a", needs: [] }, {}, { roots: {} }],
] as readonly [string, AnyInput, object, object][])(
  "asks for %s only where it was declared, else -32021",
  async (_, input, capabilities, requiredCapabilities) => {
    const leg = await oneTool([input]).leg({}, { capabilities });
    expect(leg.error).toMatchObject({ code: -32021, data: { requiredCapabilities } });
    expect(leg.status).toBe(400);
  },
);

it("takes a bare declaration of elicitation for forms", async () => {
  expect(asked(await oneTool([form("a")]).leg({}, { capabilities: { elicitation: {} } }))).toEqual(["a"]);
});

it("refuses before it computes anything, also for a question that comes rounds later", async () => {
  let computed = 0;
  const compute: AnyInput = { kind: "compute", name: "c", needs: [], schema: true, compute: () => (computed += 1) };
  const conditional = form("b", { when: () => true });
  for (const later of [form("b", { needs: ["c"] }), conditional]) {
    const leg = await oneTool([compute, later]).leg({}, { capabilities: {} });
    expect(leg.error?.code).toBe(-32021);
  }
  expect(computed).toBe(0);
});

it("does not refuse for a question that is not asked", async () => {
  const leg = await oneTool([form("a", { when: () => false })]).leg({}, { capabilities: {} });
  expect(leg.result).toMatchObject(done);
});

it("hands over `unavailable` where that is allowed, so that another input can step in", async () => {
  const tool = oneTool([
    { ...login, whenUnavailable: "continue" },
    form("code", {
      needs: ["login"],
      when: (_: object, inputs: { login: { action: string } }) => inputs.login.action === "unavailable",
    }),
  ]);
  const first = await tool.leg({}, { capabilities: { elicitation: { form: {} } } });
  expect(asked(first)).toEqual(["code"]);
  await tool.leg({}, { capabilities: { elicitation: { form: {} } }, state: state(first), answers: { code: filled } });
  expect(tool.calls[0]?.inputs["login"]).toEqual({ action: "unavailable" });
});

it("takes the default where the client cannot be asked, and asks where it can", async () => {
  const tool = oneTool([form("a", { whenUnavailable: { default: { value: "fallback" } } })]);
  await tool.leg({}, { capabilities: {} });
  expect(tool.calls[0]?.inputs["a"]).toEqual({ value: "fallback" });
  expect(asked(await tool.leg({}))).toEqual(["a"]);
});

it("keeps declined and never asked apart", async () => {
  const both = form("a", { onDecline: "continue", whenUnavailable: "continue" });
  const tool = oneTool([both]);
  await tool.leg({}, { capabilities: {} });
  await tool.leg({}, { state: state(await tool.leg({})), answers: { a: decline } });
  expect(tool.calls.map((call) => call.inputs["a"])).toEqual([{ action: "unavailable" }, { action: "decline" }]);
});

it("fills a form with choices that are known only at run time, and accepts none but them", async () => {
  const schema = {
    type: "object",
    properties: { region: { type: "string" }, many: { type: "array", items: {} } },
    required: ["region"],
  } as const;
  const regions = [
    { id: "eu", name: "Europe" },
    { id: "us", name: "America" },
  ];
  const tool = oneTool([
    { kind: "compute", name: "quote", needs: [], schema: true, compute: () => regions },
    form("a", {
      needs: ["quote"],
      question: (_: object, { quote }: { quote: typeof regions }) => ({
        message: "Where?",
        requestedSchema: withChoices(schema, {
          region: { from: quote, value: "id", title: "name" },
          many: { from: ["x", "y"] },
        }),
      }),
    }),
  ]);
  const first = await tool.leg({});
  const requests = first.result?.["inputRequests"] as { a: { params: { requestedSchema: object } } };
  expect(requests.a.params.requestedSchema).toMatchObject({
    properties: {
      region: {
        oneOf: [
          { const: "eu", title: "Europe" },
          { const: "us", title: "America" },
        ],
      },
      many: {
        items: {
          anyOf: [
            { const: "x", title: "x" },
            { const: "y", title: "y" },
          ],
        },
      },
    },
  });
  const second = await tool.leg({}, { state: state(first), answers: { a: accept({ region: "Europe" }) } });
  expect(message(second, "a")).toContain('region must be one of "eu", "us"');
  const last = await tool.leg({}, { state: state(second), answers: { a: accept({ region: "us", many: ["y"] }) } });
  expect(last.result).toMatchObject(done);
});

it("refuses choices among nothing, and choices that are no texts", () => {
  const schema = { type: "object", properties: { region: { type: "string" } } } as const;
  expect(() => withChoices(schema, { region: { from: [] } })).toThrow("nothing to choose");
  expect(() => withChoices(schema, { region: { from: [{ id: 1 }], value: "id" } })).toThrow("no text");
});
