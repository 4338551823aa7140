import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  askFor,
  completeManualTool,
  createService,
  type Manual,
  type ManualInput,
  openTool,
  serverFactory,
  toolRequests,
  type ToolDeclaration,
  within,
} from "../../runtime/src/contract-v1/server.js";
import { deadlineIn } from "../../runtime/src/server/deadline.js";
import type { CallRun } from "../../runtime/src/server/call-run.js";
import { runOnce } from "../../runtime/src/server/once.js";
import { memoryReplayStore } from "../../runtime/src/server/replay-store.js";
import { runStep } from "../../runtime/src/server/run-step.js";
import { connectLegacy, post } from "./connections.js";
import { accept, type AnyInput, filled, form, key, oneTool, state, text } from "./one-tool.js";
import { everyKind } from "./every-kind.js";

const timeout = 0.05;
const late = '"act" did not finish within 0.05 seconds.';
const forEver = (): Promise<never> => new Promise(() => {});

type Ask = { readonly a: () => { readonly name: string } };
type ByHandHandler = (manual: Manual<Ask, Readonly<Record<string, unknown>>, unknown>) => unknown;

/** A tool whose flow is its handler's, and may take as long as that. */
function byHand(handler: ByHandHandler, seconds = 60) {
  const service = createService<object>(
    1,
    { audience: "tests", maxStateBytes: 1000 },
    {},
    { keys: [key], log: () => {} },
  );
  const declaration: ToolDeclaration = {
    kind: "tool",
    listed: { name: "act", inputSchema: { type: "object" } },
    timeout: seconds,
  };
  const question: ManualInput<object, unknown, Ask> = {
    kind: "elicit",
    name: "a",
    needs: [],
    question: () => ({
      message: "?",
      requestedSchema: { type: "object", properties: { value: { type: "string" } }, required: ["value"] },
    }),
  };
  const factory = serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {} },
    serves: [
      toolRequests([
        {
          declaration,
          call: async (service, request, exchange) => {
            const call = await openTool<object>(service, declaration, request, exchange);
            return call.done
              ? call.result
              : completeManualTool(
                  call,
                  [question],
                  everyKind,
                  true,
                  (manual: Parameters<ByHandHandler>[0]) => handler(manual) as never,
                );
          },
        },
      ]),
    ],
  });
  return (more: object = {}) => post(factory, "tools/call", { name: "act", ...more });
}

it.each<[string, AnyInput]>([
  ["computes", { kind: "compute", name: "q", needs: [], schema: {}, compute: forEver }],
  [
    "checks whether a step outside is done",
    {
      kind: "elicitUrl",
      name: "q",
      needs: [],
      question: () => ({ message: "go", url: "https://example.com/" }),
      completed: forEver,
    },
  ],
])("ends a round that takes too long while it %s", async (_, input) => {
  const tool = oneTool([input], { declaration: { timeout } });
  const first = await tool.leg({});
  const last = input.kind === "compute" ? first : await tool.leg({}, { state: state(first), answers: { q: accept() } });
  expect([last.result?.["isError"], text(last)]).toEqual([true, late]);
  expect(tool.calls).toHaveLength(0);
});

it("takes nothing of the time while a person is waited for, and gives it whole to what follows", async () => {
  const signals: AbortSignal[] = [];
  const computing: AnyInput = {
    kind: "compute",
    name: "q",
    needs: ["a"],
    schema: {},
    compute: async () => {
      await sleep(1);
      return 1;
    },
  };
  const tool = oneTool([form("a", { within: within(60) }), computing], {
    declaration: { timeout },
    handler: ({ context }) => {
      signals.push(context.signal);
      return { content: [] };
    },
  });
  const client = await connectLegacy(tool.factory, async () => {
    await sleep(timeout * 3000);
    return filled;
  });
  expect(await client.callTool({ name: "act", arguments: {} })).toEqual({ content: [] });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await client.close();
});

it("ends a computation that begins when a person has answered", async () => {
  const tool = oneTool(
    [form("a", { within: within(60) }), { kind: "compute", name: "q", needs: ["a"], schema: {}, compute: forEver }],
    { declaration: { timeout } },
  );
  const client = await connectLegacy(tool.factory, () => filled);
  expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject({ content: [{ text: late }] });
  await client.close();
});

