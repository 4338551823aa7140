import { expect, it } from "vitest";
import { askFor, runOnce } from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { memoryReplayStore, type ReplayStore } from "../../runtime/src/server/replay-store.js";
import {
  accept,
  type AnyInput,
  asked,
  bad,
  cancel,
  decline,
  filled,
  form,
  frozen,
  message,
  state,
} from "./one-tool.js";
import { type ByHand, kinds, legOf, refusedBy, saidBy, threeKinds } from "./three-kinds.js";

// What holds for tools holds for prompts and templates of resources: every rule of the rounds, for each of them.

const after = (name: string, need: string): AnyInput => form(name, { needs: [need] });
const otherwise = (of: { method: string }) => kinds.filter(({ method }) => method !== of.method);

it.each(kinds)("asks for all that can be asked, round by round, and runs once: $kind", async (kind) => {
  const server = threeKinds([form("a"), form("b"), after("c", "a")], { handler: (values) => JSON.stringify(values) });
  const first = await legOf(server, kind);
  expect(asked(first)).toEqual(["a", "b"]);
  const second = await legOf(server, kind, { state: state(first), answers: { a: filled, b: filled } });
  expect(asked(second)).toEqual(["c"]);
  const ignored = { a: accept({ value: "later" }), ghost: filled, constructor: filled };
  const last = await legOf(server, kind, { state: state(second), answers: { ...ignored, c: filled } });
  const good = { value: "good" };
  expect(JSON.parse(saidBy(kind, last) ?? "")).toEqual({ a: good, b: good, c: good });
  expect(server.calls).toMatchObject([{ flow: { round: 2 } }]);
});

it.each(kinds)(
  "counts no answer without the state of its question, nor one that comes too early: $kind",
  async (kind) => {
    const server = threeKinds([form("a"), after("b", "a")]);
    const stripped = await legOf(server, kind, { answers: { a: filled, b: filled } });
    expect(asked(stripped)).toEqual(["a"]);
    expect(asked(await legOf(server, kind, { state: state(stripped), answers: { a: filled, b: filled } }))).toEqual([
      "b",
    ]);
    expect(server.calls).toEqual([]);
  },
);

it.each(kinds)(
  "asks the invalid question again, keeps its sibling, and ends after the attempts: $kind",
  async (kind) => {
    const server = threeKinds([form("a"), form("b", { attempts: 1 })]);
    const second = await legOf(server, kind, {
      state: state(await legOf(server, kind)),
      answers: { a: filled, b: bad },
    });
    expect(asked(second)).toEqual(["b"]);
    expect(message(second, "b")).toContain("The last answer was not accepted: value must have at least 2 characters.");
    const good = await legOf(server, kind, { state: state(second), answers: { b: filled } });
    expect(saidBy(kind, good)).toBe("done");
    const last = await legOf(server, kind, { state: state(second), answers: { b: bad } });
    expect(refusedBy(kind, last)).toContain('"b" was asked 2 times without a valid answer');
  },
);

it.each(kinds)("ends on a no or a dismissal, in words or the author's: $kind", async (kind) => {
  const words = { fail: () => "Nothing was sent.", cancel: () => "Ask again later." };
  for (const [inputs, no, dismissal] of [
    [
      [form("a")],
      'The input "a" was declined, so nothing was done',
      'The input "a" was cancelled, so nothing was done',
    ],
    [[form("a", { onDecline: words })], "Nothing was sent.", "Ask again later."],
  ] as const) {
    const server = threeKinds(inputs);
    const token = state(await legOf(server, kind));
    expect(refusedBy(kind, await legOf(server, kind, { state: token, answers: { a: decline } }))).toContain(no);
    expect(refusedBy(kind, await legOf(server, kind, { state: token, answers: { a: cancel } }))).toContain(dismissal);
    expect(server.calls).toEqual([]);
  }
});

