/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** True for what can be awaited: a promise, also one of another library, and a query that runs when it is awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return "then" in value && typeof value.then === "function";
}

/**
 * Goes on with what `work` returns, or with what it throws: at once where that is there, and later where it is a promise. What
 * waits for nothing is not made to wait.
 */
export function whenDone<T, Result>(
  work: () => T | PromiseLike<T>,
  succeeded: (value: T) => MaybePromise<Result>,
  failed: (error: unknown) => MaybePromise<Result> = rethrow,
): MaybePromise<Result> {
  let value: T | PromiseLike<T>;
  try {
    value = work();
    if (isThenable(value)) return Promise.resolve(value).then(succeeded, failed);
  } catch (error) {
    return failed(error);
  }
  return succeeded(value);
}

function rethrow(error: unknown): never {
  throw error;
}
