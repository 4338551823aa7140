import { ProtocolError } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { within } from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import type { AskNow } from "../../runtime/src/server/call-run.js";
import { connectLegacy } from "./connections.js";
import { type AnyInput, accept, asked, bad, decline, filled, form, oneTool, state } from "./one-tool.js";

/** No time to answer: whoever does not answer at once is silent. */
const soon = within(0.02);
const late = within(60);

const roots = (more: object): AnyInput => ({ kind: "roots", name: "folders", needs: [], within: soon, ...more });

/** Calls a tool through a 2025-era client that answers forms, and says nothing when it is asked for its roots. */
async function callSilent(inputs: readonly AnyInput[]) {
  const events: LogEvent[] = [];
  const tool = oneTool(inputs, { options: { log: (event) => events.push(event) } });
  let rootsAsked = 0;
  const client = await connectLegacy(tool.factory, () => filled);
  client.setRequestHandler("roots/list", () => {
    rootsAsked += 1;
    return new Promise(() => {});
  });
  const result = await client.callTool({ name: "act", arguments: {} });
  await client.close();
  return { result, events, rootsAsked, inputs: tool.calls.map(({ inputs: values }) => values) };
}

it("goes on without a client that says nothing", async () => {
  const { inputs, events } = await callSilent([roots({ whenUnavailable: "continue" })]);
  expect(inputs).toEqual([{ folders: { action: "unavailable" } }]);
  expect(events).toMatchObject([
    { event: "question", input: "folders", request: "roots/list" },
    { event: "answer", input: "folders", action: "unanswered" },
    { event: "completed", failed: false },
  ]);
});

it("takes the default in place of an answer that does not come", async () => {
  const { inputs } = await callSilent([roots({ whenUnavailable: { default: [] } })]);
  expect(inputs).toEqual([{ folders: [] }]);
});

it("ends the call, in the author's words where there are any", async () => {
  const plain = await callSilent([roots({})]);
  expect(plain.result).toMatchObject({
    isError: true,
    content: [{ text: 'The input "folders" was not answered in time, so nothing was done.' }],
  });
  expect(plain.inputs).toEqual([]);
  expect(plain.events).toContainEqual(expect.objectContaining({ event: "refused", reason: "input_unanswered" }));
  const inWords = await callSilent([roots({ whenUnavailable: { fail: () => "Name a folder.", needs: [] } })]);
  expect(inWords.result).toMatchObject({ isError: true, content: [{ text: "Name a folder." }] });
});

it("does not ask again in later rounds of the call", async () => {
  const { inputs, rootsAsked } = await callSilent([
    roots({ whenUnavailable: "continue" }),
    form("a", { needs: ["folders"] }),
    form("b", { needs: ["a"] }),
  ]);
  expect(rootsAsked).toBe(1);
  expect(inputs).toEqual([{ folders: { action: "unavailable" }, a: { value: "good" }, b: { value: "good" } }]);
});

/** Calls a tool that has one question with plenty of time, and answers it so, once for each time that it is asked. */
async function callAnswering(input: AnyInput, answers: readonly object[]) {
  const tool = oneTool([input]);
  const left = [...answers];
  const pushed: object[] = [];
  const client = await connectLegacy(tool.factory, (params) => {
    pushed.push(params);
    return left.shift() ?? decline;
  });
  const result = await client.callTool({ name: "act", arguments: {} });
  await client.close();
  return { result, pushed, inputs: tool.calls.map(({ inputs: values }) => values) };
}

it("takes an answer that comes in time, after an invalid one too", async () => {
  const { pushed, inputs } = await callAnswering(form("a", { within: late }), [bad, filled]);
  expect(inputs).toEqual([{ a: { value: "good" } }]);
  expect(pushed).toMatchObject([
    { message: "Which a?", _meta: { "mcp-parley/input": "a" } },
    { message: expect.stringContaining("The last answer was not accepted") as string },
  ]);
});

it("takes a no, and gives up after as many invalid answers as without a limit", async () => {
  const refused = await callAnswering(form("a", { within: late, onDecline: "continue" }), [decline]);
  expect(refused.inputs).toEqual([{ a: { action: "decline" } }]);
  const invalid = await callAnswering(form("a", { within: late, attempts: 1 }), [bad, bad, filled]);
  expect(invalid.result.isError).toBe(true);
  expect(invalid.pushed).toHaveLength(2);
});

it("sends an address as 2025-era clients know it, and asks on until the step outside is done", async () => {
  let done = 0;
  const login: AnyInput = {
    kind: "elicitUrl",
    name: "login",
    needs: [],
    within: late,
    question: () => ({ message: "Sign in", url: "https://example.com" }),
    completed: () => (done += 1) > 2,
  };
  const { inputs, pushed } = await callAnswering(login, [accept(), accept(), accept()]);
  expect(inputs).toEqual([{ login: { action: "accept" } }]);
  expect(pushed).toHaveLength(3);
  for (const params of pushed)
    expect(params).toMatchObject({ mode: "url", elicitationId: expect.any(String) as string });
});

/** Calls a tool through a 2025-era client that answers with an error when it is asked for its roots. */
async function callFailing(more: object) {
  const events: LogEvent[] = [];
  const tool = oneTool([roots({ within: late, ...more })], { options: { log: (event) => events.push(event) } });
  const client = await connectLegacy(tool.factory, () => filled);
  client.setRequestHandler("roots/list", () => {
    throw new Error("secret of the client");
  });
  const result = await client.callTool({ name: "act", arguments: {} });
  await client.close();
  return { result, events, inputs: tool.calls.map(({ inputs }) => inputs) };
}

