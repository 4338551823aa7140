import type { ReplayStore } from "./replay-store.js";

export interface RedisReplayStoreOptions {
  /**
   * Sends one command and gives back its reply: `(command) => client.sendCommand([...command])` with the package `redis`,
   * `([name, ...rest]) => client.call(name, ...rest)` with `ioredis`.
   */
  readonly send: (command: readonly [string, ...string[]]) => Promise<unknown>;
  /** What the names of keys start with. */
  readonly prefix?: string;
  /** Milliseconds for which outcomes are kept; ten minutes when absent. */
  readonly keep?: number;
}

const defaultKeep = 600_000;

/**
 * A store in Redis, for any number of instances. It needs `SET` with `NX` and `PXAT` (Redis 6.2 and later, Valkey), and a server
 * that does not evict keys: what is forgotten could run again.
 */
export function redisReplayStore({
  send,
  prefix = "parley:",
  keep = defaultKeep,
}: RedisReplayStoreOptions): ReplayStore {
  return {
    consume: async (flow, expires) => {
      const reply = await send(["SET", `${prefix}flow:${flow}`, "1", "NX", "PXAT", String(Math.ceil(expires))]);
      if (reply === "OK") return "first";
      if (reply === null) return "seen";
      throw new Error("Redis gave an unexpected reply to SET NX");
    },
    put: async (flow, outcome) => {
      await send(["SET", `${prefix}outcome:${flow}`, outcome, "PX", String(keep)]);
    },
    get: async (flow) => {
      const reply = await send(["GET", `${prefix}outcome:${flow}`]);
      return typeof reply === "string" ? reply : undefined;
    },
  };
}
