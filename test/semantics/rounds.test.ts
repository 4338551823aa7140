import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { connectLegacy, connectModern } from "../runtime/connections.js";
import {
  accept,
  type AnyInput,
  asked,
  bad,
  cancel,
  decline,
  filled,
  form,
  oneTool,
  state,
  text,
  type Values,
} from "../runtime/one-tool.js";

const done = { content: [{ type: "text", text: "done" }] };

function compute(name: string, value: (inputs: Values) => unknown, more: object = {}): AnyInput {
  return { kind: "compute", name, needs: [], schema: {}, compute: (_, call) => value(call.inputs), ...more };
}

it("advertises no input among the arguments, to clients of both eras", async () => {
  const inputSchema = { type: "object", properties: { name: { type: "string" } } };
  const { factory } = oneTool([form("a"), compute("quote", () => 1)], { listed: { inputSchema } });
  const [old, modern] = await Promise.all([connectLegacy(factory, () => filled), connectModern(factory)]);
  for (const client of [old, modern]) {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.inputSchema)).toEqual([inputSchema, inputSchema]);
    await client.close();
  }
});

it("does not take an argument for an answer or a computed value of the same name", async () => {
  const tool = oneTool([form("a"), compute("quote", () => 12)]);
  const args = { a: { value: "from the model" }, quote: 0 };
  const first = await tool.leg(args);
  expect(asked(first)).toEqual(["a"]);
  await tool.leg(args, { state: state(first), answers: { a: filled } });
  expect(tool.calls[0]?.inputs).toMatchObject({ a: { value: "good" }, quote: 12 });
});

it("does not let an author's function ask behind the declared inputs", async () => {
  const smuggled = {
    resultType: "input_required",
    inputRequests: { x: { method: "roots/list" } },
    requestState: "plain",
  };
  const tool = oneTool([form("a")], { handler: () => smuggled });
  const last = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  expect(last.result?.["resultType"]).not.toBe("input_required");
  expect(JSON.stringify(last)).not.toContain("plain");
});

it("computes one value for all that need it, and another for the next call", async () => {
  let runs = 0;
  const shared = compute("shared", () => Promise.resolve((runs += 1)));
  const use = (name: string) => compute(name, (inputs) => inputs["shared"], { needs: ["shared"] });
  const tool = oneTool([shared, use("one"), use("two")]);
  await tool.leg({});
  await tool.leg({});
  expect(tool.calls.map(({ inputs }) => [inputs["one"], inputs["two"]])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

it("computes although an earlier version has asked for the value", async () => {
  const token = state(
    await oneTool([form("x"), form("y", { needs: ["x"] })]).leg(
      {},
      { state: state(await oneTool([form("x"), form("y", { needs: ["x"] })]).leg({})), answers: { x: filled } },
    ),
  );
  const after = oneTool([compute("x", () => "computed"), form("y", { needs: ["x"] })]);
  await after.leg({}, { state: token, answers: { y: filled } });
  expect(after.calls[0]?.inputs["x"]).toBe("computed");
});

it.each([
  ["accepted", filled, false, { a: { action: "accept", content: { value: "good" } } }],
  ["declined", decline, false, { a: { action: "decline" } }],
  ["cancelled", cancel, false, { a: { action: "cancel" } }],
])("hands over what was %s in both eras alike", async (_, answer, failed, inputs) => {
  const tool = oneTool([form("a", { onDecline: "continue" })]);
  await tool.leg({}, { state: state(await tool.leg({})), answers: { a: answer } });
  const client = await connectLegacy(tool.factory, () => answer);
  const old = await client.callTool({ name: "act", arguments: {} });
  expect(old.isError ?? false).toBe(failed);
  expect(tool.calls.map((call) => ({ ...call.inputs }))).toEqual([inputs, inputs]);
  await client.close();
});

it.each([
  ["without content", accept()],
  ["that does not match", bad],
])("asks a 2025-era client again for an answer %s, and runs nothing before", async (_, wrong) => {
  const answers = [wrong, filled];
  let pushed = 0;
  const tool = oneTool([form("a")]);
  const client = await connectLegacy(tool.factory, () => {
    pushed += 1;
    return answers.shift() ?? decline;
  });
  expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject(done);
  expect(pushed).toBe(2);
  expect(tool.calls.map(({ inputs }) => inputs["a"])).toEqual([{ value: "good" }]);
  await client.close();
});

it("asks under a condition only, in both eras", async () => {
  let pushed = 0;
  const tool = oneTool([form("a", { when: (args: { ask?: boolean }) => args.ask === true })]);
  const client = await connectLegacy(tool.factory, () => {
    pushed += 1;
    return filled;
  });
  await client.callTool({ name: "act", arguments: {} });
  expect(pushed).toBe(0);
  await client.callTool({ name: "act", arguments: { ask: true } });
  expect(pushed).toBe(1);
  expect((await tool.leg({})).result).toMatchObject(done);
  expect(asked(await tool.leg({ ask: true }))).toEqual(["a"]);
  await client.close();
});

it("asks nothing of a 2025-era client that never said what it can", async () => {
  const tool = oneTool([form("a")]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await tool.factory().connect(far);
  const answered = new Promise<unknown>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way
    near.onmessage = resolve;
  });
  await near.start();
  await near.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await near.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "act", arguments: {} } });
  expect(await answered).toMatchObject({ id: 1, error: { code: -32021 } });
  expect(tool.calls).toHaveLength(0);
  await near.close();
});

