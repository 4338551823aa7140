import { createHash, timingSafeEqual } from "node:crypto";
import { isObject, own } from "../json/plain-object.js";
import { type AesGcmLabels, labelledCodec } from "./aes-gcm-codec.js";
import type { Claims } from "./claims.js";
import { InvalidToken } from "./codec.js";
import type { Envelope, StateFormat } from "./format.js";
import { pythonJson } from "./python-json.js";
import { randomBytes } from "./random.js";

const labels: AesGcmLabels = {
  prefix: "v1.",
  key: "mcp/request-state/v1/aes-256-gcm",
  keyId: "mcp/request-state/v1/kid:",
  // This format does not key its tags.
  principal: "",
};

/**
 * The format of the Python SDK's request-state security (`mcp` 2.x, `v1.` tokens), so that servers in both languages open each
 * other's tokens under one key and one audience.
 *
 * The Python format has no place for a flow's id, round and start, so they travel inside the state, where a Python server does not
 * look. A state that a Python server's own resolvers made is authentic here but says nothing that we know: its questions are
 * asked again.
 */
export const pythonFormat: StateFormat = {
  codec: (keys) => labelledCodec(labels, keys),
  envelope: {
    encode,
    decode,
    digestArguments: (received) => truncated(pythonJson(received ?? {})),
    tagPrincipal: (principal) => tag(randomBytes(saltBytes), principal).toString("base64url"),
    matchesPrincipal,
  } satisfies Envelope,
};

const digestBytes = 16;
const saltBytes = 8;

function truncated(text: string): string {
  return createHash("sha256").update(text).digest().subarray(0, digestBytes).toString("base64url");
}

function encode(claims: Claims, state: unknown): Buffer {
  const { flow, round, started, spec } = claims;
  // `v`, `outcomes` and `asked` are what a Python resolver reads: no progress.
  const inner = JSON.stringify({
    v: 3,
    outcomes: {},
    asked: {},
    parley: { f: flow, r: round, t0: started, d: spec, s: state },
  });
  return Buffer.from(
    JSON.stringify({
      v: 1,
      iat: claims.issued / 1000,
      exp: claims.expires / 1000,
      m: claims.method,
      t: claims.target,
      a: claims.argumentsDigest,
      s: inner,
      aud: claims.audience,
      p: claims.principal,
    }),
  );
}

function decode(bytes: Uint8Array): { readonly claims: Claims; readonly state: unknown } {
  const envelope = parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  if (!isObject(envelope) || envelope["v"] !== 1) throw new InvalidToken("unknown version");
  const { iat, exp, m: method, t: target, a: argumentsDigest, s: inner, aud: audience, p: principal } = envelope;
  if (typeof iat !== "number" || typeof exp !== "number" || typeof inner !== "string")
    throw new InvalidToken("not an envelope");
  if (typeof method !== "string" || typeof target !== "string" || typeof argumentsDigest !== "string") {
    throw new InvalidToken("not an envelope");
  }
  if (!isOptionalText(audience) || !isOptionalText(principal)) throw new InvalidToken("not an envelope");
  const { state, ...flow } = flowOf(inner, iat * 1000);
  return {
    claims: { issued: iat * 1000, expires: exp * 1000, method, target, argumentsDigest, audience, principal, ...flow },
    state,
  };
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

type InnerFlow = Pick<Claims, "flow" | "round" | "started" | "spec"> & { readonly state: unknown };

function flowOf(inner: string, issued: number): InnerFlow {
  const parsed = parse(inner);
  const ours = isObject(parsed) ? own(parsed, "parley") : undefined;
  if (isObject(ours)) {
    const { f: flow, r: round, t0: started, d: spec, s: state } = ours;
    if (typeof flow === "string" && typeof round === "number" && typeof started === "number" && isOptionalText(spec)) {
      return { flow, round, started, spec, state };
    }
  }
  // Somebody else's state: the flow begins here, for us.
  return { flow: randomBytes(16).toString("base64url"), round: 0, started: issued, spec: undefined, state: undefined };
}

function parse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

function tag(salt: Buffer, principal: string): Buffer {
  const digest = createHash("sha256")
    .update("mcp/request-state/principal:")
    .update(salt)
    .update(surrogatePass(principal))
    .digest();
  return Buffer.concat([salt, digest.subarray(0, digestBytes)]);
}

/** UTF-8 in which a lone surrogate is three bytes of its own, as Python's `surrogatepass` writes it. */
function surrogatePass(text: string): Buffer {
  return Buffer.concat(
    Array.from(text, (character) => {
      const point = character.codePointAt(0) ?? 0;
      if (point < 0xd800 || point > 0xdfff) return Buffer.from(character, "utf8");
      return Buffer.of(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    }),
  );
}

function matchesPrincipal(claimed: string, principal: string): boolean {
  const bytes = Buffer.from(claimed, "base64url");
  if (bytes.length !== saltBytes + digestBytes || bytes.toString("base64url") !== claimed) return false;
  return timingSafeEqual(tag(bytes.subarray(0, saltBytes), principal), bytes);
}
