import { createHash, timingSafeEqual } from "node:crypto";
import { isObject, own } from "../json/plain-object.js";
import { type AesGcmLabels, labelledCodec } from "./aes-gcm-codec.js";
import type { Claims } from "./claims.js";
import { InvalidToken } from "./codec.js";
import type { Envelope, StateFormat } from "./format.js";
import { pythonJson } from "./python-json.js";
import { halfSha256, pythonProgress } from "./python-progress.js";
import { randomBytes } from "./random.js";

const labels: AesGcmLabels = {
  prefix: "v1.",
  key: "mcp/request-state/v1/aes-256-gcm",
  keyId: "mcp/request-state/v1/kid:",
  // This format does not key its tags.
  principal: "",
};

/**
 * The format of the Python SDK's request-state security and resolvers (`mcp` 2.x, `v1.` tokens), so that servers in both
 * languages go on with each other's flows under one key and one audience, where they ask the same questions under the same keys.
 *
 * The Python format has no place for a flow's id, round and start, so they travel inside the state, where a Python server does not
 * look and which it does not pass on. A flow that comes from a Python server begins anew in these respects: its id is made from
 * the state, the same for every replay of it, and its answers are held against our questions once more.
 */
export const pythonFormat: StateFormat = {
  codec: (keys, where) => labelledCodec(labels, keys, where),
  envelope: {
    encode,
    decode,
    digestArguments: (received) => halfSha256(pythonJson(received ?? {})),
    tagPrincipal: (principal) => tag(randomBytes(saltBytes), principal).toString("base64url"),
    matchesPrincipal,
  } satisfies Envelope,
  progress: pythonProgress,
};

/** Of the state that Python's resolvers keep. */
const stateVersion = 3;

/** Stands for the digest of the questions where a Python server asked them: never equal to one, so that nothing is taken on trust. */
const elsewhere = "python";

const digestBytes = 16;
const saltBytes = 8;
const flowIdBytes = 16;

function encode(claims: Claims, state: unknown): Buffer {
  const { flow, round, started, spec, trace } = claims;
  const { outcomes = {}, asked = {}, ...rest } = isObject(state) ? state : {};
  // `v`, `outcomes` and `asked` are what a Python resolver reads.
  const inner = JSON.stringify({
    v: stateVersion,
    outcomes,
    asked,
    parley: { f: flow, r: round, t0: started, d: spec, tp: trace, ...rest },
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
  const { state, ...flow } = flowOf(inner, iat * 1000, bytes);
  return {
    claims: { issued: iat * 1000, expires: exp * 1000, method, target, argumentsDigest, audience, principal, ...flow },
    state,
  };
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

type InnerFlow = Pick<Claims, "flow" | "round" | "started" | "spec" | "trace"> & { readonly state: unknown };

function flowOf(inner: string, issued: number, envelope: Uint8Array): InnerFlow {
  const parsed = parse(inner);
  const progress = isObject(parsed) && own(parsed, "v") === stateVersion ? parsed : {};
  const { outcomes, asked } = progress;
  const ours = own(progress, "parley");
  if (isObject(ours)) {
    const { f: flow, r: round, t0: started, d: spec, tp: trace, ...rest } = ours;
    if (typeof flow === "string" && typeof round === "number" && typeof started === "number") {
      if (isOptionalText(spec) && isOptionalText(trace)) {
        return { flow, round, started, spec, trace, state: { outcomes, asked, ...rest } };
      }
    }
  }
  const flow = createHash("sha256").update(envelope).digest().subarray(0, flowIdBytes).toString("base64url");
  return { flow, round: 1, started: issued, spec: elsewhere, state: { outcomes, asked } };
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
      if (point < 0xd800 || point > 0xdfff) return Buffer.from(character);
      return Buffer.of(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    }),
  );
}

function matchesPrincipal(claimed: string, principal: string): boolean {
  const bytes = Buffer.from(claimed, "base64url");
  if (bytes.length !== saltBytes + digestBytes || bytes.toString("base64url") !== claimed) return false;
  return timingSafeEqual(tag(bytes.subarray(0, saltBytes), principal), bytes);
}