it("gives one answer to a client that sends its last leg twice, without once: the handler's business", async () => {
  const tool = oneTool([form("a")], { handler: ({ flow }) => ({ content: [{ type: "text", text: flow.id }] }) });
  const token = state(await tool.leg({}));
  const legs = await Promise.all([1, 2].map(() => tool.leg({}, { state: token, answers: { a: filled } })));
  // The id of the flow is what the author hands on as an idempotency key.
  expect(text(legs[0] ?? { status: 0 })).toMatch(/^[\w-]{22}$/);
  expect(legs.map(text)).toEqual([text(legs[0] ?? { status: 0 }), text(legs[0] ?? { status: 0 })]);
});

it("puts no question again to a client that no longer says it can answer", async () => {
  const asking = { when: () => true };
  const none = { capabilities: {} };
  const strict = oneTool([
    form("a", asking),
    { kind: "roots", name: "r", needs: [] },
    { kind: "confirm", name: "c", needs: [], message: () => "?" },
  ]);
  const first = { state: state(await strict.leg({})) };
  expect(asked(await strict.leg({}, first))).toEqual(["a", "r", "c"]);
  // All that is missing is named at once.
  expect((await strict.leg({}, { ...first, ...none })).error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: { form: {} }, roots: {} } },
  });
  expect((await strict.leg({}, { ...first, ...none, answers: { a: bad } })).error?.code).toBe(-32021);

  const conditional = oneTool([form("a", asking)]);
  const token = { state: state(await conditional.leg({})) };
  expect((await conditional.leg({}, { ...token, ...none })).error?.code).toBe(-32021);
  expect((await conditional.leg({}, { ...token, ...none, answers: { a: bad } })).error?.code).toBe(-32021);
  expect(asked(await conditional.leg({}, { ...token, answers: { a: bad } }))).toEqual(["a"]);

  const lenient = oneTool([form("a", { whenUnavailable: { default: { value: "default" } } })]);
  const open = { state: state(await lenient.leg({})) };
  expect(asked(await lenient.leg({}, open))).toEqual(["a"]);
  expect((await lenient.leg({}, { ...open, ...none })).result).toMatchObject(done);
  expect(lenient.calls.map(({ inputs }) => inputs["a"])).toEqual([{ value: "default" }]);
});

it("does not send a client to a page again that no longer says it can", async () => {
  const url: AnyInput = {
    kind: "elicitUrl",
    name: "login",
    needs: [],
    question: () => ({ message: "Sign in", url: "https://example.com" }),
    completed: () => false,
    whenUnavailable: "continue",
  };
  const tool = oneTool([url]);
  const first = { state: state(await tool.leg({})), answers: { login: accept() } };
  const second = { state: state(await tool.leg({}, first)) };
  expect(asked(await tool.leg({}, second))).toEqual(["login"]);
  expect((await tool.leg({}, { ...second, capabilities: {} })).result).toMatchObject(done);
  expect({ ...tool.calls[0]?.inputs }).toEqual({ login: { action: "unavailable" } });
});
