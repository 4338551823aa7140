import { allowedSkew, type Claims } from "./claims.js";
import { type Codec, InvalidToken } from "./codec.js";
import type { Envelope } from "./format.js";
import { inTime } from "./in-time.js";
import { type MaybePromise, whenDone } from "../json/thenable.js";

/** How states are sealed: the codec and the rules that hold for every codec. Times are milliseconds. */
export interface Sealing {
  readonly codec: Codec;
  readonly envelope: Envelope;
  /** How long a client may think before one round's token expires. */
  readonly ttl: number;
  /** How long a flow may live, from its first round. */
  readonly maxAge: number;
  readonly audience: string | undefined;
  /** Longest token that is minted or looked at, in characters. */
  readonly maxStateBytes: number;
  /** True when the key was made for this process and is lost with it. */
  readonly ephemeral: boolean;
  readonly now: () => number;
}

/** The call that a state belongs to. */
export interface Binding {
  readonly method: string;
  readonly target: string;
  readonly argumentsDigest: string;
  /** The caller; `undefined` when unbound. */
  readonly principal: string | undefined;
}

/** Where a flow stands. */
export interface FlowClaims {
  readonly flow: string;
  readonly round: number;
  readonly started: number;
  readonly spec: string | undefined;
  readonly trace?: string | undefined;
}

/** What came back from a client, and was minted here for this very call. */
export interface OpenedState extends FlowClaims {
  /** When it was sealed, which is when its questions went out. */
  readonly issued: number;
  readonly state: unknown;
}

const keysOfCodec = "The source of the keys";

/**
 * Seals a state for one call.
 *
 * @throws whatever a custom codec throws, and {@link TypeError} when it answers with anything but text: callers report both as
 * an internal error without detail.
 */
export function sealState(sealing: Sealing, binding: Binding, flow: FlowClaims, state: unknown): MaybePromise<string> {
  const { codec, envelope } = sealing;
  return whenDone(
    () => inTime(codec.ready?.(), keysOfCodec),
    () =>
      whenDone(
        () => inTime(codec.seal(envelope.encode(claimsOf(sealing, binding, flow), state)), "The codec's seal"),
        expectText,
      ),
  );
}

function claimsOf(sealing: Sealing, binding: Binding, flow: FlowClaims): Claims {
  const { codec, envelope, audience, ttl, maxAge } = sealing;
  const issued = sealing.now();
  return {
    issued,
    // A round never outlives its flow.
    expires: Math.min(issued + ttl, flow.started + maxAge),
    flow: flow.flow,
    round: flow.round,
    started: flow.started,
    method: binding.method,
    target: binding.target,
    argumentsDigest: binding.argumentsDigest,
    audience,
    principal: binding.principal === undefined ? undefined : envelope.tagPrincipal(binding.principal, codec.tagKeys),
    spec: flow.spec,
    trace: flow.trace,
  };
}

/**
 * Opens what a client sent back and checks every claim.
 *
 * @throws {InvalidToken} with a reason for the log. A codec's own failures become one, too.
 */
export function openState(sealing: Sealing, binding: Binding, token: string): MaybePromise<OpenedState> {
  if (token.length > sealing.maxStateBytes) throw new InvalidToken("too large");
  const { codec } = sealing;
  return whenDone(
    () => inTime(codec.ready?.(), keysOfCodec),
    () =>
      whenDone(
        () => inTime(codec.open(token), "The codec's open"),
        (bytes) => checkState(sealing, binding, bytes),
        fail,
      ),
    fail,
  );
}

/** A refusal that knows which flow it was, for the log. */
export class RefusedState extends InvalidToken {
  readonly flow: string;

  constructor(reason: string, flow: string) {
    super(reason);
    this.flow = flow;
  }
}

function checkState(sealing: Sealing, binding: Binding, bytes: unknown): OpenedState {
  if (!(bytes instanceof Uint8Array)) throw new InvalidToken("codec returned no bytes");
  const { claims, state } = sealing.envelope.decode(bytes);
  const reason = refusalOf(sealing, binding, claims);
  if (reason !== undefined) throw new RefusedState(reason, claims.flow);
  const { issued, flow, round, started, spec, trace } = claims;
  return { issued, flow, round, started, spec, trace, state };
}

/**
 * Why these claims do not hold here and now. Times are compared as conditions to accept, so that a clock or a claim that is
 * not a number is refused.
 */
function refusalOf(sealing: Sealing, binding: Binding, claims: Claims): string | undefined {
  const now = sealing.now();
  if (!(claims.issued <= now + allowedSkew)) return "minted in the future";
  if (!(now < claims.expires)) return "expired";
  if (!(now < claims.started + sealing.maxAge)) return "flow too old";
  if (claims.method !== binding.method) return "other method";
  if (claims.target !== binding.target) return "other target";
  if (claims.argumentsDigest !== binding.argumentsDigest) return "other arguments";
  if (claims.audience !== sealing.audience) return "other audience";
  if (claims.principal === undefined || binding.principal === undefined) {
    return claims.principal === binding.principal ? undefined : "principal drift";
  }
  const { envelope, codec } = sealing;
  return envelope.matchesPrincipal(claims.principal, binding.principal, codec.tagKeys) ? undefined : "other principal";
}

function expectText(sealed: unknown): string {
  // An empty text would go out, and be refused when it comes back.
  if (typeof sealed !== "string" || sealed === "") throw new TypeError("The codec's seal returned no text");
  return sealed;
}

function fail(error: unknown): never {
  throw error instanceof InvalidToken ? error : new InvalidToken("codec failed", { cause: error });
}
