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

/**
 * Writes claims and state as the bytes that a codec seals: a list with the version first and the state last, since names
 * would have to be written, sealed and read again with every round.
 */
export function encodeEnvelope(claims: Claims, state: unknown): Buffer {
  const { issued, expires, round, started, flow, argumentsDigest, method, target } = claims;
  const { audience, principal, spec, trace } = claims;
  const times = [issued, expires, round, started];
  // What is absent becomes null in a list.
  const members: unknown[] = [
    envelopeVersion,
    ...times,
    flow,
    argumentsDigest,
    method,
    target,
    audience,
    principal,
    spec,
    trace,
  ];
  if (state !== undefined) members.push(state);
  return Buffer.from(JSON.stringify(members));
}

/**
 * Reads what a codec opened.
 *
 * @throws {InvalidToken} when the bytes are no envelope of this version. Only the form is checked here, no claim.
 */
export function decodeEnvelope(bytes: Uint8Array): { readonly claims: Claims; readonly state: unknown } {
  const envelope = parse(bytes);
  if (!Array.isArray(envelope) || envelope[0] !== envelopeVersion) throw new InvalidToken("unknown version");
  const members: readonly unknown[] = envelope;
  const claims: Claims = {
    issued: number(members[1]),
    expires: number(members[2]),
    round: number(members[3]),
    started: number(members[4]),
    flow: text(members[5]),
    argumentsDigest: text(members[6]),
    method: text(members[7]),
    target: text(members[8]),
    audience: optionalText(members[9]),
    principal: optionalText(members[10]),
    spec: optionalText(members[11]),
    trace: optionalText(members[12]),
  };
  return { claims, state: members[13] };
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
  return value === null ? undefined : text(value);
}
