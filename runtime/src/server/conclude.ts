import { isObject } from "../json/plain-object.js";
import { isThenable } from "../json/thenable.js";
import type { MaybePromise } from "../sealing/codec.js";
import { traceCompletion } from "./events.js";
import type { CallRun, FlowOptions } from "./open-call.js";
import { runStep } from "./run-step.js";

/**
 * Runs the author's function, the end of every flow, and makes its value the result. Errors become what the primitive's errors
 * are; a flow that may run once is consumed before. A function that answers at once is not made to wait.
 */
export function conclude<Failure, Result extends Failure | object, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: (returned: unknown) => Result | Failure,
): MaybePromise<Result | Failure> {
  const { once } = run.declaration;
  // What was never asked has no state that could be replayed.
  if (once === undefined || !run.resumed) return runHandler(run, handler, finish);
  return once<Result | Failure>(run, async () => runHandler(run, handler, finish));
}

function runHandler<Failure, Result, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: (returned: unknown) => Result | Failure,
): MaybePromise<Result | Failure> {
  let returned: unknown;
  try {
    returned = runStep(run, "handler", handler);
    if (isThenable(returned)) return finishLater(run, returned, finish);
  } catch (error) {
    return ending(run, () => run.failing.crash(run, error, "handler"));
  }
  return ending(run, () => finish(returned));
}

async function finishLater<Failure, Result, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  returning: PromiseLike<unknown>,
  finish: (returned: unknown) => Result | Failure,
): Promise<Result | Failure> {
  let returned: unknown;
  try {
    returned = await returning;
  } catch (error) {
    return ending(run, () => run.failing.crash(run, error, "handler"));
  }
  return ending(run, () => finish(returned));
}

/** Ends the call, and says that it is over and how. */
function ending<Result>(run: CallRun<unknown>, end: () => Result): Result {
  if (run.service.trace === undefined) return end();
  let failed = true;
  try {
    const result = end();
    failed = isObject(result) && result["isError"] === true;
    return result;
  } finally {
    traceCompletion(run, failed);
  }
}
