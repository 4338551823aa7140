import { createDecipheriv } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Codec, InvalidToken } from "../../runtime/src/sealing/codec.js";
import { pythonFormat } from "../../runtime/src/sealing/python-format.js";
import { pythonJson } from "../../runtime/src/sealing/python-json.js";
import { type Binding, openState, sealState, type Sealing } from "../../runtime/src/sealing/request-state.js";
import { accept, asked, filled, form, frozen, oneTool, state } from "../runtime/one-tool.js";

// Computed with Python's own json, hashlib and cryptography from the description of the format, not with this code.
const secret = "another secret of thirty-two bytes, or more";
const key = Buffer.from("32a7234491a25440cdf8e06de3feea3f40805219841cab31dbf8801eafb3aec7", "hex");
const hello = "v1.lNA8egABAgMEBQYHCAkKC3Cge8rTMKF5rdIjA_3wo5KXlnDg4A";
const token =
  "v1.lNA8egABAgMEBQYHCAkKC2PnYYSGW88QhQQCPIoPnNmHacrnxztL9Ezy7kscwqm9YG4JZQt0P5crNx6nnjRfB26PKkKQq02uqYDOd8pfQQpuJbODXWrlj908dlbsgO6W1sOeWhkGilHU142yyTq3xaVaKA-gYgzrED7kKDm6Bj9TirD13BOlT1QnuDZq2Z0oYY8NUcicRP6OJAzkcHoDGFI1z4ROtoTP2eBriJJCVexxx9c0mD2AauMAJkYUdGEkTl9VtdefPTZ_nx769ctl1B-yHBY5F7iTsPkXLQ";
const principal = '["client-123","https://as.example","alice"]';

const sealing = (codec: Codec, now = 1_782_345_700_000): Sealing => ({
  codec,
  envelope: pythonFormat.envelope,
  ttl: 600_000,
  maxAge: 3_600_000,
  audience: "billing",
  maxStateBytes: 65_536,
  ephemeral: false,
  now: () => now,
});
const binding: Binding = {
  method: "tools/call",
  target: "deploy",
  argumentsDigest: pythonFormat.envelope.digestArguments(undefined),
  principal,
};

it("opens what Python sealed, byte for byte", async () => {
  expect(Buffer.from(await pythonFormat.codec([secret]).open(hello)).toString()).toBe("hello");
});

it("takes a token of Python's for the call, caller and time that it was minted for, as the start of a flow", async () => {
  const opened = await openState(sealing(pythonFormat.codec([secret])), binding, token);
  expect(opened).toMatchObject({ round: 1, started: 1_782_345_600_500, issued: 1_782_345_600_500 });
  // Nobody can make a second flow of one state by sending it twice.
  expect((await openState(sealing(pythonFormat.codec([secret])), binding, token)).flow).toBe(opened.flow);
  expect(pythonFormat.progress.read(opened.state)).toEqual({ entries: new Map(), manual: undefined });
});

it.each([
  ["another caller", { principal: "eve" }, {}],
  ["no caller", { principal: undefined }, {}],
  ["another tool", { target: "destroy" }, {}],
  ["other arguments", { argumentsDigest: pythonFormat.envelope.digestArguments({ a: 1 }) }, {}],
  ["another audience", {}, { audience: "payroll" }],
  ["the time when it has expired", {}, { now: () => 1_782_346_200_500 }],
] as readonly [string, Partial<Binding>, Partial<Sealing>][])("refuses it for %s", (_, bound, rules) => {
  expect(() =>
    openState({ ...sealing(pythonFormat.codec([secret])), ...rules }, { ...binding, ...bound }, token),
  ).toThrow();
});