it.each(kinds)("hands on a no and a dismissal with onDecline: continue, and asks once: $kind", async (kind) => {
  const server = threeKinds([form("a", { onDecline: "continue" }), after("b", "a")]);
  for (const answer of [decline, cancel]) {
    const second = await legOf(server, kind, { state: state(await legOf(server, kind)), answers: { a: answer } });
    expect(asked(second)).toEqual(["b"]);
    await legOf(server, kind, { state: state(second), answers: { a: filled, b: filled } });
  }
  expect(server.calls.map(({ inputs }) => inputs["a"])).toEqual([decline, cancel]);
});

it.each(kinds)("computes once, and asks again what has been reworded since: $kind", async (kind) => {
  let computed = 0;
  let price = 12;
  const quote: AnyInput = { kind: "compute", name: "q", needs: [], schema: {}, compute: () => (computed += 1) };
  const buy: AnyInput = { kind: "confirm", name: "buy", needs: ["q"], message: () => `It costs ${price}. Buy?` };
  const server = threeKinds([quote, buy], { handler: (values) => String(values["q"]) });
  const first = await legOf(server, kind);
  price = 1200;
  const second = await legOf(server, kind, { state: state(first), answers: { buy: accept() } });
  expect(message(second, "buy")).toBe("It costs 1200. Buy?");
  expect(saidBy(kind, await legOf(server, kind, { state: state(second), answers: { buy: accept() } }))).toBe("1");
  expect(computed).toBe(1);
});

it.each(kinds)("refuses a client that cannot be asked before it computes, or does without: $kind", async (kind) => {
  let computed = 0;
  const quote: AnyInput = { kind: "compute", name: "q", needs: [], schema: {}, compute: () => (computed += 1) };
  const refused = await legOf(threeKinds([quote, form("a", { needs: ["q"] })]), kind, { capabilities: {} });
  expect(refused.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
  expect(computed).toBe(0);
  const without = threeKinds([
    form("a", { whenUnavailable: "continue" }),
    form("b", { whenUnavailable: { default: { value: "by default" } } }),
    form("c", { when: () => false }),
  ]);
  expect(saidBy(kind, await legOf(without, kind, { capabilities: {} }))).toBe("done");
  expect({ ...without.calls[0]?.inputs }).toEqual({
    a: { action: "unavailable" },
    b: { value: "by default" },
    c: undefined,
  });
});

it.each(kinds)("says nothing of what went wrong inside, in a function or a computation: $kind", async (kind) => {
  const broken = (): never => {
    throw new Error("db password");
  };
  const inside = kind.kind === "tool" ? 'The tool "act" failed.' : "Internal error";
  for (const server of [
    threeKinds([], { handler: broken }),
    threeKinds([{ kind: "compute", name: "q", needs: [], schema: {}, compute: broken }]),
    threeKinds([{ kind: "compute", name: "q", needs: [], schema: { type: "number" }, compute: () => "db password" }]),
  ]) {
    const leg = await legOf(server, kind);
    expect(refusedBy(kind, leg)).toBe(inside);
    expect(JSON.stringify(leg)).not.toContain("db password");
  }
});

it.each(kinds)("takes a state for its own call, caller, time and kind only: $kind", async (kind) => {
  let now = 1_000_000_000;
  const events: LogEvent[] = [];
  const options = { now: () => now, log: (event: LogEvent): void => void events.push(event) };
  const server = threeKinds([form("a")], { config: { ttl: 60, audience: "tests" }, options });
  const ada = { authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub: "ada" } } };
  const eve = { authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub: "eve" } } };
  const token = state(await legOf(server, kind, ada));
  const answer = { state: token, answers: { a: filled } };
  const attacks = [
    legOf(server, { ...kind, params: kind.elsewhere }, { ...answer, ...ada }),
    ...otherwise(kind).map((other) => legOf(server, other, { ...answer, ...ada })),
    legOf(server, kind, { ...answer, ...eve }),
    legOf(server, kind, answer),
    legOf(server, kind, { ...answer, ...ada, state: `${token}A` }),
    legOf(server, kind, { ...answer, ...ada, state: null }),
    legOf(threeKinds([form("a")], { options: { keys: ["x".repeat(32)] } }), kind, { ...answer, ...ada }),
    legOf(threeKinds([form("a")], { config: { audience: "other" } }), kind, { ...answer, ...ada }),
    // One that never asks takes no state either.
    legOf(threeKinds([]), kind, { state: "junk" }),
  ];
  for (const attack of await Promise.all(attacks)) expect(attack.error).toEqual(frozen);
  now += 60_000;
  expect((await legOf(server, kind, { ...answer, ...ada })).error).toEqual(frozen);
  now -= 1;
  expect(saidBy(kind, await legOf(server, kind, { ...answer, ...ada }))).toBe("done");
  expect(server.calls).toHaveLength(1);
  const target = kind.params["uri"] ?? "act";
  expect(events).toContainEqual(
    expect.objectContaining({ event: "state_refused", reason: "expired", method: kind.method, target }),
  );
});

