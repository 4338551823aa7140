// One process of the cluster. What it ran is in the ledger, a line for each run.
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { redisReplayStore } from "@mcp-parley/runtime/redis";
import { createClient } from "redis";
import { serveHttp } from "./generated/src/http.js";
import type { TillHandlers } from "./generated/src/server.js";

const { LEDGER = "", PORT, REDIS } = process.env;

const charge: TillHandlers["charge"] = async ({ args, flow }) => {
  appendFileSync(LEDGER, `${flow.id} ${args.amount}\n`);
  // Long enough for the others to come while it runs.
  await sleep(150);
  return { structuredContent: { receipt: randomUUID() } };
};

// What was not sent at once is not sent later, when nobody waits for it any more.
const redis = createClient({ url: REDIS ?? "", disableOfflineQueue: true, socket: { reconnectStrategy: () => 50 } });
redis.on("error", () => {});
await redis.connect();

const served = await serveHttp(
  { charge, chargeEach: charge },
  { port: Number(PORT), replays: redisReplayStore({ send: (command) => redis.sendCommand([...command]) }) },
);
console.log(served.url);
