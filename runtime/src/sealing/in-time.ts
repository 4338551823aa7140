import { isThenable } from "../json/thenable.js";

/** Milliseconds that what somebody else wrote has for an answer: a codec, a key service, a store, a function that names callers. */
const patience = 30_000;

/**
 * Waits for an answer, but not for ever: a service that hangs would hold every call that needs it. What is no promise comes back as
 * it is.
 *
 * @param who - for the log: "The codec".
 * @throws what it rejects with, and {@link Error} when the time is over; an answer that comes later is not heard.
 */
export function inTime<T>(answer: T | PromiseLike<T>, who: string, milliseconds: number = patience): T | Promise<T> {
  if (!isThenable(answer)) return answer;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${who} did not answer within ${milliseconds} ms`)), milliseconds);
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
