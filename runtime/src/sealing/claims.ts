import { quoteText } from "../json/canonical-json.js";
import { isObject } from "../json/plain-object.js";
import { InvalidToken } from "./codec.js";

/** The version of the envelope. */
export const envelopeVersion = 1;

/** How far in the future a token may have been minted, in milliseconds: clocks of instances differ. */
export const allowedSkew = 60_000;

/** What a token says about itself, beside the state that it carries. Times are milliseconds since the epoch. */
export interface Claims {
  readonly issued: number;
  readonly expires: number;
  /** Random id of the flow, 128 bits as base64url. */
  readonly flow: string;
  /** How many rounds have been asked, this one included. */
  readonly round: number;
  /** When the flow's first round was asked. */
  readonly started: number;
  readonly method: string;
  /** Name of the tool or prompt, or the resource's URI. */
  readonly target: string;
  /** SHA-256 of the canonical arguments. */
  readonly argumentsDigest: string;
  readonly audience: string | undefined;
  /** Salted tag of the caller. */
  readonly principal: string | undefined;
  /** Digest of the primitive's questions; never a reason to refuse. */
  readonly spec: string | undefined;
  /** Where the flow's trace began, as a W3C `traceparent`, for who traces calls. */
  readonly trace?: string | undefined;
}

/** Writes claims and state as the bytes that a codec seals. */
export function encodeEnvelope(claims: Claims, state: unknown): Buffer {
  // Written member by member: most values need no serialiser, and the general one takes three times as long.
  let text = `{"v":${envelopeVersion},"iat":${claims.issued},"exp":${claims.expires},"f":${quoteText(claims.flow)}`;
  text += `,"r":${claims.round},"t0":${claims.started},"m":${quoteText(claims.method)},"t":${quoteText(claims.target)}`;
  text += `,"a":${quoteText(claims.argumentsDigest)}`;
  if (claims.audience !== undefined) text += `,"aud":${quoteText(claims.audience)}`;
  if (claims.principal !== undefined) text += `,"p":${quoteText(claims.principal)}`;
  if (claims.spec !== undefined) text += `,"d":${quoteText(claims.spec)}`;
  if (claims.trace !== undefined) text += `,"tp":${quoteText(claims.trace)}`;
  if (state !== undefined) text += `,"s":${JSON.stringify(state)}`;
  return Buffer.from(`${text}}`);
}

/**
 * Reads what a codec opened.
 *
 * @throws {InvalidToken} when the bytes are no envelope of this version. Only the form is checked here, no claim.
 */
export function decodeEnvelope(bytes: Uint8Array): { readonly claims: Claims; readonly state: unknown } {
  const envelope = parse(bytes);
  if (!isObject(envelope) || envelope["v"] !== envelopeVersion) throw new InvalidToken("unknown version");
  const claims: Claims = {
    issued: number(envelope["iat"]),
    expires: number(envelope["exp"]),
    flow: text(envelope["f"]),
    round: number(envelope["r"]),
    started: number(envelope["t0"]),
    method: text(envelope["m"]),
    target: text(envelope["t"]),
    argumentsDigest: text(envelope["a"]),
    audience: optionalText(envelope["aud"]),
    principal: optionalText(envelope["p"]),
    spec: optionalText(envelope["d"]),
    trace: optionalText(envelope["tp"]),
  };
  return { claims, state: envelope["s"] };
}

function parse(bytes: Uint8Array): unknown {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
    return parsed;
  } catch {
    throw new InvalidToken("not an envelope");
  }
}

function number(value: unknown): number {
  if (typeof value !== "number") throw new InvalidToken("not an envelope");
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new InvalidToken("not an envelope");
  return value;
}

function optionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : text(value);
}
