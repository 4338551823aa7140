import { canonicalJson } from "../json/canonical-json.js";
import { aesGcmCodec } from "./aes-gcm-codec.js";
import { type Claims, decodeEnvelope, encodeEnvelope } from "./claims.js";
import type { Codec } from "./codec.js";
import { sha256 } from "./digest.js";
import type { Key } from "./keys.js";
import { matchesPrincipal, tagPrincipal } from "./principal.js";
import { parleyProgress, type Progress } from "./progress.js";

/** How claims and state become bytes, and how what they are bound to is written into them. */
export interface Envelope {
  encode(claims: Claims, state: unknown): Uint8Array;
  /** @throws {InvalidToken} for bytes that are no envelope of this format. No claim is checked. */
  decode(bytes: Uint8Array): { readonly claims: Claims; readonly state: unknown };
  /**
   * The digest of arguments as they were received; absent, `null` and `{}` are the same.
   *
   * @throws {RangeError} when they are nested too deeply.
   */
  digestArguments(received: object | undefined): string;
  tagPrincipal(principal: string, keys: readonly Uint8Array[] | undefined): string;
  matchesPrincipal(tag: string, principal: string, keys: readonly Uint8Array[] | undefined): boolean;
}

/** A whole format of tokens: the state, the envelope around it, and the codec that is made from keys. */
export interface StateFormat {
  /** @param where - the keys come from, for messages. */
  readonly codec: (keys: readonly Key[], where?: string) => Codec;
  readonly envelope: Envelope;
  readonly progress: Progress;
}

const noArguments = sha256("{}");

/** Parley's own format. */
export const parleyFormat: StateFormat = {
  codec: aesGcmCodec,
  envelope: {
    encode: encodeEnvelope,
    decode: decodeEnvelope,
    digestArguments: (received) => (received === undefined ? noArguments : sha256(canonicalJson(received))),
    tagPrincipal,
    matchesPrincipal,
  },
  progress: parleyProgress,
};
