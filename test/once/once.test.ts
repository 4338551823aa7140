import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import { serveHttp } from "../../runtime/src/http/serve-http.js";
import { RequestError, ToolError } from "../../runtime/src/server/errors.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { runOnce } from "../../runtime/src/server/once.js";
import { memoryReplayStore, type ReplayStore } from "../../runtime/src/server/replay-store.js";
import { within } from "../../runtime/src/server/within.js";
import { connectLegacy } from "../runtime/connections.js";
import {
  asked,
  decline,
  filled,
  form,
  frozen,
  oneTool,
  type OneToolOptions,
  state,
  text,
} from "../runtime/one-tool.js";

const declaration = { once: runOnce } as const;

/** A store in memory that tells what it is asked to consume. */
function telling(tell: (flow: string, expires: number) => void): ReplayStore {
  const memory = memoryReplayStore();
  return {
    ...memory,
    consume: (flow, expires) => {
      tell(flow, expires);
      return memory.consume(flow, expires);
    },
  };
}

let runs = 0;
const counting: OneToolOptions = {
  declaration,
  handler: () => {
    runs += 1;
    return { content: [{ type: "text", text: `run ${runs}` }] };
  },
};

it("runs once for any number of replays of the last round, on any number of instances, with one result for all", async () => {
  runs = 0;
  const replays = memoryReplayStore();
  const instances = [1, 2, 3].map(() => oneTool([form("a")], { ...counting, options: { replays } }));
  const token = state(await oneTool([form("a")], { ...counting, options: { replays } }).leg({}));
  const replay = instances.flatMap((tool) =>
    Array.from({ length: 10 }, () => tool.leg({}, { state: token, answers: { a: filled } })),
  );
  const results = await Promise.all(replay);
  expect(results.map(text)).toEqual(Array.from({ length: 30 }, () => "run 1"));
  expect(runs).toBe(1);
});

it("runs as often as it is called without once", async () => {
  runs = 0;
  const tool = oneTool([form("a")], { ...counting, declaration: {} });
  const token = state(await tool.leg({}));
  for (let count = 0; count < 3; count += 1) await tool.leg({}, { state: token, answers: { a: filled } });
  expect(runs).toBe(3);
});

it("makes the others wait for the outcome of a first that takes its time", async () => {
  let started = 0;
  const tool = oneTool([form("a")], {
    declaration,
    handler: async () => {
      started += 1;
      await sleep(60);
      return { content: [{ type: "text", text: "slow" }] };
    },
  });
  const token = state(await tool.leg({}));
  const legs = await Promise.all([1, 2, 3].map(() => tool.leg({}, { state: token, answers: { a: filled } })));
  expect(legs.map(text)).toEqual(["slow", "slow", "slow"]);
  expect(started).toBe(1);
});

it("keeps a tool error for those who ask again", async () => {
  let calls = 0;
  const tool = oneTool([form("a")], {
    declaration,
    handler: () => {
      calls += 1;
      throw new ToolError("Quota is used up.");
    },
  });
  const token = state(await tool.leg({}));
  for (let count = 0; count < 2; count += 1) {
    expect(text(await tool.leg({}, { state: token, answers: { a: filled } }))).toBe("Quota is used up.");
  }
  expect(calls).toBe(1);
});

it("runs once what ended in an error of the protocol, and refuses those who ask again", async () => {
  const tool = oneTool([form("a")], {
    declaration,
    handler: () => {
      throw new RequestError(-32_050, "Not today");
    },
  });
  const retry = { state: state(await tool.leg({})), answers: { a: filled } };
  expect((await tool.leg({}, retry)).error?.code).toBe(-32_050);
  expect((await tool.leg({}, retry)).error).toEqual(frozen);
  expect(tool.calls).toHaveLength(1);
});

it("does not let a refusal be thought better of with the same state", async () => {
  runs = 0;
  const tool = oneTool([form("a")], counting);
  const token = state(await tool.leg({}));
  const refused = await tool.leg({}, { state: token, answers: { a: decline } });
  expect(text(refused)).toContain("declined");
  expect(text(await tool.leg({}, { state: token, answers: { a: filled } }))).toBe(text(refused));
  expect(runs).toBe(0);
});

