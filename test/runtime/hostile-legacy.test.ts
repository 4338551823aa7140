import { expect, it, vi } from "vitest";
import type { RequestStateConfig } from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import type { Wire } from "./connections.js";
import { accept, type AnyInput, bad, decline, filled, form } from "./one-tool.js";
import { type Message, rawLegacy, type Said } from "./raw-legacy.js";
import { kinds, legOf, refusedBy, saidBy, threeKinds } from "./three-kinds.js";

// A 2025-era client that answers what it likes is treated as one of 2026-07-28 that does.

/** What a refusal says to programs: a tool's in its result, the others' in their error. */
function whyOf({ kind }: (typeof kinds)[number], { result, error }: Omit<Wire, "status">): unknown {
  const meta = result?.["_meta"] as { readonly [key: string]: unknown } | undefined;
  return kind === "tool" ? meta?.["mcp-parley/refusal"] : error?.data;
}

/** What a client that gives these answers gets from a server that requires `a`, and what was logged. */
async function answering(
  kind: (typeof kinds)[number],
  input: AnyInput,
  answers: readonly (Said | undefined)[],
  config: RequestStateConfig = {},
) {
  const events: LogEvent[] = [];
  const server = threeKinds([input], { config, options: { log: (event) => events.push(event) } });
  const left = [...answers];
  const client = await rawLegacy(server.factory, () => left.shift());
  const wire = { status: 200, ...(await client.call(kind.method, kind.params)) };
  await client.close();
  return { wire, events, calls: server.calls, pushed: client.pushed };
}

const sample: AnyInput = {
  kind: "sample",
  name: "a",
  needs: [],
  request: () => ({ messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 5 }),
};
const site: AnyInput = {
  kind: "elicitUrl",
  name: "a",
  needs: [],
  question: () => ({ message: "Sign in", url: "https://example.com" }),
};
const completion = { role: "assistant", content: { type: "text", text: "x" }, model: "m" };
const wrong: readonly [string, AnyInput, unknown, unknown][] = [
  ["an empty result", form("a"), {}, filled],
  ["an unknown action", form("a"), { action: "approve", content: { value: "good" } }, filled],
  ["content that is a list", form("a"), { action: "accept", content: [] }, filled],
  ["content that is nested", form("a"), { action: "accept", content: { value: { $ne: "" } } }, filled],
  ["another type", form("a"), { action: "accept", content: { value: 7 } }, filled],
  ["an unknown field", form("a"), accept({ value: "good", more: 1 }), filled],
  ["a completion", form("a"), completion, filled],
  ["an inherited action", form("a"), JSON.parse('{"__proto__":{"action":"accept"}}'), filled],
  ["no action for an address", site, { url: "https://example.com" }, accept()],
  ["an elicitation", sample, filled, completion],
  ["a completion without a model", sample, { ...completion, model: 7 }, completion],
  ["no list", { kind: "roots", name: "a", needs: [] }, { roots: {} }, { roots: [] }],
];

it.each(wrong.flatMap(([what, ...of]) => kinds.map((kind) => [kind.kind, what, kind, ...of] as const)))(
  "asks a 2025-era client again that answers wrongly: %s, %s",
  async (_kind, _what, kind, input, junk, good) => {
    const { wire, events, pushed } = await answering(kind, input, [{ result: junk }, { result: good }]);
    expect(saidBy(kind, wire)).toBe("done");
    expect(pushed).toHaveLength(2);
    expect(events.flatMap((event) => (event.event === "answer" ? [event.action] : []))).toEqual(["invalid", "accept"]);
  },
);

it.each(kinds)("gives up on one that only answers wrongly, in words of its own: $kind", async (kind) => {
  const junk = Array.from({ length: 9 }, () => ({ result: { action: "approve" } }));
  const { wire, events, pushed, calls } = await answering(kind, form("a"), junk);
  expect(refusedBy(kind, wire)).toBe(
    'The input "a" was asked 4 times without a valid answer. The answer is not of the kind that was asked for.',
  );
  expect(pushed).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ event: "refused", reason: "input_invalid" });
  expect(calls).toEqual([]);
});

it.each(kinds)("ends the call of one that answers with an error, whose text is its own: $kind", async (kind) => {
  const error = { code: -32603, message: "secret of the client", data: { trace: "secret" } };
  const { wire, events, calls } = await answering(kind, form("a"), [{ error }]);
  expect(refusedBy(kind, wire)).toBe('The input "a" was not answered, so nothing was done.');
  expect(whyOf(kind, wire)).toEqual({ reason: "input_unanswered", input: "a" });
  expect(JSON.stringify([wire, events])).not.toContain("secret");
  const about = { method: kind.method, target: kind.params["uri"] ?? "act" };
  expect(events.at(-1)).toMatchObject({ event: "refused", reason: "input_unanswered", input: "a", ...about });
  expect(calls).toEqual([]);
});