it("takes nothing of the time until the last of several is answered that are waited for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const tool = oneTool([form("a", { within: within(60) }), form("b", { within: within(60) })], {
    declaration: { timeout },
  });
  let answer: (content: object) => void = () => {};
  const client = await connectLegacy(tool.factory, (params) =>
    JSON.stringify(params).includes("Which a?") ? filled : new Promise<object>((resolve) => (answer = resolve)),
  );
  const call = client.callTool({ name: "act", arguments: {} });
  await vi.advanceTimersByTimeAsync(timeout * 3000);
  answer(filled);
  expect(await call).toMatchObject({ content: [{ text: "done" }] });
  await client.close();
});

it("says in the signal of the author's function why nobody waits for it any more", async () => {
  const reasons: unknown[] = [];
  const tool = oneTool([], {
    declaration: { timeout },
    handler: ({ context: { signal } }) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason));
      return forEver();
    },
  });
  expect(text(await tool.leg({}))).toBe(late);
  expect(reasons).toMatchObject([{ name: "TimeoutError", message: "The round has taken too long" }]);
});

it("does not begin what there is no time left for", async () => {
  const store = memoryReplayStore();
  const tool = oneTool([form("a")], {
    declaration: { timeout, once: runOnce },
    options: {
      replays: {
        ...store,
        consume: async (flow, expires) => {
          await sleep(timeout * 3000);
          return store.consume(flow, expires);
        },
      },
    },
  });
  const first = await tool.leg({});
  expect(text(await tool.leg({}, { state: state(first), answers: { a: filled } }))).toBe(late);
  expect(tool.calls).toEqual([]);
});

it("keeps nothing of a step that is over, however long the round may last", async () => {
  const deadline = deadlineIn(60);
  const run: unknown = { service: {}, deadline };
  const step = runStep(run as CallRun<unknown>, "handler", async () => 1);
  expect(getEventListeners(deadline.signal, "abort")).toHaveLength(1);
  expect(await step).toBe(1);
  await sleep(1);
  expect(getEventListeners(deadline.signal, "abort")).toEqual([]);
});

it.each([2.01, 0.009])(
  "takes %f seconds for what they are, though they are no whole number of milliseconds",
  async (seconds) => {
    const tool = oneTool([], { declaration: { timeout: seconds } });
    expect(text(await tool.leg({}))).toBe("done");
  },
);

it("ends a round by hand that takes too long, and leaves one that does not alone", async () => {
  expect(text(await byHand(forEver, timeout)())).toBe(late);
  const quick = byHand(async () => {
    await sleep(1);
    return { content: [{ type: "text", text: "in time" }] };
  });
  expect(text(await quick())).toBe("in time");
});

it.each([null, { method: "elicitation/create" }, { result: filled }])(
  "shows a handler by hand an answer that is none as invalid: %j",
  async (answer) => {
    const leg = byHand((manual) =>
      manual.state === undefined
        ? askFor([manual.ask.a()], 1)
        : { content: [{ type: "text", text: JSON.stringify(manual.responses) }] },
    );
    const last = await leg({ requestState: state(await leg()), inputResponses: { a: answer } });
    expect(JSON.parse(text(last))).toMatchObject({ a: { action: "invalid" } });
  },
);

it("says of a state by hand that is too large how large it is, and names no input", async () => {
  const { error } = await byHand(({ ask }) => askFor([ask.a()], "x".repeat(2000)))();
  expect(error?.message).toMatch(/^The state of this call has \d{4} characters, and 1000 are allowed$/);
});

it("the time of a round is over with its answer: nothing fires in what the function has left behind", async () => {
  const signals: AbortSignal[] = [];
  const tool = oneTool([], {
    declaration: { timeout },
    handler: ({ context }) => {
      signals.push(context.signal);
      return { content: [] };
    },
  });
  const client = await connectLegacy(tool.factory, () => filled);
  await client.callTool({ name: "act", arguments: {} });
  await sleep(timeout * 1000 * 3);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await client.close();
});

it("begins no time anew when an answer comes after the round is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const deadline = deadlineIn(1);
  let answer: (said: string) => void = () => {};
  const answered = deadline.outside(() => new Promise<string>((resolve) => (answer = resolve)));
  deadline.end();
  answer("late");
  expect(await answered).toBe("late");
  await vi.advanceTimersByTimeAsync(2000);
  expect(deadline.signal.aborted).toBe(false);
});
