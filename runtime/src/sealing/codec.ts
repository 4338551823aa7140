import type { MaybePromise } from "../json/thenable.js";

/**
 * Turns the bytes of a state into a token and back. It does cryptography only: every claim (time, call, caller, audience) is
 * stamped and checked outside of it, for every codec.
 *
 * A codec that throws, rejects, answers with another type or not within 30 seconds fails closed: a call cannot be opened, or cannot
 * be sealed.
 */
export interface Codec {
  /** The token for these bytes. What it returns is all that the client gets. */
  seal(bytes: Uint8Array): MaybePromise<string>;
  /** The bytes of a token that `seal` made, else an exception: for what was altered, cut, made elsewhere or is unknown. */
  open(token: string): MaybePromise<Uint8Array>;
  /**
   * Keys for the tags that stand for callers: the first makes tags, all recognise them. Without them tags are salted but
   * not keyed, which matters only where the codec signs without encrypting.
   */
  readonly tagKeys?: readonly Uint8Array[] | undefined;
  /** Called before every use; a promise is waited for. For codecs whose keys must be fetched first. */
  ready?(): Promise<void> | undefined;
}

/** Says in a few fixed words why a token was refused. For the log; it never reaches a client. */
export class InvalidToken extends Error {
  override readonly name = "InvalidToken";
}
