import { trusted } from "../json/trusted.js";
import { invalidRequestState } from "./errors.js";
import { report } from "./failing.js";
import type { CallRun } from "./open-call.js";

/** How long a repeated request waits for the outcome of the first, in milliseconds. */
const longestWait = 10_000;
const where = "replay store";
const firstPause = 10;
const longestPause = 250;

/** What is kept when there is no result to give: the flow ended in an error, or its result is too long to keep. */
const failed = "failed";

/** Longest result that is kept, in characters of JSON. */
const longestOutcome = 1_048_576;

/**
 * Ends a flow at most once, on however many instances its last state is replayed: the first runs, the others get the outcome of
 * the first while the store keeps it, else the frozen error.
 *
 * @param step what is done once: the flow, when absent.
 * @throws -32602 for a replay whose outcome is not kept; what `end` throws.
 */
export async function endOnce<Result>(
  run: CallRun<Result>,
  end: () => Promise<Result>,
  step: string = run.flow.id,
): Promise<Result> {
  const { service, call } = run;
  const expires = run.started + service.sealing.maxAge;
  let first: boolean;
  try {
    first = (await service.replays.consume(step, expires)) === "first";
  } catch (error) {
    return run.crash(
      new Error("It is not known whether this has run already, so it did not run", { cause: error }),
      where,
    );
  }
  if (!first) return earlierOutcome(run, step);
  const keep = async (outcome: string): Promise<void> => {
    try {
      await service.replays.put(step, outcome, expires);
    } catch (error) {
      // It has run; those who ask again will be refused, which is the safe side.
      report(service, call, where, error);
    }
  };
  try {
    const result = await end();
    const outcome = JSON.stringify(result);
    await keep(outcome.length > longestOutcome ? failed : outcome);
    return result;
  } catch (error) {
    await keep(failed);
    throw error;
  }
}

async function earlierOutcome<Result>(run: CallRun<Result>, step: string): Promise<Result> {
  const { service, call, flow, exchange } = run;
  const deadline = Date.now() + longestWait;
  let pause = firstPause;
  for (;;) {
    let outcome: string | undefined;
    try {
      outcome = await service.replays.get(step);
    } catch (error) {
      return run.crash(error, where);
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
