import { expect, it } from "vitest";
import { aesGcmCodec } from "../../runtime/src/sealing/aes-gcm-codec.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { post } from "./connections.js";
import {
  accept,
  asked,
  decline,
  filled,
  form,
  frozen,
  key,
  oneTool,
  type OneToolOptions,
  state,
  text,
} from "./one-tool.js";

const done = { content: [{ type: "text", text: "done" }] };
const args = { amount: 10 };
const user = (clientId: string, subject: string, issuer = "https://issuer") => ({
  token: "secret-token",
  clientId,
  scopes: [],
  extra: { iss: issuer, sub: subject },
});

/** A tool that has asked, the token it gave, and everything that was logged. */
async function asking(given: OneToolOptions = {}, authInfo?: object) {
  const events: LogEvent[] = [];
  const tool = oneTool([form("a")], { ...given, options: { log: (event) => events.push(event), ...given.options } });
  const first = await tool.leg(args, authInfo === undefined ? {} : { authInfo });
  const token = state(first);
  return { tool, token, events, refused: () => events.filter((event) => event.event === "state_refused") };
}

it.each([
  ["another tool", args, { name: "other" }, "other target"],
  ["changed arguments", { amount: 9999 }, {}, "other arguments"],
  ["an argument more", { amount: 10, memo: 1 }, {}, "other arguments"],
  ["no arguments", undefined, {}, "other arguments"],
])(
  "refuses a state replayed on %s, runs nothing, and stays good for its own call",
  async (_, changed, more, reason) => {
    const { tool, token, refused } = await asking();
    const attack = await tool.leg(changed, { ...more, state: token, answers: { a: filled } });
    expect(attack.error).toEqual(frozen);
    expect(tool.calls).toHaveLength(0);
    expect(refused()).toEqual([
      expect.objectContaining({ reason, method: "tools/call", flow: expect.any(String) as string }),
    ]);
    expect((await tool.leg(args, { state: token, answers: { a: filled } })).result).toMatchObject(done);
  },
);

it("does not mind the order of members, and takes absent, null and empty arguments for the same", async () => {
  const tool = oneTool([form("a")]);
  const first = await tool.leg({ x: 1, y: { b: 1, a: 2 } });
  expect(
    (await tool.leg({ y: { a: 2, b: 1 }, x: 1 }, { state: state(first), answers: { a: filled } })).result,
  ).toMatchObject(done);
  const bare = await tool.leg(undefined);
  expect((await tool.leg({}, { state: state(bare), answers: { a: filled } })).result).toMatchObject(done);
});

it.each([
  ["another user of the same client", user("app", "ada"), user("app", "eve")],
  ["the same subject of another issuer", user("app", "ada"), user("app", "ada", "https://other")],
  ["another client", user("app", "ada"), user("app2", "ada")],
  ["nobody", user("app", "ada"), undefined],
  ["somebody where it was minted for nobody", undefined, user("app", "ada")],
])("refuses the state of one caller from %s", async (_, minted, replayed) => {
  const { tool, token } = await asking({}, minted);
  const answers = { a: filled };
  const attack = await tool.leg(args, { state: token, answers, ...(replayed !== undefined && { authInfo: replayed }) });
  expect(attack.error).toEqual(frozen);
  const own = await tool.leg(args, { state: token, answers, ...(minted !== undefined && { authInfo: minted }) });
  expect(own.result).toMatchObject(done);
});

it("asks nobody without a token with principal: oauth, and everybody else", async () => {
  const events: LogEvent[] = [];
  const tool = oneTool([form("a")], {
    config: { principal: "oauth" },
    options: { log: (event) => events.push(event) },
  });
  expect((await tool.leg({})).error).toEqual({ code: -32600, message: "This request needs an access token" });
  const first = await tool.leg({}, { authInfo: user("app", "ada") });
  expect(asked(first)).toEqual(["a"]);
  expect((await tool.leg({}, { state: state(first), answers: { a: filled } })).error).toEqual(frozen);
  expect(events).toContainEqual(expect.objectContaining({ event: "state_refused", reason: "no principal" }));
  const answered = { state: state(first), answers: { a: filled }, authInfo: user("app", "ada") };
  expect((await tool.leg({}, answered)).result).toMatchObject(done);
  // What mints no state needs no caller.
  expect((await oneTool([], { config: { principal: "oauth" } }).leg({})).result).toMatchObject(done);
});

it("binds nobody with principal: none", async () => {
  const { tool, token } = await asking({ config: { principal: "none" } }, user("app", "ada"));
  expect(
    (await tool.leg(args, { state: token, answers: { a: filled }, authInfo: user("app", "eve") })).result,
  ).toMatchObject(done);
});

