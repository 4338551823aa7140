import { createCipheriv, createHash, hkdfSync } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { args, askedBy, bodyOf, key, startVictim, stateOf, type Victim } from "./victim.js";

const frozen = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};
const accept = (content: object) => ({ action: "accept", content });
const region = { region: accept({ region: "eu-west-1" }) };
const confirm = { confirm: accept({ billing: "yearly" }) };
const user = "ada";

let victim: Victim;
/** What the honest user has before the last leg: the state that asked for the confirmation. */
let token: string;
beforeEach(async () => {
  victim = await startVictim();
  const first = await victim.leg({}, user);
  token = stateOf(await victim.leg({ requestState: stateOf(first), inputResponses: region }, user));
});
afterEach(() => victim.close());

/** The positive control of every attack: the honest user finishes on the very state that was attacked. */
async function honest(): Promise<void> {
  const before = victim.ran.length;
  const last = await victim.leg({ requestState: token, inputResponses: confirm }, user);
  expect(last).toMatchObject({
    status: 200,
    result: { structuredContent: { region: "eu-west-1", billing: "yearly" } },
  });
  expect(victim.ran).toHaveLength(before + 1);
}

const flipped = (text: string, place: number) =>
  text.slice(0, place) + (text[place] === "A" ? "B" : "A") + text.slice(place + 1);

it.each<[string, (token: string) => unknown]>([
  ["a number", () => 7],
  ["true", () => true],
  ["a list", (token) => [token]],
  ["an object", (token) => ({ token })],
  ["null", () => null],
  ["empty", () => ""],
  ["white space", () => " "],
  ["the prefix", () => "p1."],
  ["cut at the end", (token) => token.slice(0, -1)],
  ["cut at the start", (token) => token.slice(1)],
  ["one half", (token) => token.slice(0, token.length / 2)],
  ["doubled", (token) => token + token],
  ["changed in its key id", (token) => flipped(token, 5)],
  ["changed in its nonce", (token) => flipped(token, 15)],
  ["changed in its text", (token) => flipped(token, 60)],
  ["changed in its tag", (token) => flipped(token, token.length - 5)],
  ["padded", (token) => `${token}=`],
  ["followed by a line break", (token) => `${token}\n`],
  ["in upper case", (token) => token.toUpperCase()],
  ["in the alphabet with + and /", (token) => `p1.${Buffer.from(token.slice(3), "base64url").toString("base64")}`],
  ["in hexadecimal", (token) => `p1.${Buffer.from(token.slice(3), "base64url").toString("hex")}`],
  ["under another prefix", (token) => token.replace("p1.", "v1.")],
  ["in plain JSON", () => '{"v":1,"s":{"e":[]}}'],
  ["oversized", (token) => token + "A".repeat(100_000)],
])("refuses a state that is %s", async (_, forge) => {
  const attack = await victim.leg({ requestState: forge(token), inputResponses: confirm }, user);
  expect(attack.error).toEqual(frozen);
  expect(victim.ran).toEqual([]);
  await honest();
});

it.each<[string, object, string | undefined]>([
  ["other arguments", { arguments: { ...args, name: "payroll" } }, user],
  ["the default in place of the argument", { arguments: { name: args.name } }, user],
  ["one argument more", { arguments: { ...args, force: true } }, user],
  ["no arguments", { arguments: undefined }, user],
  ["a tool that there is not", { name: "destroy" }, user],
  ["another user", {}, "eve"],
  ["nobody", {}, undefined],
])("refuses a state replayed with %s", async (_, changed, as) => {
  const attack = await victim.leg({ requestState: token, inputResponses: confirm, ...changed }, as);
  // A name that differs from the header is refused before the state is looked at.
  if ("name" in changed) expect(attack.status).toBe(400);
  else expect(attack.error).toEqual(frozen);
  expect(attack.result).toBeUndefined();
  expect(victim.ran).toEqual([]);
  await honest();
});

it("takes a state on another instance with the key, and on none without", async () => {
  const [sibling, stranger] = await Promise.all([startVictim(), startVictim(["x".repeat(32)])]);
  const last = { requestState: token, inputResponses: confirm };
  expect((await stranger.leg(last, user)).error).toEqual(frozen);
  expect(await sibling.leg(last, user)).toMatchObject({ status: 200, result: { structuredContent: {} } });
  expect([stranger.ran.length, sibling.ran.length]).toEqual([0, 1]);
  await Promise.all([sibling.close(), stranger.close()]);
});

