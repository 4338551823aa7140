import { isObject } from "../json/plain-object.js";
import type { MaybePromise } from "../sealing/codec.js";
import { isThenable } from "../sealing/thenable.js";
import { ToolError } from "./errors.js";
import { traceCompletion } from "./events.js";
import { endOnce } from "./once.js";
import type { CallRun, FlowOptions } from "./open-call.js";

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
  const { leg } = run.service;
  let returned: unknown;
  try {
    const value = leg === undefined ? handler() : leg.run("handler", handler);
    if (isThenable(value)) returned = await (run.deadline === undefined ? value : beforeDeadline(run, value));
    else returned = value;
  } catch (error) {
    return run.crash(error, "handler");
  }
  return finish(returned);
}

/** The author's function may go on, but nobody waits for it any more. Its signal has told it so. */
function beforeDeadline(run: CallRun<unknown>, value: PromiseLike<unknown>): Promise<unknown> {
  const { deadline, call, declaration } = run;
  return new Promise((resolve, reject) => {
    const expire = (): void => {
      reject(new ToolError(`${JSON.stringify(call.target)} did not finish within ${declaration.timeout} seconds.`));
    };
    if (deadline?.aborted === true) expire();
    deadline?.addEventListener("abort", expire, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => deadline?.removeEventListener("abort", expire));
  });
}
