import { expect, it } from "vitest";
import { parleyFormat } from "../../runtime/src/sealing/format.js";
import { type Entry, parleyProgress } from "../../runtime/src/sealing/progress.js";
import { type OpenedState, openState, sealState } from "../../runtime/src/sealing/request-state.js";
import { tokenHolder } from "../../runtime/src/server/caller.js";
import { accept, asked, filled, form, frozen, oneTool, type OneTool, state } from "../runtime/one-tool.js";

const done = { content: [{ type: "text", text: "done" }] };
const loneSurrogate = "\ud800";

/** A state that the server itself might have minted, with any inner state. */
function minted(tool: OneTool, inner: unknown, args: object = {}): string {
  const { sealing } = tool.factory.service;
  const argumentsDigest = parleyFormat.envelope.digestArguments(args);
  const binding = { method: "tools/call", target: "act", argumentsDigest, principal: undefined };
  const flow = { flow: "AAAAAAAAAAAAAAAAAAAAAA", round: 1, started: sealing.now(), spec: undefined };
  return sealState(sealing, binding, flow, inner) as string;
}

/** What is in a state that the server minted. */
function opened(tool: OneTool, token: string): OpenedState {
  const argumentsDigest = parleyFormat.envelope.digestArguments({});
  const binding = { method: "tools/call", target: "act", argumentsDigest, principal: undefined };
  return openState(tool.factory.service.sealing, binding, token) as OpenedState;
}

it("opens no state of another process that made up its own key, and its own", async () => {
  const options = { keys: undefined as never };
  const [one, other] = [oneTool([form("a")], { options }), oneTool([form("a")], { options })];
  const token = state(await one.leg({}));
  expect((await other.leg({}, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  expect((await one.leg({}, { state: token, answers: { a: filled } })).result).toMatchObject(done);
});

it("tells a token's holder by client, issuer and subject, and nobody from no token", () => {
  const holder = (extra?: Record<string, unknown>) =>
    tokenHolder({ token: "t", clientId: "app", scopes: [], ...(extra !== undefined && { extra }) });
  expect(tokenHolder(undefined)).toBeUndefined();
  expect(holder()).toBe('["app",null,null]');
  expect(holder({ sub: "ada" })).toBe('["app",null,"ada"]');
  expect(holder({ iss: "https://i", sub: "ada" })).toBe('["app","https://i","ada"]');
  // What is inherited names nobody.
  expect(holder(Object.create({ sub: "eve" }) as Record<string, unknown>)).toBe('["app",null,null]');
});

it("seals every round anew, with a time of its own", async () => {
  let now = 1_000_000;
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })], { config: { ttl: 60 }, options: { now: () => now } });
  const first = state(await tool.leg({}));
  now += 50_000;
  const second = state(await tool.leg({}, { state: first, answers: { a: filled } }));
  expect(second).not.toBe(first);
  now += 50_000;
  // The first has expired by now; the second has time of its own.
  expect((await tool.leg({}, { state: first, answers: { a: filled } })).error).toEqual(frozen);
  expect((await tool.leg({}, { state: second, answers: { b: filled } })).result).toMatchObject(done);
});

it("takes lone surrogates in arguments and answers for what they are, through all rounds", async () => {
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })]);
  const args = { name: loneSurrogate };
  const value = `answer ${loneSurrogate}`;
  const second = await tool.leg(args, { state: state(await tool.leg(args)), answers: { a: accept({ value }) } });
  const token = state(second);
  expect((await tool.leg({ name: "\ud801" }, { state: token, answers: { b: filled } })).error).toEqual(frozen);
  expect((await tool.leg(args, { state: token, answers: { b: filled } })).result).toMatchObject(done);
  expect(tool.calls[0]?.inputs["a"]).toEqual({ value });
});

