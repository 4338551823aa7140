import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import { type Codec, InvalidToken } from "./codec.js";
import { givenKeys, howToGenerate, type Key, keyName, keyRing } from "./keys.js";
import { randomBytes } from "./random.js";

/** What sets one AES-GCM format apart from another. */
export interface AesGcmLabels {
  /** What every token starts with. */
  readonly prefix: string;
  /** HKDF info of the key that seals. */
  readonly key: string;
  /** Hashed before the derived key to get its id. */
  readonly keyId: string;
  /** HKDF info of the key for the tags of callers. */
  readonly principal: string;
}

/** Other SDKs use `v1.` for formats that are not this one. */
const labels: AesGcmLabels = {
  prefix: "p1.",
  key: "parley/request-state/p1/aes-256-gcm",
  keyId: "parley/request-state/p1/key-id",
  principal: "parley/request-state/p1/principal",
};

const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const overhead = keyIdBytes + nonceBytes + tagBytes;

interface RingKey {
  readonly id: Buffer;
  readonly key: Buffer;
  /** Format prefix and key id, so that neither can be exchanged. */
  readonly associated: Buffer;
  readonly tagKey: Buffer;
}

/**
 * The built-in codec: AES-256-GCM (NIST SP 800-38D) under a key derived by HKDF-SHA256 (RFC 5869) from a secret, with a random
 * 96-bit nonce per token.
 *
 * Token: `p1.` and, as unpadded base64url, key id (4 bytes), nonce (12), ciphertext, tag (16). Only the exact text that was
 * minted opens. One key should mint fewer than 2^32 tokens, the limit for random nonces.
 *
 * @param keys - the first mints, all open. To rotate without losing a call in flight: `[old, new]` on every instance, then
 * `[new, old]`, then `[new]` one lifetime of a round later.
 * @param where - they come from, for messages.
 * @throws {RangeError} when the ring is empty, or a key is short or given twice; the message names its place.
 * @throws {TypeError} when a key is neither text nor bytes.
 */
export function aesGcmCodec(keys: readonly Key[], where: string = givenKeys): Codec {
  return labelledCodec(labels, keys, where);
}

/** The codec of a format that differs in its labels only; see {@link aesGcmCodec}. */
export function labelledCodec(labels: AesGcmLabels, keys: readonly Key[], where: string = givenKeys): Codec {
  const ring = new Map<number, RingKey>();
  const ordered = keyRing(keys, where).map((secret, index) => {
    const derived = deriveKey(labels, secret);
    const id = derived.id.readUInt32BE(0);
    if (ring.has(id)) throw new RangeError(`${keyName(index, where)} is given twice`);
    ring.set(id, derived);
    return derived;
  });
  const [minting] = ordered;
  if (minting === undefined) throw new RangeError(`The list of state keys is empty. ${howToGenerate}`);
  return {
    seal: (bytes) => sealWith(labels.prefix, minting, bytes),
    open: (token) => openWith(labels.prefix, ring, token),
    tagKeys: ordered.map((key) => key.tagKey),
  };
}

function deriveKey(labels: AesGcmLabels, secret: Buffer): RingKey {
  const key = Buffer.from(hkdfSync("sha256", secret, "", labels.key, 32));
  const tagKey = Buffer.from(hkdfSync("sha256", secret, "", labels.principal, 32));
  const id = createHash("sha256").update(labels.keyId).update(key).digest().subarray(0, keyIdBytes);
  return { id, key, associated: Buffer.concat([Buffer.from(labels.prefix), id]), tagKey };
}

function sealWith(prefix: string, ringKey: RingKey, bytes: Uint8Array): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", ringKey.key, nonce);
  cipher.setAAD(ringKey.associated);
  const ciphertext = cipher.update(bytes);
  // GCM is a stream mode: nothing is left for the end but the tag.
  cipher.final();
  const body = Buffer.allocUnsafe(overhead + ciphertext.length);
  body.set(ringKey.id);
  body.set(nonce, keyIdBytes);
  body.set(ciphertext, keyIdBytes + nonceBytes);
  body.set(cipher.getAuthTag(), body.length - tagBytes);
  return prefix + body.toString("base64url");
}

function openWith(prefix: string, ring: ReadonlyMap<number, RingKey>, token: string): Buffer {
  if (!token.startsWith(prefix)) throw new InvalidToken("malformed");
  const text = token.slice(prefix.length);
  const body = Buffer.from(text, "base64url");
  // The decoder forgives padding, white space and stray bits; a token has one spelling only.
  if (body.length < overhead || body.toString("base64url") !== text) throw new InvalidToken("malformed");
  const ringKey = ring.get(body.readUInt32BE(0));
  if (ringKey === undefined) throw new InvalidToken("unknown key");
  const nonce = body.subarray(keyIdBytes, keyIdBytes + nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", ringKey.key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(ringKey.associated);
  decipher.setAuthTag(body.subarray(body.length - tagBytes));
  const bytes = decipher.update(body.subarray(keyIdBytes + nonceBytes, body.length - tagBytes));
  try {
    decipher.final();
  } catch {
    throw new InvalidToken("altered");
  }
  return bytes;
}