it("takes an error for an answer that does not come", async () => {
  expect((await callFailing({ whenUnavailable: "continue" })).inputs).toEqual([{ folders: { action: "unavailable" } }]);
  expect((await callFailing({ whenUnavailable: { default: [] } })).inputs).toEqual([{ folders: [] }]);
  const { result, events } = await callFailing({ whenUnavailable: { fail: () => "Name a folder.", needs: [] } });
  expect(result).toMatchObject({ isError: true, content: [{ text: "Name a folder." }] });
  expect(events).toContainEqual(expect.objectContaining({ event: "answer", input: "folders", action: "unanswered" }));
});

it("tells nobody what a client's failure to answer says", async () => {
  const { result, events, inputs } = await callFailing({});
  const text = 'The input "folders" was not answered, so nothing was done.';
  expect(result).toMatchObject({ isError: true, content: [{ text }] });
  expect(JSON.stringify([result, events])).not.toContain("secret");
  expect(events.at(-1)).toMatchObject({ event: "refused", reason: "input_unanswered", input: "folders" });
  expect(inputs).toEqual([]);
});

it.each([
  ["a no to another", form("a", { within: late }), () => decline],
  ["too many invalid answers to another", form("a", { within: late, attempts: 0 }), () => bad],
])("takes a question back when the call has ended by %s", async (_end, ending, answer) => {
  const tool = oneTool([ending, roots({ within: late, whenUnavailable: "continue" })]);
  const client = await connectLegacy(tool.factory, answer);
  const taken = new Promise<unknown>((resolve) => {
    client.setRequestHandler("roots/list", (_request, { mcpReq: { signal } }) => {
      signal.addEventListener("abort", () => resolve(signal.reason));
      return new Promise(() => {});
    });
  });
  expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject({ isError: true });
  // By notifications/cancelled.
  expect(String(await taken)).toContain("The call has ended");
  expect(tool.calls).toEqual([]);
  await client.close();
});

it("says nothing of an error with which a client answers that a question is taken back", async () => {
  const events: LogEvent[] = [];
  const takenBack: AskNow = () => (taken) =>
    new Promise((_resolve, reject) => {
      taken.addEventListener("abort", () => reject(new ProtocolError(-32_603, "Nobody answers")));
    });
  const tool = oneTool([form("a", { within: late }), roots({ within: takenBack, whenUnavailable: "continue" })], {
    options: { log: (event) => events.push(event) },
  });
  const client = await connectLegacy(tool.factory, () => decline);
  expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject({ isError: true });
  expect(events).toMatchObject([
    { event: "question", input: "a" },
    { event: "answer", input: "a", action: "decline" },
    { event: "refused", input: "a" },
  ]);
  await client.close();
});

it("takes a question back when a computation of the call fails", async () => {
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<never>((_resolve, reject) => (fail = reject));
  const price: AnyInput = {
    kind: "compute",
    name: "price",
    needs: [],
    schema: { type: "number" },
    compute: () => failing,
  };
  const tool = oneTool([price, roots({ within: late })], { options: { log: () => {} } });
  const client = await connectLegacy(tool.factory, () => filled);
  const taken = new Promise<void>((resolve) => {
    client.setRequestHandler("roots/list", (_request, { mcpReq: { signal } }) => {
      signal.addEventListener("abort", () => resolve());
      fail(new Error("no price"));
      return new Promise(() => {});
    });
  });
  expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject({ isError: true });
  await taken;
  await client.close();
});

it("logs no failure when the client gives the call up while a question is open", async () => {
  const events: LogEvent[] = [];
  const tool = oneTool([form("a", { within: late })], { options: { log: (event) => events.push(event) } });
  const giveUp = new AbortController();
  const client = await connectLegacy(tool.factory, () => {
    giveUp.abort();
    return new Promise<never>(() => {});
  });
  await expect(client.callTool({ name: "act", arguments: {} }, { signal: giveUp.signal })).rejects.toThrow();
  await client.ping();
  expect(events.map(({ event }) => event)).toEqual(["question"]);
  await client.close();
});

it("waits for nobody on 2026-07-28: the question goes out with the others, and is answered whenever", async () => {
  const tool = oneTool([roots({}), form("a")]);
  const first = await tool.leg({});
  expect(asked(first)).toEqual(["folders", "a"]);
  await tool.leg({}, { state: state(first), answers: { folders: { roots: [] }, a: filled } });
  expect(tool.calls.map(({ inputs }) => inputs)).toEqual([{ folders: [], a: { value: "good" } }]);
});

it("says how long each answer took that was waited for, and which nobody can have seen", async () => {
  let now = 1_000_000;
  const events: LogEvent[] = [];
  const inputs = [form("a"), form("b", { needs: ["a"], within: late, onDecline: "continue", attempts: 1 })];
  const tool = oneTool(inputs, { options: { log: (event) => events.push(event), now: () => now } });
  const answers: readonly (readonly [object, number])[] = [
    [filled, 5000],
    [bad, 3000],
    [decline, 200],
  ];
  const left = [...answers];
  const client = await connectLegacy(tool.factory, () => {
    const [answer, waited] = left.shift() ?? [decline, 0];
    now += waited;
    return answer;
  });
  await client.callTool({ name: "act", arguments: {} });
  await client.close();
  expect(events.filter(({ event }) => event === "answer")).toMatchObject([
    { input: "a", action: "accept", waited: 5000 },
    { input: "b", action: "invalid", waited: 3000 },
    { input: "b", action: "decline", waited: 200, unseen: true },
  ]);
});
