import { isThenable } from "../json/thenable.js";

/**
 * Runs what only watches a call, such as a listener or a tracer: what it throws, and a promise of it that is rejected, change
 * nothing for the call, and its text does not reach the client.
 */
export function quietly<T>(work: () => T): T | undefined {
  try {
    const value = work();
    // Nobody else waits for it, and an unhandled rejection would end the process.
    if (isThenable(value)) Promise.resolve(value).catch(() => undefined);
    return value;
  } catch {
    return undefined;
  }
}

/** A listener that breaks nothing; see {@link quietly}. */
export function quiet<Event>(listener: (event: Event) => void): (event: Event) => void {
  return (event) => quietly(() => listener(event));
}
