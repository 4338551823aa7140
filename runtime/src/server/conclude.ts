import { isObject } from "../json/plain-object.js";
import { type MaybePromise, whenDone } from "../json/thenable.js";
import { traceCompletion } from "./events.js";
import type { CallRun, FlowOptions } from "./call-run.js";
import { runStep } from "./run-step.js";

/** Makes what the author's function returned the result of its call. */
export type Finish<Run, Result> = (run: Run, returned: unknown) => Result;

/**
 * Runs the author's function, the end of every flow, and makes its value the result. Errors become what the primitive's errors
 * are; a flow that may run once is consumed before. A function that answers at once is not made to wait.
 */
export function conclude<Failure, Result extends Failure | object, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: Finish<CallRun<Failure, Declaration>, Result | Failure>,
): MaybePromise<Result | Failure> {
  const { once } = run.declaration;
  // What was never asked has no state that could be replayed.
  if (once === undefined || run.resumed === undefined) return runHandler(run, handler, finish);
  return once<Result | Failure>(run, async () => runHandler(run, handler, finish));
}

function runHandler<Failure, Result, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  handler: () => MaybePromise<unknown>,
  finish: Finish<CallRun<Failure, Declaration>, Result | Failure>,
): MaybePromise<Result | Failure> {
  return whenDone(
    () => runStep(run, "handler", handler),
    (returned) => ending(run, returned, (of, value) => finished(of, value, finish)),
    (error) => ending<CallRun<Failure>, Result | Failure>(run, error, crash),
  );
}

/** What the function returned may fail as it is read, as a getter does; that is a failure of the function. */
function finished<Failure, Result, Declaration extends FlowOptions>(
  run: CallRun<Failure, Declaration>,
  returned: unknown,
  finish: Finish<CallRun<Failure, Declaration>, Result | Failure>,
): Result | Failure {
  try {
    return finish(run, returned);
  } catch (error) {
    return crash(run, error);
  }
}

function crash<Failure>(run: CallRun<Failure>, error: unknown): Failure {
  return run.failing.crash(run, error, "handler");
}

/** Ends the call, and says that it is over and how. */
function ending<Run extends CallRun<unknown>, Result>(run: Run, outcome: unknown, end: Finish<Run, Result>): Result {
  if (run.service.trace === undefined) return end(run, outcome);
  let failed = true;
  try {
    const result = end(run, outcome);
    failed = isObject(result) && result["isError"] === true;
    return result;
  } finally {
    traceCompletion(run, failed);
  }
}
