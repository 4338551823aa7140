import { trusted } from "../json/trusted.js";
import { invalidRequestState } from "./errors.js";
import { report } from "./failing.js";
import type { CallRun } from "./open-call.js";

/** How long a repeated request waits for the outcome of the first, in milliseconds. */
const longestWait = 10_000;
const firstPause = 10;
const longestPause = 250;

/** What is kept when the flow ended in an error that has no result. */
const failed = "failed";

/**
 * Ends a flow at most once, on however many instances its last state is replayed: the first runs, the others get the outcome of
 * the first while the store keeps it, else the frozen error.
 *
 * @throws -32602 for a replay whose outcome is not kept; what `end` throws.
 */
export async function endOnce<Result>(run: CallRun<Result>, end: () => Promise<Result>): Promise<Result> {
  const { service, call, flow } = run;
  const expires = run.started + service.sealing.maxAge;
  let first: boolean;
  try {
    first = (await service.replays.consume(flow.id, expires)) === "first";
  } catch (error) {
    return run.crash(error, "replay store");
  }
  if (!first) return earlierOutcome(run);
  const keep = async (outcome: string): Promise<void> => {
    try {
      await service.replays.put(flow.id, outcome, expires);
    } catch (error) {
      // It has run; those who ask again will be refused, which is the safe side.
      report(service, call, "replay store", error);
    }
  };
  try {
    const result = await end();
    await keep(JSON.stringify(result));
    return result;
  } catch (error) {
    await keep(failed);
    throw error;
  }
}

async function earlierOutcome<Result>(run: CallRun<Result>): Promise<Result> {
  const { service, call, flow, exchange } = run;
  const deadline = Date.now() + longestWait;
  let pause = firstPause;
  for (;;) {
    let outcome: string | undefined;
    try {
      outcome = await service.replays.get(flow.id);
    } catch (error) {
      return run.crash(error, "replay store");
    }
    if (outcome !== undefined && outcome !== failed) return trusted<Result>(JSON.parse(outcome));
    if (outcome === failed || Date.now() >= deadline || exchange.context.mcpReq.signal.aborted) break;
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
