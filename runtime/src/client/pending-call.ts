import { trusted } from "../json/trusted.js";
import type { AnyAnswer } from "./answers.js";
import type { CallInFlight, Connection } from "./connection.js";
import type { MethodDeclaration } from "./declarations.js";
import { defined } from "./defined.js";
import type { CallParams, RawResults, RetryParams } from "./leg.js";
import { sendLeg } from "./leg.js";
import { withCall } from "./loop.js";
import type { CallOptions } from "./options.js";
import type { AnswerPlan } from "./plan-answers.js";
import { planAnswers, planDeclared, planGiven } from "./plan-answers.js";
import type { Asked } from "./questions.js";
import { readQuestion } from "./read-question.js";
import { answerRound, misfitOf } from "./round.js";
import type { SavedCall } from "./saved-call.js";
import { readSavedCall } from "./saved-call.js";

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

/** How the steps of one method's calls end. */
export interface StepRules<Kind extends keyof RawResults, Result> {
  readonly connection: Connection;
  readonly declaration: MethodDeclaration & { readonly kind: Kind };
  readonly finish: (raw: RawResults[Kind]) => Result | Promise<Result>;
  /** Whether a URI belongs to the resource template; only theirs are saved. */
  readonly matches?: (uri: string) => boolean;
}

/** Sends the first request of a call and stops at the first questions. */
export function beginCall<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  params: CallParams,
  options: CallOptions,
): Promise<Result | PendingCall<Result, Answers, Questions>> {
  return step(rules, params, options, 0, async () => ({}));
}

/** @throws {CallError} `bad-saved-call`, or `invalid-question` when the questions in it are none. */
export function resumeCall<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  saved: unknown,
): PendingCall<Result, Answers, Questions> {
  return pendingCall(rules, readSavedCall(saved, rules.declaration, rules.matches ?? (() => false)));
}

async function step<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  params: CallParams,
  options: CallOptions,
  round: number,
  retryOf: (call: CallInFlight) => Promise<RetryParams>,
): Promise<Result | PendingCall<Result, Answers, Questions>> {
  const { connection, declaration } = rules;
  const reply = await withCall(connection, declaration, params, options, round, async (call) =>
    sendLeg<Kind>(connection, call, await retryOf(call)),
  );
  return reply.done ? rules.finish(reply.result) : pendingCall(rules, reply.saved);
}

function pendingCall<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  saved: SavedCall,
): PendingCall<Result, Answers, Questions> {
  const { connection, declaration } = rules;
  const { params, requestState, round } = saved;
  const asked = Object.entries(saved.inputRequests).map(([key, request]) => readQuestion(key, request));
  const send = (
    answers: unknown,
    options: CallOptions,
    plan: AnswerPlan,
  ): Promise<Result | PendingCall<Result, Answers, Questions>> =>
    step(rules, params, options, round, async (call) => {
      const planned = planAnswers(connection, call, asked, answers, plan);
      const inputResponses = planned.length > 0 ? await answerRound(connection, call, planned) : undefined;
      return defined({ inputResponses, requestState });
    });
  const declared = asked.filter((question) => misfitOf(declaration, question) === undefined);
  return {
    pending: true,
    round,
    // The generated type names just the questions whose shape was compared above.
    questions: trusted<Questions>(Object.fromEntries(declared.map((question) => [question.key, question]))),
    asked,
    answer: (answers, options = {}) => send(answers, options, planDeclared),
    answerAny: (answers, options = {}) => send(answers, options, planGiven),
    save: () => structuredClone(saved),
  };
}