it("refuses a replay whose outcome is no longer kept", async () => {
  const events: LogEvent[] = [];
  const replays: ReplayStore = { ...memoryReplayStore(), get: () => "failed" };
  const tool = oneTool([form("a")], { declaration, options: { replays, log: (event) => events.push(event) } });
  const token = state(await tool.leg({}));
  expect(text(await tool.leg({}, { state: token, answers: { a: filled } }))).toBe("done");
  expect((await tool.leg({}, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  expect(events).toContainEqual(
    expect.objectContaining({ event: "state_refused", level: "warn", reason: "used already" }),
  );
  // Nothing is wrong with the store.
  expect(events.filter(({ event }) => event === "failed")).toEqual([]);
});

it.each([
  [
    "throws",
    () => {
      throw new Error("store down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("store down"))],
] as const)("runs nothing when the store %s, and logs it", async (_, consume) => {
  runs = 0;
  const events: LogEvent[] = [];
  const replays: ReplayStore = { ...memoryReplayStore(), consume };
  const tool = oneTool([form("a")], { ...counting, options: { replays, log: (event) => events.push(event) } });
  const leg = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  expect(text(leg)).toBe('The tool "act" failed.');
  expect(runs).toBe(0);
  const error = new Error("It is not known whether this has run already, so it did not run", {
    cause: new Error("store down"),
  });
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "replay store", error }));
  expect(events.map((event) => event.event === "failed" && (event.error as Error).cause)).toContainEqual(error.cause);
});

it("gives no result to those who ask again when the store has gone since, and logs it", async () => {
  const events: LogEvent[] = [];
  const down = new Error("store down");
  const replays: ReplayStore = { ...memoryReplayStore(), get: () => Promise.reject(down) };
  const tool = oneTool([form("a")], { declaration, options: { replays, log: (event) => events.push(event) } });
  const retry = { state: state(await tool.leg({})), answers: { a: filled } };
  expect(text(await tool.leg({}, retry))).toBe("done");
  expect(text(await tool.leg({}, retry))).toBe('The tool "act" failed.');
  expect(tool.calls).toHaveLength(1);
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "replay store", error: down }));
});

it("returns the result although it could not be kept", async () => {
  const events: LogEvent[] = [];
  const down = new Error("store down");
  const replays: ReplayStore = { ...memoryReplayStore(), put: () => Promise.reject(down) };
  const tool = oneTool([form("a")], { declaration, options: { replays, log: (event) => events.push(event) } });
  expect(text(await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } }))).toBe("done");
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "replay store", error: down }));
});

it.each<[string, unknown]>([
  ["no JSON", "{secret"],
  ["nothing", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["a bare result", '{"content":[{"type":"text","text":"secret"}]}'],
  ["an outcome of another version", '{"v":2,"result":{"content":[{"type":"text","text":"secret"}]}}'],
  ["an outcome without a result", '{"v":1,"result":"secret"}'],
  ["no text", { secret: true }],
])("refuses a replay whose outcome has become %s, and logs it", async (_, kept) => {
  const events: LogEvent[] = [];
  const replays: ReplayStore = { ...memoryReplayStore(), get: () => kept as string };
  const tool = oneTool([form("a")], { declaration, options: { replays, log: (event) => events.push(event) } });
  const retry = { state: state(await tool.leg({})), answers: { a: filled } };
  expect(text(await tool.leg({}, retry))).toBe("done");
  const again = await tool.leg({}, retry);
  expect(again.error).toEqual(frozen);
  expect(JSON.stringify(again)).not.toContain("secret");
  expect(tool.calls).toHaveLength(1);
  const error = new TypeError("What is kept is no outcome of this version");
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "replay store", error }));
});

it("waits for an outcome where the store says null for none yet", async () => {
  const memory = memoryReplayStore();
  const replays: ReplayStore = { ...memory, get: (flow) => memory.get(flow) ?? (null as never) };
  const tool = oneTool([form("a")], {
    declaration,
    handler: async () => {
      await sleep(30);
      return { content: [{ type: "text", text: "slow" }] };
    },
    options: { replays },
  });
  const retry = { state: state(await tool.leg({})), answers: { a: filled } };
  expect((await Promise.all([tool.leg({}, retry), tool.leg({}, retry)])).map(text)).toEqual(["slow", "slow"]);
});

