import { toError } from "./interrupt.js";

/** Runs a callback of the caller's; what it throws or rejects is reported, and ends neither the call nor the process. */
export async function contained(run: () => unknown, report: (error: Error) => void): Promise<void> {
  try {
    await run();
  } catch (error) {
    report(toError(error));
  }
}
