import { isThenable } from "../json/thenable.js";
import { ToolError } from "./errors.js";
import type { CallRun } from "./open-call.js";

/**
 * Runs a function of the author's, followed by whoever follows the call, for as long as the round may take.
 *
 * @throws {ToolError} when it takes longer. It may go on, but nobody waits for it any more; its signal has told it so.
 */
export function runStep<T>(run: CallRun<unknown>, name: string, work: () => T): T | Promise<Awaited<T>> {
  const { leg } = run.service;
  const value = leg === undefined ? work() : leg.run(name, work);
  return run.deadline !== undefined && isThenable(value) ? beforeDeadline(run, run.deadline.signal, value) : value;
}

function beforeDeadline<T>(
  { call, declaration }: CallRun<unknown>,
  deadline: AbortSignal,
  value: T,
): Promise<Awaited<T>> {
  return new Promise((resolve, reject) => {
    const expire = (): void => {
      reject(new ToolError(`${JSON.stringify(call.target)} did not finish within ${declaration.timeout} seconds.`));
    };
    if (deadline.aborted) expire();
    deadline.addEventListener("abort", expire, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => deadline.removeEventListener("abort", expire));
  });
}