it("binds to what a function of the author's names, also one that must look it up", async () => {
  const principal = async (context: { http?: { authInfo?: { clientId: string } } }) =>
    Promise.resolve(context.http?.authInfo?.clientId);
  const { tool, token } = await asking({ config: { principal: "custom" }, options: { principal } }, user("ada", "1"));
  expect((await tool.leg(args, { state: token, answers: { a: filled }, authInfo: user("eve", "1") })).error).toEqual(
    frozen,
  );
  expect(
    (await tool.leg(args, { state: token, answers: { a: filled }, authInfo: user("ada", "2") })).result,
  ).toMatchObject(done);
});

it.each([
  [
    "throws",
    () => {
      throw new Error("directory down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("directory down"))],
  ["returns a number", () => 7],
  ["promises an object", () => Promise.resolve({})],
])("fails closed both ways when the author's principal function %s", async (_, broken) => {
  const events: LogEvent[] = [];
  const config = { principal: "custom" } as const;
  const tool = oneTool([form("a")], {
    config,
    options: { principal: broken as never, log: (event) => events.push(event) },
  });
  const minting = await tool.leg({});
  expect(minting.error).toEqual({ code: -32603, message: "Internal error" });
  const good = oneTool([form("a")], { config, options: { principal: () => "ada" } });
  expect((await tool.leg({}, { state: state(await good.leg({})), answers: { a: filled } })).error).toEqual(frozen);
  expect(events.filter((event) => event.level !== "debug")).toMatchObject([
    { event: "failed", where: "seal" },
    { event: "state_refused", reason: "check failed", error: expect.any(Error) as Error },
  ]);
});

it.each([
  ["cut short", (token: string) => token.slice(0, -8)],
  ["empty", () => ""],
  ["the prefix alone", () => "p1."],
  ["re-encoded with padding", (token: string) => `${token}==`],
  [
    "in the other alphabet",
    (token: string) => `p1.${Buffer.from(token.slice(3), "base64url").toString("base64").replaceAll("=", "")}+`,
  ],
  ["with a byte flipped", (token: string) => token.slice(0, 40) + (token[40] === "A" ? "B" : "A") + token.slice(41)],
  ["with another version", (token: string) => token.replace("p1.", "v1.")],
  ["oversized", (token: string) => token + "A".repeat(70_000)],
  ["a plaintext of ours", () => JSON.stringify({ v: 1, s: { e: [["a", "a", "q", { value: "x" }]] } })],
  ["sealed under a key of the attacker's", () => String(aesGcmCodec(["attacker ".repeat(5)]).seal(Buffer.from("{}")))],
  ["authentic, and no envelope", () => String(aesGcmCodec([key]).seal(Buffer.from("{}")))],
])("refuses a state that is %s, with one and the same answer", async (_, forge) => {
  const { tool, token, refused } = await asking();
  expect((await tool.leg(args, { state: forge(token), answers: { a: filled } })).error).toEqual(frozen);
  expect(tool.calls).toHaveLength(0);
  expect(refused()).toHaveLength(1);
});

it.each([null, 7, true, {}, []])("refuses a state that is no text: %o", async (token) => {
  const { tool } = await asking();
  expect((await tool.leg(args, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  expect(tool.calls).toHaveLength(0);
});

it("refuses a state that is expired, from the future, or of another audience", async () => {
  let now = 1_000_000_000;
  const given = { config: { ttl: 60, audience: "one" }, options: { keys: [key], now: () => now } };
  const { tool, token } = await asking(given);
  now += 60_000;
  expect((await tool.leg(args, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  now -= 120_001;
  expect((await tool.leg(args, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  now += 60_001;
  const other = oneTool([form("a")], { ...given, config: { ttl: 60, audience: "two" } });
  expect((await other.leg(args, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  expect((await tool.leg(args, { state: token, answers: { a: filled } })).result).toMatchObject(done);
});

it("refuses any state on a tool that never mints one, and serves it without", async () => {
  const tool = oneTool([]);
  expect((await tool.leg({}, { state: "junk" })).error).toEqual(frozen);
  expect((await tool.leg({})).result).toMatchObject(done);
});

it("checks the state before the arguments", async () => {
  const listed = { inputSchema: { type: "object", required: ["x"] } };
  expect((await oneTool([], { listed }).leg({}, { state: "junk" })).error).toEqual(frozen);
});

it("logs a refusal once, and neither token, key, caller, arguments nor answers in anything that it logs", async () => {
  const { tool, token, events } = await asking({}, user("app-of-ada", "ada-lovelace"));
  await tool.leg(
    { amount: 1 },
    { state: token, answers: { a: accept({ value: "private answer" }) }, authInfo: user("app-of-ada", "ada-lovelace") },
  );
  await tool.leg(args, {
    state: token,
    answers: { a: accept({ value: "private answer" }) },
    authInfo: user("app-of-ada", "ada-lovelace"),
  });
  expect(events.filter((event) => event.event === "state_refused")).toHaveLength(1);
  const logged = JSON.stringify(events);
  for (const secret of [
    token,
    token.slice(10, 40),
    key,
    "ada-lovelace",
    "app-of-ada",
    "secret-token",
    "private answer",
  ]) {
    expect(logged).not.toContain(secret);
  }
});

it("does not let a refusal be answered away within its flow", async () => {
  const tool = oneTool([form("a", { onDecline: "continue" }), form("b", { needs: ["a"] })]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: decline } });
  await tool.leg({}, { state: state(second), answers: { a: filled, b: filled } });
  expect(tool.calls[0]?.inputs["a"]).toEqual({ action: "decline" });
});

it.each(["__proto__", "constructor", "toString", "a b", "登录"])(
  "works with a question named %s, and takes nothing inherited for an answer",
  async (name) => {
    const tool = oneTool([form(name)]);
    const first = await tool.leg({});
    expect(asked(first)).toEqual([name]);
    expect(asked(await tool.leg({}, { state: state(first), answers: {} }))).toEqual([name]);
    const answers: unknown = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(filled)}}`);
    const last = await tool.leg({}, { state: state(first), answers });
    // The SDK drops a member __proto__ of the answers, so such a question is asked until the client gives up.
    if (name === "__proto__") expect(asked(last)).toEqual([name]);
    else expect(last.result).toMatchObject(done);
  },
);

it("is not fooled by answers that re-parent the map", async () => {
  const tool = oneTool([form("a")]);
  const first = await tool.leg({});
  const hostile: unknown = JSON.parse(`{"__proto__":{"a":${JSON.stringify(filled)}}}`);
  expect(asked(await tool.leg({}, { state: state(first), answers: hostile }))).toEqual(["a"]);
});

it.each([[[1]], ["text"], [7], [null]])("takes answers that are no object for none: %o", async (answers) => {
  const { tool, token } = await asking();
  const leg = await tool.leg(args, { state: token, answers });
  expect(leg.error?.code ?? asked(leg)[0]).toSatisfy((outcome: unknown) => outcome === -32602 || outcome === "a");
  expect(tool.calls).toHaveLength(0);
});

it("refuses a giant answer where it would not fit the state, and says which input it was", async () => {
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })]);
  const leg = await tool.leg(
    {},
    { state: state(await tool.leg({})), answers: { a: accept({ value: "x".repeat(60_000) }) } },
  );
  expect(leg.error?.message).toContain('"a"');
});

it("seals as opaque a state for a custom codec's owner, and fails closed when the codec does", async () => {
  const sealed: string[] = [];
  const codec = {
    seal: async (bytes: Uint8Array) => Promise.resolve(`kms:${Buffer.from(bytes).toString("hex")}`),
    open: async (token: string) => {
      sealed.push(token);
      if (!token.startsWith("kms:")) throw new Error("not ours");
      return Promise.resolve(Buffer.from(token.slice(4), "hex"));
    },
  };
  const tool = oneTool([form("a")], { config: { codec: "custom" }, options: { codec, keys: undefined as never } });
  const first = await tool.leg(args);
  expect((await tool.leg(args, { state: state(first), answers: { a: filled } })).result).toMatchObject(done);
  expect((await tool.leg({}, { state: state(first), answers: { a: filled } })).error).toEqual(frozen);
  expect((await tool.leg(args, { state: "other", answers: { a: filled } })).error).toEqual(frozen);
  expect(sealed).toHaveLength(3);
});

it.each(["seal", "open"])("tells a client nothing when a codec cannot %s", async (broken) => {
  const events: LogEvent[] = [];
  const codec = {
    seal: () => {
      if (broken === "seal") throw new Error("kms secret");
      return "token";
    },
    open: () => {
      throw new Error("kms secret");
    },
  };
  const tool = oneTool([form("a")], {
    options: { codec, keys: undefined as never, log: (event) => events.push(event) },
  });
  const leg = broken === "seal" ? await tool.leg({}) : await tool.leg({}, { state: "token" });
  expect(leg.error).toEqual(broken === "seal" ? { code: -32603, message: "Internal error" } : frozen);
  expect(
    events.some((event) => "error" in event && event.error instanceof Error && event.error.message === "kms secret"),
  ).toBe(true);
});

it("leaves other methods alone", async () => {
  const tool = oneTool([]);
  const leg = await post(tool.factory, "tools/list", { requestState: "junk", inputResponses: { a: filled } });
  expect(leg.result).toMatchObject({ tools: [{ name: "act" }, { name: "other" }] });
});

it("counts a wrapped answer as invalid, so that it cannot be sent for ever", async () => {
  const tool = oneTool([form("a", { attempts: 1 })]);
  const wrapped = { a: { method: "elicitation/create", result: filled } };
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: wrapped });
  expect(text(await tool.leg({}, { state: state(second), answers: wrapped }))).toContain("without a valid answer");
});