it("takes 1 and 1.0 for one number, as JSON does, and 1 and 2 for two", async () => {
  const body = (number: string, token?: string) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "act",
        arguments: { n: "N" },
        ...(token !== undefined && { requestState: token, inputResponses: { a: filled } }),
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
        },
      },
    }).replace('"N"', number);
  const tool = oneTool([form("a")]);
  const send = (text: string) => tool.send(text);
  const token = state(await send(body("1.0")));
  expect((await send(body("2", token))).error).toEqual(frozen);
  expect((await send(body("1", token))).result).toMatchObject(done);
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "v99"],
  ["a list", []],
  ["no entries", {}],
  ["entries that are no list", { e: { a: "x" } }],
  ["entries that are no tuples", { e: ["a", 7, null, {}] }],
  ["an entry of an unknown kind", { e: [["a", "z", "digest", { value: "good" }]] }],
  ["an answer without the digest of its question", { e: [["a", "a"]] }],
  ["an answer whose digest is a number", { e: [["a", "a", 7, { value: "good" }]] }],
  ["a name that is no text", { e: [[7, "a", "digest", { value: "good" }]] }],
  ["an input that there is not", { e: [["ghost", "c", "value"]] }],
  ["a computed value for a question", { e: [["a", "c", { value: "good" }]] }],
])("takes an inner state of another version for no progress: %s", async (_, inner) => {
  const tool = oneTool([form("a")]);
  const leg = await tool.leg({}, { state: minted(tool, inner), answers: { a: filled } });
  expect(asked(leg)).toEqual(["a"]);
  expect(JSON.stringify(opened(tool, state(leg)))).not.toContain("ghost");
  expect((await tool.leg({}, { state: state(leg), answers: { a: filled } })).result).toMatchObject(done);
});

it("takes an inner state of this version for the progress that it is", async () => {
  const tool = oneTool([form("a")]);
  const first = opened(tool, state(await tool.leg({})));
  const [[, , digest]] = (first.state as { e: [[string, string, string]] }).e;
  await tool.leg({}, { state: minted(tool, { e: [["a", "a", digest, { value: "earlier" }]] }) });
  expect(tool.calls[0]?.inputs["a"]).toEqual({ value: "earlier" });
});

it("writes and reads every kind of entry unchanged, each answer with the digest of its question", () => {
  const entries = new Map<string, Entry>([
    ["__proto__", { kind: "accepted", digest: "d1", value: { deep: [1, "x", null] } }],
    ["url", { kind: "accepted", digest: "d2", value: undefined }],
    ["no", { kind: "declined", digest: "d3" }],
    ["later", { kind: "cancelled", digest: "d4" }],
    ["open", { kind: "asked", digest: "d5", invalid: 2 }],
    ["outside", { kind: "consented", digest: "d6" }],
    ["silent", { kind: "unanswered", digest: "d7" }],
    ["quote", { kind: "computed", value: 7 }],
  ]);
  const text = JSON.stringify(parleyProgress.write(entries, { step: 3 }));
  expect(parleyProgress.read(JSON.parse(text))).toEqual({ entries, manual: { step: 3 } });
  for (const digest of ["d1", "d2", "d3", "d4", "d5", "d6", "d7"]) expect(text).toContain(`"${digest}"`);
});

it("digests arguments and questions with all 256 bits, and tells any two questions apart", () => {
  const message = { mode: "form", message: "Sure?", requestedSchema: { type: "object", properties: {} } };
  const question = { method: "elicitation/create", params: message };
  const digest = (more: object, method = question.method, pins?: readonly unknown[]) =>
    parleyProgress.digest({ method, params: { ...message, ...more } }, pins);
  const same = parleyProgress.digest(structuredClone(question), undefined);
  expect(digest({})).toBe(same);
  expect(same).toMatch(/^[\w-]{43}$/);
  expect(parleyFormat.envelope.digestArguments({ a: 1 })).toMatch(/^[\w-]{43}$/);
  const others = [
    digest({ message: "Sure!" }),
    digest({ requestedSchema: { type: "object", properties: { a: { type: "string" } } } }),
    digest({}, "sampling/createMessage"),
    digest({}, undefined, [1]),
    digest({}, undefined, [2]),
    parleyProgress.digest({ method: "roots/list", params: undefined }, undefined),
  ];
  expect(new Set([same, ...others]).size).toBe(others.length + 1);
  // Nothing pinned is the same as no pins.
  expect(digest({}, undefined, [])).toBe(same);
});
