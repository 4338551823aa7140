import { SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { askFor, type RequestStateConfig, within } from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { pushRounds } from "../../runtime/src/server/push-rounds.js";
import { type AnyInput, filled, form } from "./one-tool.js";
import { type RawLegacy, rawLegacy } from "./raw-legacy.js";
import { kinds, legOf, saidBy, threeKinds } from "./three-kinds.js";

// What a 2025-era client is asked while it waits, seen from the connection.

/** Lets a test pass the time. */
function fakeTime(...also: readonly "Date"[]): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", ...also] });
  onTestFinished(() => void vi.useRealTimers());
}

const failures: readonly [string, Error][] = [
  ["an error of the connection", new Error("secret: the socket hung up")],
  ["an error of the SDK", new SdkError(SdkErrorCode.SendFailed, "secret: the socket hung up")],
];
const askedSo: readonly [string, AnyInput][] = [
  ["with the others", form("a")],
  ["by itself", form("a", { within: within(60), whenUnavailable: "continue" })],
];

it.each(
  failures.flatMap(([what, failure]) =>
    askedSo.flatMap(([how, input]) => kinds.map((kind) => [kind.kind, how, what, kind, input, failure] as const)),
  ),
)("logs what kept a question from being sent, and tells the client nothing of it: %s, %s, %s", async (...row) => {
  const [, , , kind, input, failure] = row;
  const events: LogEvent[] = [];
  const server = threeKinds([input], { options: { log: (event) => events.push(event) } });
  const client = await rawLegacy(server.factory, () => {
    throw failure;
  });
  const { result, error } = await client.call(kind.method, kind.params);
  if (kind.kind === "tool")
    expect(result).toEqual({ content: [{ type: "text", text: 'The tool "act" failed.' }], isError: true });
  else expect(error).toEqual({ code: -32603, message: "Internal error" });
  expect(events.filter(({ level }) => level === "error")).toMatchObject([
    { event: "failed", method: kind.method, where: "question a", error: failure },
  ]);
  expect(events.map(({ event }) => event)).not.toContain("refused");
  expect(server.calls).toEqual([]);
  await client.close();
});

/** Reports that the last question is still looked at, after so many seconds. */
async function reportAfter(client: RawLegacy, seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const meta = client.pushed.at(-1)?.params?.["_meta"] as { readonly progressToken?: unknown } | undefined;
  await client.send({ method: "notifications/progress", params: { progressToken: meta?.progressToken, progress: 1 } });
}

it.each<[string, RequestStateConfig]>([
  ["ttl", { ttl: 900 }],
  ["maxAge", { ttl: 3600, maxAge: 900 }],
])("waits for a client that reports progress until the state is good no more, and no longer: %s", async (_, config) => {
  fakeTime("Date");
  const server = threeKinds([form("a")], { config });
  const client = await rawLegacy(server.factory, () => undefined);
  const call = client.call("tools/call", { name: "act" });
  await reportAfter(client, 599);
  await reportAfter(client, 300);
  expect(client.pushed.map(({ method }) => method)).toEqual(["elicitation/create"]);
  await vi.advanceTimersByTimeAsync(1000);
  const { result } = await call;
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: 'The input "a" was not answered in time, so nothing was done.' }],
  });
  expect(client.pushed.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { reason: expect.stringContaining("Request timed out") as string },
  });
  await client.close();
});

it("waits longer for a client that reports progress than for one that says nothing", async () => {
  fakeTime("Date");
  const server = threeKinds([form("a")], { config: { ttl: 3600 } });
  const client = await rawLegacy(server.factory, () => undefined);
  const call = client.call("tools/call", { name: "act" });
  await reportAfter(client, 599);
  await vi.advanceTimersByTimeAsync(599_000);
  await client.send({ id: client.pushed.at(-1)?.id, result: filled });
  expect(saidBy({ kind: "tool" }, await call)).toBe("done");
  await client.close();
});

