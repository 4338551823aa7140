import { isThenable } from "../json/thenable.js";
import { ToolError } from "./errors.js";
import type { CallRun } from "./call-run.js";

/**
 * Runs a function of the author's, followed by whoever follows the call, for as long as the round may take.
 *
 * @throws {ToolError} when it takes longer. It may go on, but nobody waits for it any more; its signal has told it so. When the time
 * is over already, it is not begun.
 */
export function runStep<T>(run: CallRun<unknown>, name: string, work: () => T): T | Promise<Awaited<T>> {
  if (run.deadline?.signal.aborted === true) throw late(run);
  const { leg } = run.service;
  const value = leg === undefined ? work() : leg.run(name, work);
  return run.deadline !== undefined && isThenable(value) ? beforeDeadline(run, run.deadline.signal, value) : value;
}

function beforeDeadline<T>(run: CallRun<unknown>, deadline: AbortSignal, value: T): Promise<Awaited<T>> {
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(late(run));
    deadline.addEventListener("abort", expire);
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => deadline.removeEventListener("abort", expire));
  });
}

function late({ call, declaration }: CallRun<unknown>): ToolError {
  return new ToolError(`${JSON.stringify(call.target)} did not finish within ${declaration.timeout} seconds.`);
}
