import { CallError } from "./call-error.js";

/** What can end a call from outside. */
export interface Interrupt {
  /** Aborted by the caller's signal, by the deadline, and by {@link Interrupt.abort}. */
  readonly signal: AbortSignal;
  /** Aborted together with it, with a reason that may be sent to the server; the real one may be private. */
  readonly wire: AbortSignal;
  /** Ends the call with this error. */
  abort(reason: unknown): void;
  /** Stops listening; call it when the call is over. */
  dispose(): void;
}

/** Milliseconds: Node and browsers cannot wait longer in one timer. */
export const longestTimer: number = 2 ** 31 - 1;

/**
 * Joins a caller's signal and a deadline into one signal.
 *
 * @throws {RangeError} for a deadline that is no time, which would never come.
 */
export function interruptOf(outer?: AbortSignal, deadline?: Date): Interrupt {
  const controller = new AbortController();
  const wire = new AbortController();
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    wire.abort("The client has ended the call");
  };
  const onAbort = (): void => abort(outer?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A deadline further away than a timer can wait is waited for in several.
  const watch = (at: number): void => {
    const left = at - Date.now();
    if (Number.isNaN(left)) throw new RangeError("The deadline is an invalid date");
    if (left <= 0) abort(new CallError("deadline", "The deadline of the call has passed"));
    else timer = setTimeout(() => watch(at), Math.min(left, longestTimer));
  };
  if (deadline !== undefined) watch(deadline.getTime());
  if (outer?.aborted === true) onAbort();
  else outer?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    wire: wire.signal,
    abort,
    dispose: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}

/**
 * Waits for a promise, but not longer than the signal allows: a function that waits for a person need not listen.
 *
 * @throws the signal's reason when it is aborted first.
 */
export function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(toError(signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** What was thrown, if it is an error; else an error that carries it. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("Aborted", { cause: thrown });
}
