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

/** Node and browsers cannot wait longer in one timer; a later deadline is waited for in several. */
const longestTimer = 2 ** 31 - 1;

/**
 * Joins a caller's signal and a deadline into one signal.
 *
 * @throws {RangeError} for a deadline that is no time, which would never come.
 */
export function interruptOf(outer?: AbortSignal, deadline?: Date): Interrupt {
  if (deadline !== undefined && Number.isNaN(deadline.getTime()))
    throw new RangeError("The deadline is an invalid date");
  const controller = new AbortController();
  const wire = new AbortController();
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    wire.abort("The client has ended the call");
  };
  const onAbort = (): void => abort(outer?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (at: number): void => {
    const left = at - Date.now();
    if (left <= 0) abort(new CallError("deadline", "The deadline of the call has passed"));
    else timer = setTimeout(() => watch(at), Math.min(left, longestTimer));
  };
  if (outer?.aborted === true) onAbort();
  else outer?.addEventListener("abort", onAbort, { once: true });
  if (deadline !== undefined && !controller.signal.aborted) watch(deadline.getTime());
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

/** Waits, unless the signal ends it. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await race(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** What was thrown, if it is an error; else an error that carries it. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("Aborted", { cause: thrown });
}
