/** The time that the author's functions have in a round. */
export interface Deadline {
  /** Fires when it is over. */
  readonly signal: AbortSignal;
  /** Waits for somebody else, which takes nothing of the time: it begins anew with the answer, as with that of a round. */
  readonly outside: <T>(wait: () => Promise<T>) => Promise<T>;
  /** Gives the timer back; the signal does not fire any more. */
  readonly end: () => void;
}

/**
 * Starts the time of a round.
 *
 * @param seconds - at most what one timer of Node can wait, 24 days.
 */
export function deadlineIn(seconds: number): Deadline {
  const over = new AbortController();
  const expire = (): void => over.abort(new DOMException("The round has taken too long", "TimeoutError"));
  const begin = (): ReturnType<typeof setTimeout> => setTimeout(expire, seconds * 1000).unref();
  let timer = begin();
  let waiting = 0;
  let ended = false;
  return {
    signal: over.signal,
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
    outside: async (wait) => {
      clearTimeout(timer);
      waiting += 1;
      try {
        return await wait();
      } finally {
        waiting -= 1;
        if (waiting === 0 && !ended) timer = begin();
      }
    },
  };
}
