import { expect, it } from "vitest";
import { aesGcmCodec } from "../../runtime/src/sealing/aes-gcm-codec.js";
import { parleyFormat } from "../../runtime/src/sealing/format.js";
import { type Codec, InvalidToken } from "../../runtime/src/sealing/codec.js";
import {
  type Binding,
  type FlowClaims,
  openState,
  sealState,
  type Sealing,
} from "../../runtime/src/sealing/request-state.js";

const codec = aesGcmCodec(["a key of at least thirty-two bytes, for tests"]);
let now = 1_800_000_000_000;
const sealing: Sealing = {
  codec,
  envelope: parleyFormat.envelope,
  ttl: 600_000,
  maxAge: 3_600_000,
  audience: "billing",
  maxStateBytes: 65_536,
  ephemeral: false,
  now: () => now,
};
const binding: Binding = { method: "tools/call", target: "deploy", argumentsDigest: "digest", principal: undefined };
const flow: FlowClaims = { flow: "flow", round: 1, started: now, spec: undefined };

const seal = (more: Partial<Sealing> = {}, bound: Partial<Binding> = {}): string =>
  sealState({ ...sealing, ...more }, { ...binding, ...bound }, { ...flow, started: now }, { e: [] }) as string;
const open = (token: string, more: Partial<Sealing> = {}, bound: Partial<Binding> = {}) =>
  openState({ ...sealing, ...more }, { ...binding, ...bound }, token);
const later = (milliseconds: number): Partial<Sealing> => ({ now: () => now + milliseconds });

it("gives back exactly what was sealed, for the call it was sealed for", () => {
  const state = { e: [["a", "?", "digest", 0]], text: "\ud800 lone, ü, 𝄞" };
  const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const token = sealState(sealing, binding, { ...flow, trace }, state) as string;
  expect(open(token)).toEqual({ flow: "flow", round: 1, started: now, issued: now, spec: undefined, trace, state });
});

it("seals nothing where there is no state, and opens it as nothing", () => {
  const token = sealState({ ...sealing, codec: bare }, binding, { ...flow, started: now }, undefined) as string;
  expect(JSON.parse(token)).toHaveLength(places.length - 1);
  expect(open(token, { codec: bare })).toMatchObject({ state: undefined });
});

it("expires after the time to think, to the millisecond", () => {
  const token = seal();
  expect(open(token, later(599_999))).toBeTruthy();
  expect(() => open(token, later(600_000))).toThrow("expired");
});

it("counts a lifetime of half a second, and a minting time with fractions", () => {
  const half = { ttl: 500 };
  const token = seal(half);
  expect(open(token, { ...half, ...later(499) })).toBeTruthy();
  expect(() => open(token, { ...half, ...later(500) })).toThrow("expired");
});

it("forgives a clock that is a minute behind, and no more", () => {
  const token = seal();
  expect(open(token, later(-60_000))).toBeTruthy();
  expect(() => open(token, later(-60_001))).toThrow("minted in the future");
});

it("refuses whatever a clock says that is not a number", () => {
  expect(() => open(seal(), { now: () => Number.NaN })).toThrow();
});

it("never outlives the flow", () => {
  const started = { ...flow, started: now - 3_500_000 };
  const token = sealState(sealing, binding, started, {}) as string;
  expect(open(token, later(99_999))).toBeTruthy();
  expect(() => open(token, later(100_000))).toThrow("expired");
  // An instance that was given a shorter age since.
  expect(() => open(token, { maxAge: 1000 })).toThrow("flow too old");
  expect(open(token, { maxAge: 3_500_001 })).toBeTruthy();
  expect(() => open(token, { maxAge: 3_500_000 })).toThrow("flow too old");
});

it.each([
  ["another tool", { target: "destroy" }, "other target"],
  ["another method", { method: "prompts/get" }, "other method"],
  ["other arguments", { argumentsDigest: "other" }, "other arguments"],
])("is good for no %s, and stays good for its own", (_, bound, reason) => {
  const token = seal();
  expect(() => open(token, {}, bound)).toThrow(reason);
  expect(open(token)).toBeTruthy();
});

