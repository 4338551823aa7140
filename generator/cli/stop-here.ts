import { setImmediate } from "node:timers/promises";
import type { CliStreams } from "./streams.js";

/**
 * A place between two stages of work where Ctrl-C is obeyed. Signals arrive only when the program waits, so it waits a turn.
 *
 * @throws the signal's reason when the person wants no more.
 */
export async function stopHere({ signal }: CliStreams): Promise<void> {
  if (signal === undefined) return;
  await setImmediate();
  signal.throwIfAborted();
}
