import type { Problem } from "../validation/schemas.js";

/**
 * Why a call failed on the client's side, and what had been sent by then. Unless a code says otherwise the call and the answers
 * of earlier rounds have gone out, and the server may have acted on them.
 */
export type CallErrorCode =
  /** The generated code and this runtime disagree on the contract. Nothing was sent. */
  | "contract-mismatch"
  /** `connect` was given functions that cannot work together. Nothing was sent. */
  | "bad-registration"
  /** The server asked something that is no valid question of MCP. Nothing of the round was answered. */
  | "invalid-question"
  /** The server asked something that no function and no generic handler answers. Nothing of the round was answered. */
  | "unanswered-question"
  /** The server asked a declared question in another shape than declared. Nothing of the round was answered. */
  | "changed-question"
  /** The question is to be answered by hand, through `begin()`. Nothing of the round was answered. */
  | "by-hand"
  /** An answer does not fit its question. Nothing of the round was answered. */
  | "invalid-answer"
  /** The result does not fit the declared output schema, or is no object: the server has done what it was asked. */
  | "invalid-result"
  /** More rounds than `maxRounds`. Nothing of the last round was answered. */
  | "too-many-rounds"
  /** The deadline passed. Where a request was under way, whether the server did what was asked is not known. */
  | "deadline"
  /** The stream of an HTTP request ended before the result; whether the server did what was asked is not known. */
  | "disconnected"
  /** What was given to `resume()` is not what `save()` wrote. Nothing was sent. */
  | "bad-saved-call";

/** What a {@link CallError} knows beyond its message. */
export interface CallErrorDetail {
  /** The name of the question. */
  readonly input?: string;
  /** Each thing that is wrong, with a JSON Pointer into the answer, form or result. */
  readonly issues?: readonly Problem[];
  /** Where the call stood, for `resume()`; with `too-many-rounds`. */
  readonly saved?: unknown;
}

/** A call that failed on the client's side. Errors that the server sent are `ProtocolError`s and never this. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly code: CallErrorCode;
  readonly input: string | undefined;
  readonly issues: readonly Problem[];
  readonly saved: unknown;

  constructor(code: CallErrorCode, message: string, { input, issues = [], saved }: CallErrorDetail = {}) {
    super(message);
    this.code = code;
    this.input = input;
    this.issues = issues;
    this.saved = saved;
  }
}

/** A call that failed over one question; `why` is read after its name. Pushed questions have none. */
export function questionError(
  code: CallErrorCode,
  key: string,
  why: string,
  issues: readonly Problem[] = [],
): CallError {
  const question = key === "" ? "A question" : `Question ${JSON.stringify(key)}`;
  return new CallError(code, `${question} ${why}`, { input: key, issues });
}