it("mints what the description says, with exactly the claims that Python reads", async () => {
  const minted = await sealState(
    sealing(pythonFormat.codec([secret])),
    binding,
    { flow: "f", round: 2, started: 1_782_345_699_000, spec: "d" },
    { e: [] },
  );
  const body = Buffer.from(minted.slice(3), "base64url");
  expect(body.subarray(0, 4).toString("hex")).toBe("94d03c7a");
  const decipher = createDecipheriv("aes-256-gcm", key, body.subarray(4, 16)).setAAD(
    Buffer.concat([Buffer.from("v1."), body.subarray(0, 4)]),
  );
  decipher.setAuthTag(body.subarray(-16));
  const claims = JSON.parse(
    Buffer.concat([decipher.update(body.subarray(16, -16)), decipher.final()]).toString(),
  ) as Record<string, unknown>;
  expect(claims).toEqual({
    v: 1,
    iat: 1_782_345_700,
    exp: 1_782_346_300,
    m: "tools/call",
    t: "deploy",
    a: "RBNvo1WzZ4oRRq0W9-hkng",
    s: expect.any(String) as string,
    aud: "billing",
    p: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) as string,
  });
  // A Python resolver reads no progress, and leaves alone what it does not know.
  expect(JSON.parse(String(claims["s"]))).toMatchObject({ v: 3, outcomes: {}, asked: {} });
  expect(await openState(sealing(pythonFormat.codec([secret])), binding, minted)).toMatchObject({
    flow: "f",
    round: 2,
    started: 1_782_345_699_000,
    spec: "d",
    state: { e: [] },
  });
});

it("tags callers as Python does, lone surrogates included", () => {
  const matches = (tag: string, name: string) => pythonFormat.envelope.matchesPrincipal(tag, name, undefined);
  expect(matches("AAECAwQFBgcnf2N5Ofwk2Ix8c0yvVx1A", principal)).toBe(true);
  expect(matches("AAECAwQFBgcuzdJrEz2A6PyIp2k51OvX", "\ud800")).toBe(true);
  expect(matches("AAECAwQFBgcuzdJrEz2A6PyIp2k51OvX", "\ud801")).toBe(false);
  expect(matches("AAECAwQFBgfKdyU2NbXJTZoFyMKfw5Sj", "\udfff")).toBe(true);
  expect(matches("AAECAwQFBgeq0-8spDcsqc16JMWqOS5Y", "\ue000")).toBe(true);
  expect(matches("AAECAwQFBgcuRf6fupO3R2n1iniZzeUW", "\u{1f600}é")).toBe(true);
});

it.each([
  ["cut", -2, ""],
  ["longer", Infinity, "AA"],
  ["padded", Infinity, "="],
  ["empty", 0, ""],
])("takes a tag that is %s for nobody's", (_, end, more) => {
  const tag = "AAECAwQFBgcnf2N5Ofwk2Ix8c0yvVx1A".slice(0, end) + more;
  expect(pythonFormat.envelope.matchesPrincipal(tag, principal, undefined)).toBe(false);
});

// Authentic bytes: what remains is what the envelope alone refuses.
const bare: Codec = {
  seal: (bytes) => Buffer.from(bytes).toString("utf8"),
  open: (text) => Buffer.from(text),
};
const flow = { flow: "f", round: 2, started: 1_782_345_699_000, spec: "d" };
const plain = (): Record<string, unknown> =>
  JSON.parse(sealState(sealing(bare), binding, flow, {}) as string) as Record<string, unknown>;
const openPlain = (claims: unknown) => openState(sealing(bare), binding, JSON.stringify(claims));

it.each(["iat", "exp", "m", "t", "a", "s", "aud", "p"])("refuses a claim %s of another type", async (name) => {
  expect(await openPlain(plain())).toMatchObject(flow);
  const number = name === "iat" || name === "exp";
  for (const wrong of [null, {}, [], true, number ? "1" : 1]) {
    expect(() => openPlain({ ...plain(), [name]: wrong })).toThrow(new InvalidToken("not an envelope"));
  }
});

it.each([
  ["no object", []],
  ["null", null],
  ["another version", { ...plain(), v: 2 }],
  ["no version", { ...plain(), v: undefined }],
])("refuses authentic bytes that are no claims of this format: %s", (_, claims) => {
  expect(() => openPlain(claims)).toThrow(new InvalidToken("unknown version"));
});