it("remembers a flow for as long as an instance whose clock is behind takes its state", async () => {
  const times: number[] = [];
  const replays = telling((_flow, expires) => times.push(expires));
  const tool = oneTool([form("a")], {
    declaration,
    config: { audience: "tests", maxAge: 1000 },
    options: { replays, now: () => 5000 },
  });
  await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  expect(times).toEqual([5000 + 1_000_000 + 60_000]);
});

it("consumes a flow only when it ends, not when it asks", async () => {
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })], { declaration });
  const token = state(await tool.leg({}));
  const second = await tool.leg({}, { state: token, answers: { a: filled } });
  expect(asked(await tool.leg({}, { state: token, answers: { a: filled } }))).toEqual(["b"]);
  expect(text(await tool.leg({}, { state: state(second), answers: { b: filled } }))).toBe("done");
});

it("keeps no result that is too long, and refuses those who ask again", async () => {
  const answer = (length: number) => ({ content: [{ type: "text", text: "x".repeat(length) }] });
  const around = JSON.stringify({ v: 1, result: answer(0) }).length;
  for (const [length, kept] of [
    [1_048_576 - around, true],
    [1_048_577 - around, false],
  ] as const) {
    const tool = oneTool([form("a")], { declaration, handler: () => answer(length) });
    const retry = { state: state(await tool.leg({})), answers: { a: filled } };
    expect(text(await tool.leg({}, retry))).toHaveLength(length);
    const again = await tool.leg({}, retry);
    if (kept) expect(text(again)).toHaveLength(length);
    else expect(again.error).toEqual(frozen);
    expect(tool.calls).toHaveLength(1);
  }
});

it("has nothing to consume in a call that asked nothing: every call is a flow of its own", async () => {
  const consumed: string[] = [];
  const replays = telling((flow) => consumed.push(flow));
  const tool = oneTool([form("a", { when: (args: { ask?: boolean }) => args.ask === true })], {
    declaration,
    options: { replays },
  });
  await tool.leg({});
  await tool.leg({});
  expect(tool.calls).toHaveLength(2);
  expect(consumed).toEqual([]);
  const token = state(await tool.leg({ ask: true }));
  await tool.leg({ ask: true }, { state: token, answers: { a: filled } });
  expect(consumed).toEqual([tool.calls[2]?.flow.id]);
});

it("has nothing to consume in a call that is refused in its first round by somebody who is asked while it waits", async () => {
  const consumed: string[] = [];
  const replays = telling((flow) => consumed.push(flow));
  const tool = oneTool([form("a", { within: within(60) })], { declaration, options: { replays } });
  const client = await connectLegacy(tool.factory, () => decline);
  const { isError, content } = await client.callTool({ name: "act", arguments: {} });
  expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("declined")]);
  expect(consumed).toEqual([]);
  await client.close();
});

it.each([
  ["maxFlows", 0],
  ["maxFlows", Number.NaN],
  ["maxFlows", 1.5],
  ["maxOutcomes", 0],
  ["maxOutcomes", Number.NaN],
])("takes no number that would take a limit of the store away: %s %d", (name, none) => {
  expect(() => memoryReplayStore({ [name]: none })).toThrow(`${name} must be a whole number, at least 1`);
});

it("forgets no flow that could still be replayed, and all that cannot", async () => {
  let now = 0;
  const store = memoryReplayStore({ maxFlows: 2, now: () => now });
  expect(await store.consume("a", 10)).toBe("first");
  expect(await store.consume("b", 20)).toBe("first");
  expect(await store.consume("a", 10)).toBe("seen");
  expect(() => store.consume("c", 30)).toThrow("full");
  now = 10;
  expect(await store.consume("c", 30)).toBe("first");
  expect(await store.consume("b", 20)).toBe("seen");
});