it("names an input without what it has in front of its name on the wire", async () => {
  const [kind] = kinds;
  if (kind === undefined) throw new Error("There are no kinds");
  const error = { code: -1, message: "no" };
  const { wire, events } = await answering(kind, form("a"), [{ error }], { keyPrefix: "shop.resolvers:" });
  expect(refusedBy(kind, wire)).toBe('The input "a" was not answered, so nothing was done.');
  expect(events.at(-1)).toMatchObject({ event: "refused", input: "a" });
});

it.each(kinds.flatMap((kind) => ([undefined, 60] as const).map((ttl) => [kind.kind, ttl, kind] as const)))(
  "ends the call of one that says nothing for ten minutes, or for as long as its state is good: %s, ttl %s",
  async (_, ttl, kind) => {
    vi.useFakeTimers();
    try {
      const answers = answering(kind, form("a"), [], ttl === undefined ? {} : { ttl });
      await vi.advanceTimersByTimeAsync((ttl ?? 600) * 1000 + 1);
      const { wire, events } = await answers;
      expect(refusedBy(kind, wire)).toBe('The input "a" was not answered in time, so nothing was done.');
      expect(events.at(-1)).toMatchObject({ event: "refused", reason: "input_unanswered" });
    } finally {
      vi.useRealTimers();
    }
  },
);

it.each(kinds)("asks no more than eight times: $kind", async (kind) => {
  const chain = Array.from({ length: 10 }, (_, index) => `q${index}`);
  const events: LogEvent[] = [];
  const server = threeKinds(
    chain.map((name, index) => form(name, { needs: chain.slice(0, index) })),
    { options: { log: (event) => events.push(event) } },
  );
  const client = await rawLegacy(server.factory, () => ({ result: filled }));
  const wire = { status: 200, ...(await client.call(kind.method, kind.params)) };
  const target = JSON.stringify(kind.params["uri"] ?? "act");
  expect(refusedBy(kind, wire)).toBe(`${target} has asked 8 times and is not done, so nothing was done.`);
  expect(whyOf(kind, wire)).toEqual({ reason: "too_many_rounds" });
  expect(client.pushed).toHaveLength(8);
  expect(events.at(-1)).toMatchObject({ event: "refused", reason: "too_many_rounds", method: kind.method });
  expect(server.calls).toEqual([]);
  await client.close();
});

it("takes the other questions of a round back when one comes to nothing", async () => {
  const server = threeKinds([form("a"), form("b")]);
  const client = await rawLegacy(server.factory, ({ params }) =>
    params?.["message"] === "Which a?" ? { error: { code: -1, message: "no" } } : undefined,
  );
  await client.call("tools/call", { name: "act" });
  const open = client.pushed.find(({ params }) => params?.["message"] === "Which b?");
  expect(client.pushed).toContainEqual(
    expect.objectContaining({
      method: "notifications/cancelled",
      params: { requestId: open?.id, reason: "Another question of the call was not answered" },
    }),
  );
  await client.close();
});

it("runs nothing for a client that gives the call up while it is asked", async () => {
  const events: LogEvent[] = [];
  const server = threeKinds([form("a")], { options: { log: (event) => events.push(event) } });
  let asked: (request: Message) => void = () => {};
  const question = new Promise<Message>((resolve) => {
    asked = resolve;
  });
  const client = await rawLegacy(server.factory, (request) => {
    asked(request);
    return undefined;
  });
  void client.call("tools/call", { name: "act" });
  const { id } = await question;
  await client.cancel();
  await vi.waitFor(() =>
    expect(client.pushed).toContainEqual(
      expect.objectContaining({
        method: "notifications/cancelled",
        params: expect.objectContaining({ requestId: id }) as object,
      }),
    ),
  );
  await client.call("ping", {});
  expect(server.calls).toEqual([]);
  // It has refused nothing, and nothing has failed.
  expect(events.map(({ event }) => event)).toEqual(["round", "question"]);
  await client.close();
});

it.each(kinds)("takes no state and no answer that a 2025-era client brings along: $kind", async (kind) => {
  const server = threeKinds([form("a")]);
  const client = await rawLegacy(server.factory, () => ({ result: decline }));
  const junk = await client.call(kind.method, { ...kind.params, requestState: "junk" });
  expect(junk.error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  const brought = await client.call(kind.method, { ...kind.params, inputResponses: { a: filled } });
  expect(refusedBy(kind, { status: 200, ...brought })).toContain("declined");
  expect(server.calls).toEqual([]);
  // What it was asked on 2026-07-28 it may bring: the state says that it was.
  const first = await legOf(server, kind);
  const last = { requestState: first.result?.["requestState"], inputResponses: { a: bad } };
  const again = await client.call(kind.method, { ...kind.params, ...last });
  expect(refusedBy(kind, { status: 200, ...again })).toContain("declined");
  expect(client.pushed.at(-1)?.params?.["message"]).toContain("The last answer was not accepted");
  await client.close();
});
