import { createCipheriv, createHash, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aesGcmCodec } from "../../runtime/src/sealing/aes-gcm-codec.js";
import { type Codec, InvalidToken } from "../../runtime/src/sealing/codec.js";
import type { Key } from "../../runtime/src/sealing/keys.js";

const oldKey = "old key, which has at least thirty-two bytes";
const newKey = "new key, which has at least thirty-two bytes";
const codec = aesGcmCodec([oldKey]);
const bytes = (text: string): Buffer => Buffer.from(text);

const seal = (ring: Codec, text: string): string => ring.seal(bytes(text)) as string;
const open = (ring: Codec, token: string): string => Buffer.from(ring.open(token) as Uint8Array).toString();

it("round-trips all bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (payload) => {
      expect(codec.open(codec.seal(payload) as string)).toEqual(Buffer.from(payload));
    }),
  );
  for (const payload of [
    Buffer.alloc(0),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.alloc(65_536, 7),
  ]) {
    expect(codec.open(codec.seal(payload) as string)).toEqual(payload);
  }
});

it("writes `p1.` and unpadded base64url of key id, nonce, ciphertext and tag", () => {
  const token = seal(codec, "hello");
  expect(token).toMatch(/^p1\.[A-Za-z0-9_-]+$/);
  expect(Buffer.from(token.slice(3), "base64url")).toHaveLength(4 + 12 + 5 + 16);
});

it("is AES-256-GCM under an HKDF-SHA256 key, with prefix and key id as associated data", () => {
  // Computed here from the description alone.
  const key = Buffer.from(hkdfSync("sha256", oldKey, "", "parley/request-state/p1/aes-256-gcm", 32));
  const id = createHash("sha256").update("parley/request-state/p1/key-id").update(key).digest().subarray(0, 4);
  const nonce = Buffer.alloc(12, 9);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.concat([bytes("p1."), id]));
  const body = Buffer.concat([id, nonce, cipher.update("vector"), cipher.final(), cipher.getAuthTag()]);
  expect(open(codec, `p1.${body.toString("base64url")}`)).toBe("vector");
});

it("opens a vector that was sealed once and for all", () => {
  expect(
    open(
      aesGcmCodec(["0123456789abcdef0123456789abcdef"]),
      "p1.KNUaHwABAgMEBQYHCAkKCwnMp5mRF2XWYJdXoqw7Je2VInR85p7BcrgTphIr3Zs",
    ),
  ).toBe('{"pinned":true}');
});

it("seals the same bytes differently each time, a nonce never twice", () => {
  const nonces = new Set(Array.from({ length: 5000 }, () => seal(codec, "same").slice(3 + 6, 3 + 22)));
  expect(nonces.size).toBe(5000);
});

it("shows the payload in no form", () => {
  const token = seal(codec, "a rather long secret payload");
  const decoded = Buffer.from(token.slice(3), "base64url");
  expect(token).not.toContain("secret");
  expect(token).not.toContain(bytes("secret payload").toString("base64url").slice(2, 12));
  expect(decoded.includes("secret")).toBe(false);
  expect(decoded.toString("hex")).not.toContain(bytes("secret").toString("hex"));
});

it("refuses a change of any bit of any part", () => {
  const token = seal(codec, "payload");
  const body = Buffer.from(token.slice(3), "base64url");
  fc.assert(
    fc.property(fc.nat(body.length * 8 - 1), (bit) => {
      const changed = Buffer.from(body);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => codec.open(`p1.${changed.toString("base64url")}`)).toThrow(/^(altered|unknown key)$/);
    }),
    { numRuns: 300 },
  );
  // The same body untouched opens.
  expect(open(codec, `p1.${body.toString("base64url")}`)).toBe("payload");
});

it("refuses every other spelling of a token", () => {
  const token = seal(codec, "payload!");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = token.at(-1) ?? "";
  for (const other of alphabet.replace(last, "")) expect(() => codec.open(token.slice(0, -1) + other)).toThrow();
  for (const other of [
    `${token}=`,
    `${token}\n`,
    ` ${token}`,
    `${token} `,
    `${token}!`,
    token.replace(".", ". "),
    token.toUpperCase(),
  ]) {
    expect(() => codec.open(other), other).toThrow("malformed");
  }
  expect(() => codec.open(`${token}A`)).toThrow();
  const alphabetOfBase64 = token.replaceAll("-", "+").replaceAll("_", "/");
  if (alphabetOfBase64 !== token) expect(() => codec.open(alphabetOfBase64)).toThrow("malformed");
});

