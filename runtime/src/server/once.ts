import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import { allowedSkew } from "../sealing/claims.js";
import { inTime } from "../sealing/in-time.js";
import type { Sealing } from "../sealing/request-state.js";
import type { CallRun } from "./call-run.js";
import { invalidRequestState } from "./errors.js";
import { report } from "./failing.js";
import { memoryReplayStore, type ReplayStore } from "./replay-store.js";
import type { Service } from "./service.js";

/** How long a repeated request waits for the outcome of the first, in milliseconds. */
const longestWait = 10_000;
/** How long a result that is there waits for being kept, in milliseconds: who asked is not to wait for a store that hangs. */
const longestKeeping = 1000;
const where = "replay store";
const firstPause = 10;
const longestPause = 250;

/** What is kept when there is no result to give: the flow ended in an error, or its result is too long to keep. */
const failed = "failed";

/** Of what is kept: an instance of another version may have kept something else. */
const outcomeVersion = 1;

/** Longest result that is kept, in characters of JSON. */
const longestOutcome = 1_048_576;

/**
 * Ends a flow at most once, on however many instances its last state is replayed: the first runs, the others get the outcome of
 * the first while the store keeps it, else the frozen error.
 *
 * @param step - what is done once: the flow, when absent.
 * @throws -32602 for a replay whose outcome is not kept; what `end` throws.
 */
export async function runOnce<Result>(
  run: CallRun<Result>,
  end: () => Promise<Result>,
  step: string = run.flow.id,
): Promise<Result> {
  const { service, call } = run;
  const replays = replaysOf(service);
  // An instance whose clock is behind takes the state for longer.
  const expires = run.started + service.sealing.maxAge + allowedSkew;
  let first: boolean;
  try {
    first = (await said(replays.consume(step, expires))) === "first";
  } catch (error) {
    const unknown = new Error("It is not known whether this has run already, so it did not run", { cause: error });
    return run.failing.crash(run, unknown, where);
  }
  if (!first) return earlierOutcome(run, step);
  const kept = async (outcome: string): Promise<void> => {
    try {
      await said(replays.put(step, outcome, expires));
    } catch (error) {
      // It has run; those who ask again will be refused, which is the safe side.
      report(service, call, where, error, run.flow.id);
    }
  };
  // The store goes on after that, and has failed only when it takes as long as any answer of it may.
  const keep = async (outcome: string): Promise<void> => {
    await Promise.resolve(inTime(kept(outcome), "The replay store", longestKeeping)).catch(() => undefined);
  };
  try {
    const result = await end();
    const outcome = JSON.stringify({ v: outcomeVersion, result });
    await keep(outcome.length > longestOutcome ? failed : outcome);
    return result;
  } catch (error) {
    await keep(failed);
    throw error;
  }
}

/** Stores of services that were given none: each remembers for itself, in this process. */
const ownStores = new WeakMap<Sealing, ReplayStore>();

function replaysOf({ replays, sealing }: Service<unknown>): ReplayStore {
  if (replays !== undefined) return replays;
  const own = ownStores.get(sealing) ?? memoryReplayStore();
  ownStores.set(sealing, own);
  return own;
}

/** What a store says, unless it takes too long. */
const said = (answer: unknown): unknown => inTime(answer, "The replay store");

async function earlierOutcome<Result>(run: CallRun<Result>, step: string): Promise<Result> {
  const { service, call, flow, exchange } = run;
  const deadline = Date.now() + longestWait;
  let pause = firstPause;
  for (;;) {
    let outcome: unknown;
    try {
      outcome = await said(replaysOf(service).get(step));
    } catch (error) {
      return run.failing.crash(run, error, where);
    }
    if (outcome === failed) break;
    if (outcome !== undefined && outcome !== null) {
      const result = keptResult(outcome);
      if (result !== undefined) return trusted<Result>(result);
      report(service, call, where, new TypeError("What is kept is no outcome of this version"), flow.id);
      break;
    }
    if (Date.now() >= deadline || exchange.context.mcpReq.signal.aborted) break;
    const wait = pause;
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
    });
    pause = Math.min(pause * 2, longestPause);
  }
  service.log({
    event: "state_refused",
    level: "warn",
    method: call.method,
    target: call.target,
    reason: "used already",
    flow: flow.id,
  });
  throw invalidRequestState();
}

/** The result in what was kept; `undefined` when it was not kept by this version. */
function keptResult(outcome: unknown): object | undefined {
  try {
    const kept: unknown = typeof outcome === "string" ? JSON.parse(outcome) : undefined;
    return isObject(kept) && kept["v"] === outcomeVersion && isObject(kept["result"]) ? kept["result"] : undefined;
  } catch {
    return undefined;
  }
}
