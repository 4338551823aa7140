import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A program that ignores being told to end does not outlive a person's second Ctrl-C.
 *
 * @param pid - forgotten by the SDK as soon as it begins to close, so that it has to be noted before.
 */
export function killAtExit(pid: () => number | null): {
  readonly note: () => void;
  /** Resolves once it is gone: the SDK does not wait for what it has killed. */
  readonly ended: () => Promise<void>;
  readonly release: () => void;
} {
  let known: number | null = null;
  const kill = (): void => {
    known = pid() ?? known;
    try {
      if (known !== null) process.kill(known, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  process.once("exit", kill);
  return {
    note: () => {
      known = pid() ?? known;
    },
    ended: async () => {
      for (let waited = 0; waited < longestEnd; waited += endPoll) {
        if (known === null || !isRunning(known)) return;
        await pause(endPoll);
      }
    },
    release: () => void process.removeListener("exit", kill),
  };
}

/** Milliseconds: how often, and for how long at most, the end of a killed program is waited for. */
const endPoll = 10;
const longestEnd = 1000;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
