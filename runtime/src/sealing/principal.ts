import { createHmac, timingSafeEqual } from "node:crypto";
import { randomBytes } from "./random.js";

const saltBytes = 8;
const tagBytes = 16;

// Keeps the tag defined for codecs without keys of their own; it hides nothing.
const unkeyed = Buffer.from("parley/request-state/principal");

/**
 * A tag that stands for a caller in a token: keyed and salted, so that two tokens of one caller cannot be linked and a
 * caller cannot be guessed from a tag.
 */
export function tagPrincipal(principal: string, keys: readonly Uint8Array[] | undefined): string {
  const salt = randomBytes(saltBytes);
  return Buffer.concat([salt, digest(keys?.[0] ?? unkeyed, salt, principal)]).toString("base64url");
}

/** True when the tag was made for this caller with one of the keys; compared in constant time. */
export function matchesPrincipal(tag: string, principal: string, keys: readonly Uint8Array[] | undefined): boolean {
  const bytes = Buffer.from(tag, "base64url");
  if (bytes.length !== saltBytes + tagBytes || bytes.toString("base64url") !== tag) return false;
  const salt = bytes.subarray(0, saltBytes);
  const expected = bytes.subarray(saltBytes);
  const candidates = keys === undefined || keys.length === 0 ? [unkeyed] : keys;
  return candidates.some((key) => timingSafeEqual(digest(key, salt, principal), expected));
}

function digest(key: Uint8Array, salt: Uint8Array, principal: string): Buffer {
  // As JSON text a lone surrogate stays distinct; as UTF-8 it would become the replacement character.
  return createHmac("sha256", key).update(salt).update(JSON.stringify(principal)).digest().subarray(0, tagBytes);
}