it.each([
  ["a flow", { f: 7 }],
  ["a round", { r: "2" }],
  ["a start", { t0: null }],
  ["a digest of the specification", { d: 7 }],
  ["a trace", { tp: {} }],
])("begins anew where our part of a Python state has no such thing as %s", async (_, wrong) => {
  const inner = JSON.parse(String(plain()["s"])) as { parley: object };
  const s = JSON.stringify({ ...inner, parley: { ...inner.parley, ...wrong } });
  const opened = await openPlain({ ...plain(), s });
  expect(opened).toMatchObject({ round: 1, started: opened.issued });
  expect(opened.flow).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

it("begins anew where a Python server kept a text of its own", async () => {
  for (const s of ["awaiting-confirm", "7", '{"v":4}']) {
    expect(await openPlain({ ...plain(), s })).toMatchObject({ round: 1 });
  }
});

it.each([
  [undefined, "{}", "RBNvo1WzZ4oRRq0W9-hkng"],
  [
    { b: [1, 2.5, -0, true, null], a: "é\u007f\u2028/" },
    '{"a":"\\u00e9\\u007f\\u2028/","b":[1,2.5,-0.0,true,null]}',
    "AdT9adkS60dt7PlED_6uPg",
  ],
  [{ "\uffff": 1, "\u{1f600}": 2 }, '{"\\uffff":1,"\\ud83d\\ude00":2}', "c5mv8pSmtW9lfbX8hpkhvA"],
  [
    { x: 1e-7, y: 0.0001, z: 0.00001, w: 1.5e22, v: 123_456_789_012, u: 1e21 },
    '{"u":1e+21,"v":123456789012,"w":1.5e+22,"x":1e-07,"y":0.0001,"z":1e-05}',
    "PEfICQpfVB431ekA9yLtVg",
  ],
  [{ s: "\ud800-x" }, '{"s":"\\ud800-x"}', "my6Ph2V6IEfqLS-U9kyi6w"],
  [{ n: { k: [{ z: 1, a: 2 }] } }, '{"n":{"k":[{"a":2,"z":1}]}}', "us_fhkLNOqHmn6YTjna2-A"],
])("digests arguments as Python does: %o", (value, text, digest) => {
  expect(pythonJson(value ?? {})).toBe(text);
  expect(pythonFormat.envelope.digestArguments(value)).toBe(digest);
});

it("serves a whole flow in this format, on two instances, and refuses it in Parley's own", async () => {
  const config = { audience: "tests", format: pythonFormat };
  const inputs = [form("a"), form("b", { needs: ["a"] })];
  const [one, two] = [oneTool(inputs, { config }), oneTool(inputs, { config })];
  const first = await one.leg({});
  expect(state(first)).toMatch(/^v1\./);
  const second = await two.leg({}, { state: state(first), answers: { a: filled } });
  expect(asked(second)).toEqual(["b"]);
  expect((await oneTool(inputs).leg({}, { state: state(second), answers: { b: filled } })).error).toEqual(frozen);
  await one.leg({}, { state: state(second), answers: { b: accept({ value: "last" }) } });
  expect(one.calls[0]?.inputs).toMatchObject({ a: { value: "good" }, b: { value: "last" } });
});

const reference = new URL("../../../shared/reference/python-vectors.json", import.meta.url);
it.runIf(existsSync(reference))("agrees with the vectors of the reference, where they are at hand", async () => {
  const vectors = JSON.parse(readFileSync(reference, "utf8")) as {
    key_utf8: string;
    seal_empty: string;
    seal_hello: string;
    envelope_token: string;
    envelope_plain: string;
    args_digests: Record<string, { canonical: string; digest: string } | string>;
    principal_alice: { claim: string };
  };
  const codec = pythonFormat.codec([vectors.key_utf8]);
  expect(Buffer.from(await codec.open(vectors.seal_empty)).toString()).toBe("");
  expect(Buffer.from(await codec.open(vectors.seal_hello)).toString()).toBe("hello");
  expect(Buffer.from(await codec.open(vectors.envelope_token)).toString()).toBe(vectors.envelope_plain);
  expect(pythonFormat.envelope.matchesPrincipal(vectors.principal_alice.claim, "alice", undefined)).toBe(true);
  for (const name of [
    "empty",
    "simple",
    "nested",
    "int",
    "small",
    "negzero",
    "surrogate",
    "astral",
    "astral_keys",
    "ctl",
  ]) {
    const vector = vectors.args_digests[name];
    if (typeof vector !== "object") throw new Error(`There is no vector ${name}`);
    const value = JSON.parse(vector.canonical) as object;
    expect(pythonJson(value)).toBe(vector.canonical);
    expect(pythonFormat.envelope.digestArguments(value)).toBe(vector.digest);
  }
});