it.each(kinds)("asks nobody without a token with principal: oauth: $kind", async (kind) => {
  const server = threeKinds([form("a")], { config: { principal: "oauth" } });
  expect((await legOf(server, kind)).error).toMatchObject({
    code: -32600,
    message: "This request needs an access token",
  });
  expect(asked(await legOf(server, kind, { authInfo: { token: "t", clientId: "app", scopes: [] } }))).toEqual(["a"]);
});

it.each(kinds)("requires its scopes: $kind", async (kind) => {
  const server = threeKinds([], { declared: { scopes: ["read"] } });
  const auth = (...scopes: string[]) => ({ authInfo: { token: "t", clientId: "app", scopes } });
  expect((await legOf(server, kind, auth("write"))).error).toMatchObject({
    code: -32600,
    data: { scopes: ["read"] },
  });
  expect(saidBy(kind, await legOf(server, kind, auth("read")))).toBe("done");
});

it.each(kinds)("names the biggest input of a state that is too large: $kind", async (kind) => {
  const server = threeKinds([form("a"), after("b", "a")], { config: { maxStateBytes: 1000 } });
  const big = { a: accept({ value: "x".repeat(1000) }) };
  const leg = await legOf(server, kind, { state: state(await legOf(server, kind)), answers: big });
  expect(leg.error).toMatchObject({ code: -32603, message: expect.stringContaining('the biggest input is "a"') });
});

it.each(kinds)("carries no state for one round with seal: needed: $kind", async (kind) => {
  const server = threeKinds([form("a")], { declared: { seal: "needed" } });
  const first = await legOf(server, kind);
  expect(asked(first)).toEqual(["a"]);
  expect(first.result).not.toHaveProperty("requestState");
  expect(saidBy(kind, await legOf(server, kind, { answers: { a: filled } }))).toBe("done");
});

it.each(kinds)("ends when it takes too long: $kind", async (kind) => {
  const server = threeKinds([], { declared: { timeout: 0.05 }, handler: () => new Promise(() => {}) });
  expect(refusedBy(kind, await legOf(server, kind))).toBe(
    '"act" did not finish within 0.05 seconds.'.replace("act", String(kind.params["uri"] ?? "act")),
  );
});

it.each(kinds)("runs once for all replays of the last round with once, and not after a no: $kind", async (kind) => {
  const server = threeKinds([form("a")], { declared: { once: runOnce }, handler: () => `run ${server.calls.length}` });
  const good = { state: state(await legOf(server, kind)), answers: { a: filled } };
  const replays = await Promise.all(Array.from({ length: 5 }, () => legOf(server, kind, good)));
  expect(replays.map((leg) => saidBy(kind, leg))).toEqual(Array.from({ length: 5 }, () => "run 1"));
  const token = state(await legOf(server, kind));
  const no = await legOf(server, kind, { state: token, answers: { a: decline } });
  expect(refusedBy(kind, no)).toContain("declined");
  const again = await legOf(server, kind, { state: token, answers: { a: filled } });
  // An error is not kept as a tool's result is.
  if (kind.kind === "tool") expect(refusedBy(kind, again)).toBe(refusedBy(kind, no));
  else expect(again.error).toEqual(frozen);
  expect(server.calls).toHaveLength(1);
});