it("forgets what has expired long before it is full, outcomes and all", async () => {
  let now = 0;
  const store = memoryReplayStore({ now: () => now });
  for (let flow = 0; flow < 1024; flow += 1) await store.consume(String(flow), 10);
  await store.put("0", "outcome", 10);
  now = 10;
  await store.consume("next", 20);
  expect(await store.get("0")).toBeUndefined();
  expect(await store.consume("0", 20)).toBe("first");
  expect(await store.consume("next", 20)).toBe("seen");
});

it("keeps outcomes only as long as there is room", async () => {
  const store = memoryReplayStore({ maxOutcomes: 10 });
  await store.put("a", "123456", 1);
  await store.put("b", "123456", 1);
  expect(await store.get("a")).toBeUndefined();
  expect(await store.get("b")).toBe("123456");
  await store.put("c", "1234", 1);
  expect([await store.get("b"), await store.get("c")]).toEqual(["123456", "1234"]);
});

/** A replay whose first run never ends, with a clock that goes on with every pause. */
async function waiting(signal: AbortSignal, onPause: (milliseconds: number) => void) {
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((resume: () => void, milliseconds: number) => {
    now += milliseconds;
    onPause(milliseconds);
    queueMicrotask(resume);
  }) as never);
  const replays: ReplayStore = { ...memoryReplayStore(), consume: () => "seen" };
  const run = {
    service: { replays, log: () => {}, sealing: { maxAge: 1 } },
    call: { method: "tools/call", target: "act" },
    flow: { id: "f", round: 1 },
    started: 0,
    exchange: { context: { mcpReq: { signal } } },
  };
  try {
    return await runOnce(run as never, () => Promise.reject(new Error("not called")));
  } catch (error) {
    return error;
  } finally {
    vi.restoreAllMocks();
  }
}

it("waits ten seconds for the outcome of the first, and asks for it ever less often", async () => {
  const pauses: number[] = [];
  const error = await waiting(new AbortController().signal, (pause) => pauses.push(pause));
  expect(error).toMatchObject(frozen);
  expect(pauses.slice(0, 7)).toEqual([10, 20, 40, 80, 160, 250, 250]);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(10_060);
});

it("waits no longer than somebody wants to know", async () => {
  const client = new AbortController();
  let pauses = 0;
  await waiting(client.signal, () => {
    pauses += 1;
    if (pauses === 3) client.abort();
  });
  expect(pauses).toBe(3);
});

it("refuses to start as one of several instances without a shared store", async () => {
  const alone = oneTool([form("a")], { declaration });
  await expect(serveHttp(alone.factory, { instances: 2 })).rejects.toThrow("Pass the option `replays`");
  expect(() => httpHandler(alone.factory, { env: { PARLEY_INSTANCES: "3" } })).toThrow("There are 3 instances");
  await httpHandler(alone.factory, { env: { PARLEY_INSTANCES: "1" } }).close();
  const local = oneTool([form("a")], { declaration, options: { replays: memoryReplayStore() } });
  await expect(serveHttp(local.factory, { instances: 2 })).rejects.toThrow("Pass the option `replays`");
  const memory = memoryReplayStore();
  const replays: ReplayStore = {
    consume: (flow, expires) => memory.consume(flow, expires),
    put: (flow, outcome, expires) => memory.put(flow, outcome, expires),
    get: (flow) => memory.get(flow),
  };
  const shared = oneTool([form("a")], { declaration, options: { replays } });
  await (await serveHttp(shared.factory, { instances: 2 })).close();
});

it("ends a call that takes too long, tells its function so, and leaves one that does not alone", async () => {
  let aborted = false;
  const slow = (milliseconds: number): OneToolOptions => ({
    declaration: { timeout: 0.05 },
    handler: async ({ context }) => {
      context.signal.addEventListener("abort", () => {
        aborted = true;
      });
      await sleep(milliseconds);
      return { content: [{ type: "text", text: "in time" }] };
    },
  });
  const late = await oneTool([], slow(500)).leg({});
  expect(late.result?.["isError"]).toBe(true);
  expect(text(late)).toBe('"act" did not finish within 0.05 seconds.');
  expect(aborted).toBe(true);
  expect(text(await oneTool([], slow(0)).leg({}))).toBe("in time");
});