it("refuses a state when its time is over, and one from a clock that runs ahead", async () => {
  victim.wait(599_000);
  await honest();
  victim.wait(1000);
  expect((await victim.leg({ requestState: token, inputResponses: confirm }, user)).error).toEqual(frozen);
  victim.wait(-700_000);
  expect((await victim.leg({ requestState: token, inputResponses: confirm }, user)).error).toEqual(frozen);
});

it("refuses a state that somebody made with the real key and claims of their own taste", async () => {
  const secret = Buffer.from(hkdfSync("sha256", key, "", "parley/request-state/p1/aes-256-gcm", 32));
  const id = createHash("sha256").update("parley/request-state/p1/key-id").update(secret).digest().subarray(0, 4);
  const nonce = Buffer.alloc(12, 1);
  const seal = (claims: object): string => {
    const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(Buffer.concat([Buffer.from("p1."), id]));
    const body = Buffer.concat([id, nonce, cipher.update(JSON.stringify(claims)), cipher.final(), cipher.getAuthTag()]);
    return `p1.${body.toString("base64url")}`;
  };
  const far = Date.now() + 1e9;
  const forge = (version: number, expires: unknown): unknown[] => {
    const call = ["tools/call", "provision", "victim", null, null, null];
    return [version, 0, expires, 1, far, "f", "", ...call, { e: [] }];
  };
  for (const forged of [forge(1, far), forge(2, far), forge(1, "never"), forge(1, null), [], {}]) {
    expect((await victim.leg({ requestState: seal(forged), inputResponses: confirm }, user)).error).toEqual(frozen);
  }
  await honest();
});

it("asks anew when the state is stripped, and keeps the flow with it", async () => {
  const stripped = await victim.leg({ inputResponses: { ...region, ...confirm } }, user);
  expect(askedBy(stripped)).toEqual(["region"]);
  expect(victim.ran).toEqual([]);
  await honest();
});

it("takes no answer to a question of a later round", async () => {
  const first = stateOf(await victim.leg({}, user));
  const second = await victim.leg({ requestState: first, inputResponses: { ...region, ...confirm } }, user);
  expect(askedBy(second)).toEqual(["confirm"]);
  expect(victim.ran).toEqual([]);
  await honest();
});

it("takes the region from the state, whatever is sent with the confirmation", async () => {
  const other = { region: accept({ region: "us-east-1" }) };
  const last = await victim.leg({ requestState: token, inputResponses: { ...confirm, ...other } }, user);
  expect(last.result?.["structuredContent"]).toMatchObject({ region: "eu-west-1" });
});

it("mixes nothing up when the states of two flows are swapped", async () => {
  const start = stateOf(await victim.leg({}, user));
  const answers = { region: accept({ region: "us-east-1" }) };
  const other = stateOf(await victim.leg({ requestState: start, inputResponses: answers }, user));
  await victim.leg({ requestState: other, inputResponses: confirm }, user);
  await honest();
  expect(victim.ran.map((run) => run.region)).toEqual(["us-east-1", "eu-west-1"]);
  expect(new Set(victim.ran.map((run) => run.flow)).size).toBe(2);
});

it.each<[string, unknown]>([
  ["of a model", { role: "assistant", content: { type: "text", text: "yearly" }, model: "m" }],
  ["of roots", { roots: [] }],
  ["without an action", { content: { billing: "yearly" } }],
  ["with an action that there is not", { action: "approve", content: { billing: "yearly" } }],
  ["with an action that is inherited", JSON.parse('{"__proto__":{"action":"accept","content":{"billing":"yearly"}}}')],
  ["of another type", accept({ billing: 1 })],
  ["of no choice", accept({ billing: "never" })],
  ["with a field more", accept({ billing: "yearly", discount: 100 })],
  ["with a field __proto__", JSON.parse('{"action":"accept","content":{"__proto__":{"billing":"yearly"}}}')],
  ["with a field constructor", accept({ billing: "yearly", constructor: 1 })],
  ["without content", { action: "accept" }],
  ["in a wrapping", { result: accept({ billing: "yearly" }) }],
  ["in a list", [accept({ billing: "yearly" })]],
  ["that is text", "accept"],
  ["that is null", null],
])("does not run on an answer %s", async (_, answer) => {
  const attack = await victim.leg({ requestState: token, inputResponses: { confirm: answer } }, user);
  if (attack.error === undefined) expect(askedBy(attack)).toEqual(["confirm"]);
  else expect(attack.error.code).toBe(-32602);
  expect(victim.ran).toEqual([]);
  await honest();
});

