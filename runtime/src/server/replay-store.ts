import type { MaybePromise } from "../json/thenable.js";
import { wholeNumber } from "./whole-number.js";

/**
 * Remembers which flows have run, for primitives that run once. One store serves all instances that serve the same clients.
 *
 * A store that throws, or does not answer within 30 seconds, fails the call: nothing runs that might have run already.
 */
export interface ReplayStore {
  /** It remembers for one process only, so several instances cannot do with it. */
  readonly local?: true;
  /**
   * Takes a flow, atomically: of all that ask for the same one, on all instances, exactly one is told `first`.
   *
   * @param expires - milliseconds since the epoch; no state of the flow opens later, so it may be forgotten then.
   */
  consume(flow: string, expires: number): MaybePromise<"first" | "seen">;
  /** Keeps the outcome of a flow, so that those who ask again get it. How long is the store's to decide. */
  put(flow: string, outcome: string, expires: number): MaybePromise<void>;
  /** The outcome that was kept; `undefined` when there is none, not yet or no longer. */
  get(flow: string): MaybePromise<string | undefined>;
}

export interface MemoryReplayStoreOptions {
  /** Most flows that are remembered; a million when absent. With that many unexpired, calls fail. */
  readonly maxFlows?: number;
  /** Most characters of outcomes that are kept; 32 Mi when absent. The oldest give way. */
  readonly maxOutcomes?: number;
  readonly now?: () => number;
}

const defaultMaxFlows = 1_000_000;
const defaultMaxOutcomes = 33_554_432;

// Twice as many as the last time were left, so that sweeping costs the same per flow however many there are.
const firstSweep = 1024;

/**
 * A store for one process.
 *
 * @throws {RangeError} when a limit is no whole number from 1.
 */
export function memoryReplayStore(options: MemoryReplayStoreOptions = {}): ReplayStore {
  const { now = Date.now } = options;
  const maxFlows = wholeNumber("maxFlows", options.maxFlows ?? defaultMaxFlows);
  const maxOutcomes = wholeNumber("maxOutcomes", options.maxOutcomes ?? defaultMaxOutcomes);
  const flows = new Map<string, number>();
  const outcomes = new Map<string, string>();
  let kept = 0;
  const forget = (flow: string): void => {
    kept -= outcomes.get(flow)?.length ?? 0;
    outcomes.delete(flow);
  };
  const sweep = (): void => {
    for (const [flow, expires] of flows) {
      if (expires > now()) continue;
      flows.delete(flow);
      forget(flow);
    }
  };
  let sweepAt = firstSweep;
  return {
    local: true,
    consume: (flow, expires) => {
      if (flows.has(flow)) return "seen";
      if (flows.size >= Math.min(sweepAt, maxFlows)) {
        sweep();
        sweepAt = Math.max(firstSweep, flows.size * 2);
      }
      // A flow that was forgotten could run again, so none is.
      if (flows.size >= maxFlows) throw new Error("The replay store is full");
      flows.set(flow, expires);
      return "first";
    },
    put: (flow, outcome) => {
      forget(flow);
      outcomes.set(flow, outcome);
      kept += outcome.length;
      for (const oldest of outcomes.keys()) {
        if (kept <= maxOutcomes) break;
        forget(oldest);
      }
    },
    get: (flow) => outcomes.get(flow),
  };
}