it.each([
  ["another audience", { audience: "billing" }, { audience: "payroll" }],
  ["no audience where it was minted with one", { audience: "billing" }, { audience: undefined }],
  ["an audience where it was minted without", { audience: undefined }, { audience: "billing" }],
])("refuses %s", (_, minted, opened) => {
  expect(() => open(seal(minted), opened)).toThrow("other audience");
  expect(open(seal(minted), minted)).toBeTruthy();
});

it.each([
  ["another caller", "ada", "eve", "other principal"],
  ["no caller where it was minted for one", "ada", undefined, "principal drift"],
  ["a caller where it was minted for none", undefined, "ada", "principal drift"],
  ["a caller without a name where it was minted for none", undefined, "", "principal drift"],
  ["another lone surrogate", "\ud800", "\ud801", "other principal"],
])("refuses %s", (_, minted, opened, reason) => {
  const token = seal({}, { principal: minted });
  expect(() => open(token, {}, { principal: opened })).toThrow(reason);
  expect(open(token, {}, { principal: minted })).toBeTruthy();
});

it("knows a caller by every key of the ring, so that rotation logs nobody out", () => {
  const [first, second] = [
    "the first key of thirty-two bytes and more",
    "the second key of thirty-two bytes and more",
  ] as const;
  const token = seal({ codec: aesGcmCodec([first]) }, { principal: "ada" });
  const rotated = { codec: aesGcmCodec([second, first]) };
  expect(open(token, rotated, { principal: "ada" })).toBeTruthy();
  expect(() => open(token, rotated, { principal: "eve" })).toThrow("other principal");
});

/** A codec that signs nothing and hides nothing: what remains is what the claims alone refuse. */
const bare: Codec = {
  seal: (bytes) => Buffer.from(bytes).toString("utf8"),
  open: (token) => Buffer.from(token),
};
/** What stands where in an envelope. */
const places = ["v", "iat", "exp", "r", "t0", "f", "a", "m", "t", "aud", "p", "d", "tp", "s"] as const;
const claims = (token: string): Record<string, unknown> =>
  Object.fromEntries((JSON.parse(token) as unknown[]).map((value, place) => [places[place], value]));
const envelope = (changed: Record<string, unknown>): string => JSON.stringify(places.map((name) => changed[name]));

it("stamps exactly the claims of the design, for every codec", () => {
  const token = seal({ codec: bare }, { principal: "ada" });
  expect(claims(token)).toEqual({
    v: 1,
    iat: now,
    exp: now + 600_000,
    r: 1,
    t0: now,
    f: "flow",
    a: "digest",
    m: "tools/call",
    t: "deploy",
    aud: "billing",
    p: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) as string,
    d: null,
    tp: null,
    s: { e: [] },
  });
});

it("tags one caller differently every time", () => {
  const tags = [1, 2].map(() => claims(seal({ codec: bare }, { principal: "ada" }))["p"]);
  expect(tags[0]).not.toBe(tags[1]);
});

it("carries the digest of the specification, and refuses no other", () => {
  const token = sealState({ ...sealing, codec: bare }, binding, { ...flow, started: now, spec: "spec" }, {}) as string;
  expect(claims(token)["d"]).toBe("spec");
  expect(open(token, { codec: bare })).toMatchObject({ spec: "spec" });
});

it.each([
  ["not JSON", "{", "not an envelope"],
  ["no list", "{}", "unknown version"],
  ["an empty list", "[]", "unknown version"],
  ["null", "null", "unknown version"],
  ["another version", seal({ codec: bare }).replace("[1,", "[2,"), "unknown version"],
  ["no version", seal({ codec: bare }).replace("[1,", "["), "unknown version"],
  ["missing claims", "[1]", "not an envelope"],
])("refuses authentic bytes that are no claims: %s", (_, token, reason) => {
  expect(() => open(token, { codec: bare })).toThrow(new InvalidToken(reason));
});

