import { trusted } from "../json/trusted.js";
import type { AnyAnswer } from "./answers.js";
import type { CallInFlight, Connection } from "./connection.js";
import type { MethodDeclaration } from "./declarations.js";
import type { CallParams, RetryParams } from "./call-params.js";
import { sendLeg } from "./leg.js";
import { retryOf, withCall } from "./loop.js";
import type { CallOptions } from "./options.js";
import { planAnswers } from "./plan-answers.js";
import type { Asked } from "./questions.js";
import { readQuestion } from "./read-question.js";
import type { Misfit } from "./round.js";
import { misfitOf } from "./round.js";
import type { SavedCall } from "./saved-call.js";

/** A call that waits for answers given by hand, now or, by way of `save()`, in another process. */
export interface PendingCall<Result, Answers extends object, Questions> {
  readonly pending: true;
  /** 1 for the first questions of a call. */
  readonly round: number;
  /** The declared questions of this round, by name. */
  readonly questions: Questions;
  /** All questions of this round, also those that the spec of this client does not know, in the server's order. */
  readonly asked: readonly Asked[];
  /**
   * Sends the answers. What is left out, the server asks again. Questions that the spec of this client does not know go to
   * the generic handler of their kind.
   *
   * @throws {CallError} `invalid-answer`, or `unanswered-question` and `changed-question` for what has no generic handler,
   *   before anything is sent; the pending call stays as it is then.
   */
  answer(answers: Answers, options?: CallOptions): Promise<Result | PendingCall<Result, Answers, Questions>>;
  /** Like `answer`, for all questions in `asked`: those that the spec of this client does not know are answered here too. */
  answerAny(
    answers: Readonly<Record<string, AnyAnswer>>,
    options?: CallOptions,
  ): Promise<Result | PendingCall<Result, Answers, Questions>>;
  /** Plain JSON with everything that the retry needs and nothing else. It holds the arguments of the call. */
  save(): SavedCall;
}

/** Tells a call that waits from its result. */
export function isPending<Result extends object, Answers extends object, Questions>(
  step: Result | PendingCall<Result, Answers, Questions>,
): step is PendingCall<Result, Answers, Questions> {
  return "pending" in step && "answerAny" in step;
}

/** What a method calls, and what it makes of the result. */
export interface Primitive<Raw, Result> {
  readonly connection: Connection;
  readonly declaration: MethodDeclaration;
  readonly finish: (raw: Raw) => Result | Promise<Result>;
}

/**
 * Sends one request of a call and stops at the questions.
 *
 * @param round - rounds so far.
 * @param prepare - what the request adds to the first one.
 */
export async function stepCall<Raw, Result, Answers extends object, Questions>(
  primitive: Primitive<Raw, Result>,
  params: CallParams,
  options: CallOptions,
  round: number,
  prepare: (call: CallInFlight) => RetryParams | Promise<RetryParams>,
): Promise<Result | PendingCall<Result, Answers, Questions>> {
  const { connection, declaration, finish } = primitive;
  const reply = await withCall({ connection, declaration, params, options, round }, async (call) =>
    sendLeg<Raw>(call, await prepare(call)),
  );
  return "saved" in reply ? pendingCall(primitive, reply.saved) : finish(reply.result);
}

/**
 * A call as it stands.
 *
 * @throws {CallError} `invalid-question` when the questions in it are none.
 */
export function pendingCall<Raw, Result, Answers extends object, Questions>(
  primitive: Primitive<Raw, Result>,
  saved: SavedCall,
): PendingCall<Result, Answers, Questions> {
  const { params, requestState, round } = saved;
  const asked = Object.entries(saved.inputRequests).map(([key, request]) => readQuestion(key, request));
  const unlikeDeclared = (question: Asked): Misfit | undefined => misfitOf(primitive.declaration, question);
  const asItCame = (): undefined => undefined;
  const declared = asked.filter((question) => unlikeDeclared(question) === undefined);
  const send = (
    answers: unknown,
    options: CallOptions,
    misfit: typeof unlikeDeclared,
  ): Promise<Result | PendingCall<Result, Answers, Questions>> =>
    stepCall(primitive, params, options, round, (call) =>
      retryOf(call, planAnswers(call, asked, answers, misfit), requestState),
    );
  return {
    pending: true,
    round,
    // The generated type names just the questions whose shape was compared above.
    questions: trusted<Questions>(Object.fromEntries(declared.map((question) => [question.key, question]))),
    asked,
    answer: (answers, options = {}) => send(answers, options, unlikeDeclared),
    answerAny: (answers, options = {}) => send(answers, options, asItCame),
    save: () => structuredClone(saved),
  };
}
