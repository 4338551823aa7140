import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import assert from "node:assert/strict";
import { aesGcmCodec } from "@mcp-parley/runtime/sealing";
// No entries of the package: only the benchmark times them without a server around.
import { parleyFormat } from "../../../runtime/dist/sealing/format.js";
import { openState, sealState, type Sealing } from "../../../runtime/dist/sealing/request-state.js";
import { timeRounds } from "../measure/rounds.js";
import { quantityRow, ratioRow, type Row } from "../measure/table.js";
import { secret } from "../servers/workload.js";

/** Sealing and opening 128 bytes. */
export async function cryptography(): Promise<readonly Row[]> {
  const payload = Buffer.alloc(128, "state ");
  const codec = aesGcmCodec([secret]);
  const sealing: Sealing = {
    codec,
    envelope: parleyFormat.envelope,
    ttl: 600_000,
    maxAge: 86_400_000,
    audience: "bench",
    maxStateBytes: 65_536,
    ephemeral: false,
    now: Date.now,
  };
  const binding = {
    method: "tools/call",
    target: "create_database",
    argumentsDigest: "d".repeat(43),
    principal: undefined,
  };
  const flow = { flow: "f".repeat(22), round: 1, started: Date.now(), spec: undefined };
  const state = { text: payload.toString("latin1").slice(0, 117) };
  const key = randomBytes(32);
  const [bare, raw, claimed] = await timeRounds(
    [
      { name: "bare AES-GCM", run: repeat(() => bareAesGcm(key, payload)) },
      { name: "codec", run: repeat(() => codec.open(String(codec.seal(payload)))) },
      {
        name: "claims and codec",
        run: repeat(() => openState(sealing, binding, String(sealState(sealing, binding, flow, state)))),
      },
    ],
    { rounds: 200, roundMs: 8, warmUpMs: 800 },
  );
  assert.ok(bare && raw && claimed);
  return [
    ratioRow("codec: seal + open / bare AES-GCM", raw, bare),
    ratioRow("codec with claims stamped and checked / bare AES-GCM", claimed, bare),
    quantityRow("codec: seal + open", raw.quiet / 1000, "us", 12),
    quantityRow("codec with claims stamped and checked", claimed.quiet / 1000, "us", 12),
  ];
}

function repeat(work: () => unknown): (count: number) => void {
  return (count) => {
    for (let done = 0; done < count; done += 1) work();
  };
}

/** What node:crypto takes without key ids, claims, spelling checks or pooled nonces: the least that one would write. */
function bareAesGcm(key: Buffer, payload: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const token = Buffer.concat([nonce, cipher.update(payload), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
  const body = Buffer.from(token, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, body.subarray(0, 12));
  decipher.setAuthTag(body.subarray(-16));
  return Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()]);
}