it.each(kinds)("runs nothing with once when the store is down: $kind", async (kind) => {
  const replays: ReplayStore = { ...memoryReplayStore(), consume: () => Promise.reject(new Error("store password")) };
  const server = threeKinds([form("a")], { declared: { once: runOnce }, options: { replays } });
  const leg = await legOf(server, kind, { state: state(await legOf(server, kind)), answers: { a: filled } });
  expect(refusedBy(kind, leg)).toBe(kind.kind === "tool" ? 'The tool "act" failed.' : "Internal error");
  expect(server.calls).toEqual([]);
});

it.each(kinds)("logs its rounds, questions, answers and ends by its method: $kind", async (kind) => {
  const events: LogEvent[] = [];
  const server = threeKinds([form("a")], { options: { log: (event) => events.push(event) } });
  const token = state(await legOf(server, kind));
  await legOf(server, kind, { state: token, answers: { a: decline } });
  await legOf(server, kind, { state: token, answers: { a: filled } });
  expect(events.map(({ event }) => event)).toEqual(["round", "question", "answer", "refused", "answer", "completed"]);
  for (const event of events) expect(event).toMatchObject({ method: kind.method, target: kind.params["uri"] ?? "act" });
});

/** Asks `a`, then `b`, and says which state it was told with which answers. */
const byHand: ByHand = ({ ask, responses, state: kept }) => {
  if (responses.b !== undefined) return `${String(kept)}: ${JSON.stringify(responses)}`;
  return responses.a === undefined ? askFor([ask.a()], "one") : askFor([ask.b()], "two");
};

it.each(kinds)("lets the author ask by hand, with a state that nobody else reads: $kind", async (kind) => {
  const server = threeKinds([form("a"), form("b")], { byHand });
  const first = await legOf(server, kind);
  expect(asked(first)).toEqual(["a"]);
  expect(asked(await legOf(server, kind, { answers: { a: filled } }))).toEqual(["a"]);
  const second = await legOf(server, kind, { state: state(first), answers: { a: filled, b: filled } });
  expect(asked(second)).toEqual(["b"]);
  const last = await legOf(server, kind, { state: state(second), answers: { b: cancel } });
  expect(saidBy(kind, last)).toBe('two: {"b":{"action":"cancel"}}');
  const invalid = await legOf(server, kind, { state: state(second), answers: { b: bad } });
  expect(saidBy(kind, invalid)).toContain('"action":"invalid"');
  const replay = { state: state(second), answers: { b: filled } };
  expect((await legOf(server, { ...kind, params: kind.elsewhere }, replay)).error).toEqual(frozen);
  for (const other of otherwise(kind)) expect((await legOf(server, other, replay)).error).toEqual(frozen);
  expect((await legOf(server, kind, { capabilities: {} })).error).toMatchObject({ code: -32021 });
});

it.each(kinds)("calls the function of a flow by hand once for each round with once: $kind", async (kind) => {
  let calls = 0;
  const counted: ByHand = (manual) => {
    calls += 1;
    return byHand(manual);
  };
  const server = threeKinds([form("a"), form("b")], { byHand: counted, declared: { once: runOnce } });
  const answered = { state: state(await legOf(server, kind)), answers: { a: filled } };
  const rounds = await Promise.all([legOf(server, kind, answered), legOf(server, kind, answered)]);
  expect(new Set(rounds.map(state)).size).toBe(1);
  const last = { state: state(rounds[0]), answers: { b: filled } };
  const ends = await Promise.all([legOf(server, kind, last), legOf(server, kind, last)]);
  expect(new Set(ends.map((leg) => saidBy(kind, leg))).size).toBe(1);
  expect(calls).toBe(3);
});
