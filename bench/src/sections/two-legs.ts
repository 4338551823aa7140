import assert from "node:assert/strict";
import { connectInMemory } from "../servers/connections.js";
import { generatedServer, keys } from "../fixtures/generated-server.js";
import { asking, type Factory } from "../servers/handwritten.js";
import { sent, toolName } from "../servers/workload.js";
import { type Contender, timeRounds } from "../measure/rounds.js";
import { ratioRow, type Row } from "../measure/table.js";

/** A codec that protects nothing: what is left is the runtime without its cryptography. */
const openCodec = {
  seal: (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1"),
  open: (token: string) => Buffer.from(token, "latin1"),
};

/** A call of two legs in memory: question, answer, result. */
export async function twoLegs(): Promise<readonly Row[]> {
  const create = await generatedServer(1, () => true);
  const [sealed, unsealed, plain, hmac] = await timeRounds(
    [
      await contender("sealed", create(keys)),
      await contender("no-op codec", create({ codec: openCodec })),
      await contender("hand-written, unsealed", asking("none")),
      await contender("hand-written, SDK HMAC codec", asking("SDK HMAC codec")),
    ],
    { rounds: 120, roundMs: 12, warmUpMs: 1500 },
  );
  assert.ok(sealed && unsealed && plain && hmac);
  return [
    ratioRow("sealed / the same server with a codec that does nothing", sealed, unsealed, 1.4),
    ratioRow("sealed / hand-written flow without sealing", sealed, plain, 1.4),
    ratioRow("sealed / hand-written flow with the SDK's HMAC codec", sealed, hmac),
    ratioRow("SDK's HMAC codec / hand-written flow without sealing", hmac, plain),
  ];
}

async function contender(name: string, factory: Factory): Promise<Contender> {
  const client = await connectInMemory(factory);
  const call = () => client.callTool({ name: toolName(0), arguments: sent });
  assert.deepEqual((await call()).structuredContent, { id: "db-orders", size: "large" });
  return {
    name,
    run: async (count) => {
      for (let done = 0; done < count; done += 1) await call();
    },
  };
}