it("waits ten minutes for a client that says nothing, however long the state is good for", async () => {
  fakeTime("Date");
  const server = threeKinds([form("a")], { config: { ttl: 3600 } });
  const client = await rawLegacy(server.factory, () => undefined);
  void client.call("tools/call", { name: "act" });
  await vi.advanceTimersByTimeAsync(599_999);
  expect(client.pushed.map(({ method }) => method)).toEqual(["elicitation/create"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(client.pushed.map(({ method }) => method)).toEqual(["elicitation/create", "notifications/cancelled"]);
  await client.close();
});

it("gives the time back when all is answered: nothing fires in what has been sent", async () => {
  fakeTime();
  const signals: (AbortSignal | undefined)[] = [];
  const question = { method: "elicitation/create", params: { message: "Which?" } };
  const asking = { resultType: "input_required", inputRequests: { a: question }, requestState: "t" };
  const served: unknown[] = [asking, "done"];
  const mcpReq = {
    signal: new AbortController().signal,
    send: async (_request: object, _schema: object, { signal }: { readonly signal?: AbortSignal }) => {
      signals.push(signal);
      return filled;
    },
  };
  const service = { sealing: { ttl: 900_000, maxAge: 900_000, now: () => 0 }, keyPrefix: "" };
  const result = await pushRounds(
    service as never,
    { context: { mcpReq } } as never,
    { method: "tools/call", target: "act", received: undefined },
    () => served.shift(),
    { refuse: () => "refused", crash: () => "failed" },
  );
  expect(result).toBe("done");
  await vi.advanceTimersByTimeAsync(900_000);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
});

it("goes on by itself, after a quarter of a second, with a round by hand that asks nothing", async () => {
  fakeTime();
  const states: (string | undefined)[] = [];
  const server = threeKinds([], {
    byHand: ({ state }) => {
      states.push(state);
      return state === undefined ? askFor([], "half done") : "done";
    },
  });
  const client = await rawLegacy(server.factory, () => undefined);
  const call = client.call("tools/call", { name: "act" });
  await vi.advanceTimersByTimeAsync(249);
  expect(states).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saidBy({ kind: "tool" }, await call)).toBe("done");
  expect(states).toEqual([undefined, "half done"]);
  await client.close();
});

it("gives a question with an address an id of its own, and no other question", async () => {
  const site = (name: string): AnyInput => ({
    kind: "elicitUrl",
    name,
    needs: [],
    question: () => ({ message: "Sign in", url: "https://example.com" }),
  });
  const server = threeKinds([form("a"), { kind: "roots", name: "b", needs: [] }, site("c"), site("d")]);
  const client = await rawLegacy(server.factory, ({ method }) => ({
    result: method === "roots/list" ? { roots: [] } : filled,
  }));
  await client.call("tools/call", { name: "act" });
  const ids = client.pushed.map(({ params }) => params?.["elicitationId"]);
  expect(ids).toEqual([undefined, undefined, expect.any(String), expect.any(String)]);
  expect(new Set(ids).size).toBe(3);
  await client.close();
});

it.each(kinds)(
  "asks again for what a client brought that is no answer, and takes the answer then: $kind",
  async (kind) => {
    const server = threeKinds([form("a"), form("b", { needs: ["a"] })]);
    const { result } = await legOf(server, kind);
    const client = await rawLegacy(server.factory, () => ({ result: filled }));
    const brought = {
      requestState: result?.["requestState"],
      inputResponses: { a: { result: filled }, b: { method: "x" } },
    };
    const wire = await client.call(kind.method, { ...kind.params, ...brought });
    expect(saidBy(kind, wire)).toBe("done");
    expect(client.pushed.map(({ params }) => params?.["message"])).toEqual([
      expect.stringContaining("The answer is not of the kind that was asked for."),
      "Which b?",
    ]);
    await client.close();
  },
);
