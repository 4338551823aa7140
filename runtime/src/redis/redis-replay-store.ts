import { inTime } from "../sealing/in-time.js";
import { randomBytes } from "../sealing/random.js";
import type { ReplayStore } from "../server/replay-store.js";

export interface RedisReplayStoreOptions {
  /**
   * Sends one command and gives back its reply: `(command) => client.sendCommand([...command])` with the package `redis`,
   * `([name, ...rest]) => client.call(name, ...rest)` with `ioredis`.
   */
  readonly send: (command: readonly [string, ...string[]]) => Promise<unknown>;
  /** What the names of keys start with; `parley:` when absent. */
  readonly prefix?: string;
  /** Milliseconds for which outcomes are kept; ten minutes when absent. */
  readonly keep?: number;
  /** Milliseconds that Redis has for each reply; two seconds when absent. Clients tend to wait for a lost connection for ever. */
  readonly patience?: number;
  /** The time in milliseconds since the epoch; that of this machine when absent. */
  readonly now?: () => number;
}

const defaultKeep = 600_000;
const defaultPatience = 2000;

/**
 * A store in Redis (or Valkey), for any number of instances. It needs a server that neither evicts keys nor loses them in a
 * restart: what is forgotten could run again.
 *
 * @throws {RangeError} when a duration is not a positive whole number.
 */
export function redisReplayStore(options: RedisReplayStoreOptions): ReplayStore {
  const { send, prefix = "parley:", now = Date.now } = options;
  const keep = duration("keep", options.keep ?? defaultKeep);
  const patience = duration("patience", options.patience ?? defaultPatience);
  const ask = async (...command: readonly [string, ...string[]]): Promise<unknown> =>
    inTime(send(command), "Redis", patience);
  return {
    consume: async (flow, expires) => {
      const key = `${prefix}flow:${flow}`;
      const mine = randomBytes(16).toString("base64url");
      // For how long and not until when: by a clock of Redis that is ahead it would be forgotten at once.
      const left = Math.max(1, Math.ceil(expires - now()));
      const reply = await ask("SET", key, mine, "NX", "PX", String(left));
      if (reply === "OK") return "first";
      if (reply !== null) throw new Error("Redis gave an unexpected reply to SET NX");
      // A client that lost the connection may have sent the command twice, and the second time it met its own first.
      return (await ask("GET", key)) === mine ? "first" : "seen";
    },
    put: async (flow, outcome) => {
      await ask("SET", `${prefix}outcome:${flow}`, outcome, "PX", String(keep));
    },
    get: async (flow) => {
      const reply = await ask("GET", `${prefix}outcome:${flow}`);
      return typeof reply === "string" ? reply : undefined;
    },
  };
}

function duration(name: string, milliseconds: number): number {
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0) {
    throw new RangeError(`${name} must be a positive whole number of milliseconds`);
  }
  return milliseconds;
}