it.each(["iat", "exp", "f", "r", "t0", "m", "t", "a", "aud", "p", "d", "tp"])(
  "refuses a claim %s of another type",
  (name) => {
    const token = seal({ codec: bare }, { principal: "ada" });
    const optional = ["aud", "p", "d", "tp"].includes(name);
    const number = ["iat", "exp", "r", "t0"].includes(name);
    for (const wrong of [{}, [], true, number ? "1" : 1, ...(optional ? [] : [null])]) {
      const changed = envelope({ ...claims(token), [name]: wrong });
      expect(() => open(changed, { codec: bare }, { principal: "ada" }), `${name} ${String(wrong)}`).toThrow(
        new InvalidToken("not an envelope"),
      );
    }
    expect(open(token, { codec: bare }, { principal: "ada" })).toBeTruthy();
  },
);

it.each(["!!!", "AAAA", "", "A".repeat(33)])("refuses a principal tag that is none: %o", (tag) => {
  const token = seal({ codec: bare }, { principal: "ada" });
  expect(() => open(envelope({ ...claims(token), p: tag }), { codec: bare }, { principal: "ada" })).toThrow(
    "other principal",
  );
});

it("looks at no token larger than it would mint", () => {
  let opened = 0;
  const counting = {
    codec: { ...bare, open: (token: string) => ((opened += 1), Buffer.from(token)) },
    maxStateBytes: 100,
  };
  expect(() => open("x".repeat(101), counting)).toThrow("too large");
  expect(opened).toBe(0);
  expect(() => open("x".repeat(100), counting)).toThrow("not an envelope");
  expect(opened).toBe(1);
});

it("works with an asynchronous codec", async () => {
  const slow: Codec = {
    seal: (bytes) => Promise.resolve(codec.seal(bytes)),
    open: (token) => Promise.resolve(codec.open(token)),
  };
  const token = await sealState({ ...sealing, codec: slow }, binding, flow, { e: [] });
  expect(await openState({ ...sealing, codec: slow }, binding, token)).toMatchObject({ flow: "flow" });
  await expect(openState({ ...sealing, codec: slow }, { ...binding, target: "x" }, token)).rejects.toThrow(
    "other target",
  );
});

it("waits for a codec that must get ready, in both directions", async () => {
  let ready = false;
  const late: Codec = {
    ...codec,
    ready: async () => {
      await Promise.resolve();
      ready = true;
    },
    seal: (bytes) => (ready ? codec.seal(bytes) : ""),
    open: (token) => (ready ? codec.open(token) : new Uint8Array()),
  };
  const token = await sealState({ ...sealing, codec: late }, binding, flow, { e: [] });
  ready = false;
  expect(await openState({ ...sealing, codec: late }, binding, token)).toMatchObject({ flow: "flow" });
});

it("fails closed when a codec does not get ready, in both directions", async () => {
  const down = { ...sealing, codec: { ...codec, ready: () => Promise.reject(new Error("kms down")) } };
  await expect(sealState(down, binding, flow, {})).rejects.toThrow("kms down");
  await expect(openState(down, binding, seal())).rejects.toThrow(new InvalidToken("codec failed"));
});

it.each([
  [
    "throws",
    () => {
      throw new Error("kms down");
    },
    "codec failed",
  ],
  ["rejects", () => Promise.reject(new Error("kms down")), "codec failed"],
  ["answers with text", () => "text", "codec returned no bytes"],
  ["answers with an array", () => [1, 2], "codec returned no bytes"],
  ["answers with nothing", () => undefined, "codec returned no bytes"],
  [
    "answers with a foreign promise",
    () => ({ then: (resolve: (value: unknown) => void) => resolve(new Uint8Array()) }),
    "not an envelope",
  ],
])("fails closed when a codec's open %s", async (_, broken, reason) => {
  const custom = { codec: { seal: bare.seal.bind(bare), open: broken as never } };
  await expect(async () => open("token", custom)).rejects.toThrow(new InvalidToken(reason));
});

it.each([
  [
    "throws",
    () => {
      throw new Error("kms down");
    },
    "kms down",
  ],
  ["rejects", () => Promise.reject(new Error("kms down")), "kms down"],
  ["answers with bytes", () => new Uint8Array(), "The codec's seal returned no text"],
  ["answers with nothing", () => Promise.resolve(undefined), "The codec's seal returned no text"],
])("fails closed when a codec's seal %s", async (_, broken, message) => {
  await expect(async () =>
    sealState({ ...sealing, codec: { ...bare, seal: broken as never } }, binding, flow, {}),
  ).rejects.toThrow(message);
});