it.each<[string, string]>([
  ["in the prototype", '{"__proto__":{"confirm":{"action":"accept","content":{"billing":"yearly"}}}}'],
  [
    "in the constructor",
    '{"constructor":{"prototype":{"confirm":{"action":"accept","content":{"billing":"yearly"}}}}}',
  ],
  ["under a name with a space", '{" confirm":{"action":"accept","content":{"billing":"yearly"}}}'],
  ["in capitals", '{"CONFIRM":{"action":"accept","content":{"billing":"yearly"}}}'],
  ["by a thousand names", JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x${n}`, {}])))],
])("takes no answer that is hidden %s", async (_, answers) => {
  const body = bodyOf({ requestState: token, inputResponses: "ANSWERS" }).replace('"ANSWERS"', answers);
  const attack = await victim.raw(body, user);
  expect(askedBy(attack)).toEqual(["confirm"]);
  expect(victim.ran).toEqual([]);
  expect(({} as Record<string, unknown>)["confirm"]).toBeUndefined();
  await honest();
});

it("reads a member that comes twice as every part of the server does: the last counts", async () => {
  const twice = `{"confirm":{"action":"accept","content":{"billing":"yearly"}},"confirm":{"action":"decline"}}`;
  const body = bodyOf({ requestState: token, inputResponses: "ANSWERS" }).replace('"ANSWERS"', twice);
  expect(await victim.raw(body, user)).toMatchObject({ result: { isError: true } });
  expect(victim.ran).toEqual([]);
  await honest();
});

it("does not let a refusal be taken back with the state that followed it", async () => {
  const refused = await victim.leg({ requestState: token, inputResponses: { confirm: { action: "decline" } } }, user);
  expect(refused).toMatchObject({ result: { isError: true } });
  // The end of a flow mints no state: there is nothing to go on with.
  expect(refused.result?.["requestState"]).toBeUndefined();
  expect(victim.ran).toEqual([]);
});

it("gives many replays of one last leg one flow, and their results are equal", async () => {
  const last = { requestState: token, inputResponses: confirm };
  const all = await Promise.all(Array.from({ length: 20 }, () => victim.leg(last, user)));
  expect(new Set(all.map(({ result }) => JSON.stringify(result?.["structuredContent"]))).size).toBe(1);
  // This tool does not say `once`: the id of the flow is what makes its work idempotent.
  expect(new Set(victim.ran.map((run) => run.flow)).size).toBe(1);
});

it("refuses answers that are giants, cheaply", async () => {
  const giant = accept({ billing: "x".repeat(1_000_000) });
  const attack = await victim.leg({ requestState: token, inputResponses: { confirm: giant } }, user);
  expect(askedBy(attack)).toEqual(["confirm"]);
  // What was wrong is said without repeating what was sent.
  expect(JSON.stringify(attack).length).toBeLessThan(5000);
  const beyond = await victim.leg({ inputResponses: { confirm: accept({ billing: "x".repeat(5_000_000) }) } }, user);
  expect(beyond.status).toBe(413);
  await honest();
});

it.each(["[".repeat(5000) + "]".repeat(5000), '{"a":'.repeat(5000) + "1" + "}".repeat(5000)])(
  "survives arguments and answers nested without end",
  async (nested) => {
    for (const place of ["arguments", "inputResponses"]) {
      const params = { requestState: token, [place]: "NESTED" };
      const attack = await victim.raw(bodyOf(params).replace('"NESTED"', `{"region":${nested}}`), user);
      expect(attack.result?.["structuredContent"]).toBeUndefined();
    }
    expect(victim.ran).toEqual([]);
    await honest();
  },
);

it.each([7, "text", [[1]], null])("takes answers that are no object for none: %o", async (inputResponses) => {
  const attack = await victim.leg({ requestState: token, inputResponses }, user);
  if (attack.error === undefined) expect(askedBy(attack)).toEqual(["confirm"]);
  else expect(attack.error.code).toBe(-32602);
  expect(victim.ran).toEqual([]);
  await honest();
});

it("says nothing of keys, callers, claims or code in any refusal", async () => {
  const texts = await Promise.all([
    victim.leg({ requestState: "junk" }, user),
    victim.leg({ requestState: token }, "eve"),
    victim.leg({ requestState: token, arguments: {} }, user),
    victim.leg({ requestState: token, inputResponses: { confirm: accept({ billing: 7 }) } }, user),
  ]);
  const said = JSON.stringify(texts.map(({ error, result }) => error ?? result?.["inputRequests"]));
  for (const secret of [key, user, "eve", token, "aes", "principal", ".js", "node_modules", "at "]) {
    expect(said).not.toContain(secret);
  }
  await honest();
});
