import { isObject } from "../json/plain-object.js";
import type { MaybePromise } from "../sealing/codec.js";
import { isThenable } from "../sealing/thenable.js";
import { traceCompletion } from "./events.js";
import { endOnce } from "./once.js";
import type { CallRun, FlowOptions } from "./open-call.js";
import { runStep } from "./run-step.js";

/**
 * Runs the author's function, the end of every flow, and makes its value the result. Errors become what the primitive's errors
 * are; a flow that may run once is consumed before.
 */
export async function conclude<Failure, Result extends Failure | object, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: (returned: unknown) => Result | Failure,
): Promise<Result | Failure> {
  // What was never asked has no state that could be replayed.
  if (run.declaration.once === true && run.resumed) {
    return endOnce<Result | Failure>(run, () => runHandler(run, handler, finish));
  }
  return runHandler(run, handler, finish);
}

async function runHandler<Failure, Result, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: (returned: unknown) => Result | Failure,
): Promise<Result | Failure> {
  if (run.service.trace === undefined) return finished(run, handler, finish);
  let failed = true;
  try {
    const result = await finished(run, handler, finish);
    failed = isObject(result) && result["isError"] === true;
    return result;
  } finally {
    traceCompletion(run, failed);
  }
}

async function finished<Failure, Result, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: (returned: unknown) => Result | Failure,
): Promise<Result | Failure> {
  let returned: unknown;
  try {
    const value = runStep(run, "handler", handler);
    returned = isThenable(value) ? await value : value;
  } catch (error) {
    return run.crash(error, "handler");
  }
  return finish(returned);
}