it.each(["", "p1.", "p1", "p2.", "v1.", "junk", "p1.!!!", `p1.${Buffer.alloc(31).toString("base64url")}`])(
  "refuses %o",
  (token) => {
    expect(() => codec.open(token)).toThrow("malformed");
  },
);

it("refuses a token under another prefix, or with another token's key id", () => {
  const token = seal(codec, "payload");
  expect(() => codec.open(token.replace("p1.", "p2."))).toThrow("malformed");
  const other = aesGcmCodec([newKey]);
  const mine = Buffer.from(token.slice(3), "base64url");
  const theirs = Buffer.from(seal(other, "payload").slice(3), "base64url");
  const transplanted = Buffer.concat([theirs.subarray(0, 4), mine.subarray(4)]).toString("base64url");
  expect(() => aesGcmCodec([oldKey, newKey]).open(`p1.${transplanted}`)).toThrow("altered");
});

it("opens only what a key of the ring sealed, and mints with the first", () => {
  const token = seal(codec, "x");
  expect(() => open(aesGcmCodec([newKey]), token)).toThrow("unknown key");
  expect(open(aesGcmCodec([oldKey, newKey]), token)).toBe("x");
  expect(open(aesGcmCodec([newKey, oldKey]), token)).toBe("x");
  const rotated = seal(aesGcmCodec([newKey, oldKey]), "y");
  expect(open(aesGcmCodec([newKey]), rotated)).toBe("y");
  expect(() => open(codec, rotated)).toThrow("unknown key");
});

it.each([
  ["an empty ring", [], RangeError, "The list of state keys is empty"],
  [
    "a short key",
    [oldKey, "x".repeat(31)],
    RangeError,
    "The second key in the list of state keys has 31 bytes, and at least 32 are needed. Generate one with: node -e",
  ],
  ["a key twice", [oldKey, newKey, oldKey], RangeError, "The third key in the list of state keys is given twice"],
  [
    "the same key as text and as bytes",
    [oldKey, bytes(oldKey)],
    RangeError,
    "The second key in the list of state keys is given twice",
  ],
  ["a text in place of a list", oldKey as never, TypeError, "The state keys must be a list"],
  [
    "a key that is a number",
    [oldKey, 7 as never],
    TypeError,
    "The second key in the list of state keys is neither text nor bytes",
  ],
  [
    "a short key after two others",
    [oldKey, newKey, "short"],
    RangeError,
    "The third key in the list of state keys has 5 bytes",
  ],
  [
    "a short key after three others",
    [...Array.from({ length: 3 }, (_, index) => `${index}`.repeat(32)), "short"],
    RangeError,
    "Key number 4 in the list of state keys has 5 bytes",
  ],
] as readonly [string, readonly Key[], new () => Error, string][])(
  "refuses at construction: %s",
  (_, keys, type, message) => {
    expect(() => aesGcmCodec(keys)).toThrow(type);
    expect(() => aesGcmCodec(keys)).toThrow(message);
  },
);

it("never names a key in an error", () => {
  expect(() => aesGcmCodec(["short but secret"])).toThrow(expect.not.stringContaining("secret") as never);
});

it("takes a key as text, bytes or a view, and keeps a copy", () => {
  const view = Uint8Array.from(bytes(oldKey));
  const fromView = aesGcmCodec([view]);
  const token = seal(fromView, "x");
  view.fill(0);
  expect(open(codec, token)).toBe("x");
  expect(open(fromView, seal(codec, "y"))).toBe("y");
});

it("says why in a few fixed words without contents", () => {
  const tokens = ["junk", `${seal(codec, "payload")}A`, seal(aesGcmCodec([newKey]), "payload")];
  for (const token of tokens) expect(() => codec.open(token)).toThrow(/^(malformed|altered|unknown key)$/);
  expect(String(new InvalidToken("altered"))).toBe("InvalidToken: altered");
});
