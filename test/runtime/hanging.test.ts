import { expect, it, onTestFinished, vi } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import { codecFromKeys } from "../../runtime/src/sealing/key-source.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { ToolError } from "../../runtime/src/server/errors.js";
import { runOnce } from "../../runtime/src/server/once.js";
import { filled, form, frozen, key, oneTool, type OneToolOptions, state, text } from "./one-tool.js";

// What somebody else wrote may never answer: a codec over a key service, a provider of keys, a function that names the caller, a
// store. A call that needs it ends then, as it does when it fails.

const patience = 30_000;

/** Something that is asked and does not answer. */
function hanging(): { readonly ask: () => Promise<never>; readonly asked: Promise<void> } {
  let heard: () => void = () => {};
  const asked = new Promise<void>((resolve) => (heard = resolve));
  return {
    asked,
    ask: () => {
      heard();
      return new Promise<never>(() => {});
    },
  };
}

/** What becomes of work that waits for somebody who does not answer, once the time is over. */
async function afterPatience<T>({ asked }: { readonly asked: Promise<void> }, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let over = false;
  const result = work().finally(() => (over = true));
  await asked;
  await vi.advanceTimersByTimeAsync(patience - 1);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  return result;
}

/** A tool with one question, and what it logs. */
function logging(given: OneToolOptions) {
  const events: LogEvent[] = [];
  return {
    tool: oneTool([form("a")], { ...given, options: { ...given.options, log: (event) => events.push(event) } }),
    events,
  };
}

const internal = { code: -32603, message: "Internal error" };
const late = (who: string) => expect.objectContaining({ message: `${who} did not answer within ${patience} ms` });

const bare = { seal: () => "t", open: () => new Uint8Array() };
const custom = { principal: "custom" } as const;

it.each([
  [
    "a codec that never seals",
    "The codec's seal",
    (ask) => ({ options: { keys: undefined, codec: { ...bare, seal: ask } } }),
  ],
  [
    "a codec that never gets its keys",
    "The source of the keys",
    (ask) => ({ options: { keys: undefined, codec: { ...bare, ready: ask } } }),
  ],
  ["a provider that never gives keys", "The source of the keys", (ask) => ({ options: { keys: { provider: ask } } })],
  [
    "a caller that is never named",
    "The principal function",
    (ask) => ({ config: custom, options: { principal: ask } }),
  ],
] as readonly [string, string, (ask: () => Promise<never>) => OneToolOptions][])(
  "ends a call that would ask, for %s, and says in the log whom it waited for",
  async (_, who, given) => {
    const service = hanging();
    const { tool, events } = logging(given(service.ask));
    const leg = await afterPatience(service, () => tool.leg({}));
    expect(leg.error).toEqual(internal);
    expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "seal", error: late(who) }));
  },
);

it.each([
  [
    "a codec that never opens",
    "The codec's open",
    "codec failed",
    (ask) => ({ options: { keys: undefined, codec: { ...bare, open: ask } } }),
  ],
  [
    "a provider that never gives keys",
    "The source of the keys",
    "codec failed",
    (ask) => ({ options: { keys: { provider: ask } } }),
  ],
  [
    "a caller that is never named",
    "The principal function",
    "check failed",
    (ask) => ({ config: custom, options: { principal: ask } }),
  ],
] as readonly [string, string, string, (ask: () => Promise<never>) => OneToolOptions][])(
  "refuses a state, for %s, as it refuses every other",
  async (_, who, reason, given) => {
    const service = hanging();
    const { tool, events } = logging(given(service.ask));
    const leg = await afterPatience(service, () => tool.leg({}, { state: "t", answers: { a: filled } }));
    expect(leg.error).toEqual(frozen);
    expect(events).toContainEqual(expect.objectContaining({ event: "state_refused", reason, error: late(who) }));
    expect(tool.calls).toEqual([]);
  },
);

it("asks a provider again that hung once", async () => {
  const service = hanging();
  const provider = vi.fn(async () => [key]).mockImplementationOnce(service.ask);
  const { tool } = logging({ options: { keys: { provider } } });
  expect((await afterPatience(service, () => tool.leg({}))).error).toEqual(internal);
  const token = state(await tool.leg({}));
  expect(text(await tool.leg({}, { state: token, answers: { a: filled } }))).toBe("done");
  expect(provider).toHaveBeenCalledTimes(2);
});

const store = { consume: () => "first" as const, put: () => {}, get: () => undefined };

it("does not run what a store never said that it may", async () => {
  const service = hanging();
  const { tool, events } = logging({
    declaration: { once: runOnce },
    options: { replays: { ...store, consume: service.ask } },
  });
  const token = state(await tool.leg({}));
  const leg = await afterPatience(service, () => tool.leg({}, { state: token, answers: { a: filled } }));
  expect(text(leg)).toBe('The tool "act" failed.');
  expect(tool.calls).toEqual([]);
  const cause = late("The replay store");
  const error = expect.objectContaining({ cause }) as unknown;
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "replay store", error }));
});

it.each([false, true])("gives what came of a call that a store never keeps soon (failed: %s)", async (fails) => {
  const service = hanging();
  const quota = () => {
    throw new ToolError("Quota is used up.");
  };
  const { tool, events } = logging({
    declaration: { once: runOnce },
    ...(fails && { handler: quota }),
    options: { replays: { ...store, put: service.ask } },
  });
  const token = state(await tool.leg({}));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const leg = tool.leg({}, { state: token, answers: { a: filled } });
  await service.asked;
  await vi.advanceTimersByTimeAsync(1000);
  expect(text(await leg)).toBe(fails ? "Quota is used up." : "done");
  const failure = expect.objectContaining({ event: "failed", error: late("The replay store") });
  expect(events).not.toContainEqual(failure);
  await vi.advanceTimersByTimeAsync(patience - 1000);
  expect(events).toContainEqual(failure);
});

it("refuses a request whose caller is never verified", async () => {
  const service = hanging();
  const errors: Error[] = [];
  const handler = httpHandler(oneTool([]).factory, {
    authenticate: service.ask,
    onerror: (error) => void errors.push(error),
  });
  const request = new Request("http://127.0.0.1/mcp", { method: "POST", body: "{}", headers: { host: "127.0.0.1" } });
  const response = await afterPatience(service, () => handler.fetch(request));
  expect(response.status).toBe(500);
  expect(errors).toEqual([late("The function authenticate")]);
  await handler.close();
});

it("says whom keys that are read again were waited for from", async () => {
  const service = hanging();
  const codec = codecFromKeys({ provider: service.ask }, {});
  const error = await afterPatience(service, () => codec.reload().catch((reason: unknown) => reason));
  expect(error).toEqual(late("The source of the keys"));
});
