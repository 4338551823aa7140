import type { InputResponse } from "@modelcontextprotocol/client";
import { CallError } from "./call-error.js";
import type { Connection } from "./connection.js";
import type { MethodDeclaration } from "./declarations.js";
import { declaredQuestion, labelOf } from "./declarations.js";
import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { AnyAnswer } from "./answers.js";
import type { CallParams, RawResults, RetryParams } from "./leg.js";
import { sendLeg } from "./leg.js";
import { checkRounds, withCall } from "./loop.js";
import type { CallOptions, RoundEntry } from "./options.js";
import type { Asked } from "./questions.js";
import { readQuestion } from "./read-question.js";
import { questionDifference, questionOf, showRound } from "./round.js";
import type { SavedCall } from "./saved-call.js";
import { readSavedCall, saveCall } from "./saved-call.js";
import { writeAnswer } from "./write-answer.js";

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
   * Sends the answers. What is left out, the server asks again.
   *
   * @throws {CallError} `invalid-answer` before anything is sent; the pending call stays as it is then.
   */
  answer(answers: Answers, options?: CallOptions): Promise<Result | PendingCall<Result, Answers, Questions>>;
  /** Like `answer`, for user interfaces that learn their questions from `asked`. */
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
  return step(rules, params, {}, options, 0, []);
}

/** @throws {CallError} `bad-saved-call`, or `invalid-question` when the questions in it are none. */
export function resumeCall<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  saved: unknown,
): PendingCall<Result, Answers, Questions> {
  return pendingCall(rules, readSavedCall(saved, rules.declaration, rules.matches ?? (() => false)));
}

/** An answer given by hand, checked. */
interface GivenAnswer {
  readonly question: Asked;
  readonly answer: InputResponse;
}

async function step<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  params: CallParams,
  retry: RetryParams,
  options: CallOptions,
  round: number,
  given: readonly GivenAnswer[],
): Promise<Result | PendingCall<Result, Answers, Questions>> {
  const { connection, declaration } = rules;
  const end = await withCall(connection, declaration, params, options, round, async (call) => {
    const entries = given.map(
      ({ question, answer }): RoundEntry => ({
        key: question.key,
        question: questionOf(call, question, call.interrupt.signal),
        answer,
        by: "hand",
      }),
    );
    if (entries.length > 0) await showRound(connection, call, entries);
    const reply = await sendLeg<Kind>(connection, call, params, retry);
    if (reply.done) return reply;
    const { inputRequests = {}, requestState } = reply.asked;
    call.round += 1;
    checkRounds(connection, call, params, inputRequests, requestState);
    return { done: false as const, saved: saveCall(call, params, inputRequests, requestState) };
  });
  return end.done ? rules.finish(end.result) : pendingCall(rules, end.saved);
}

function pendingCall<Kind extends keyof RawResults, Result, Answers extends object, Questions>(
  rules: StepRules<Kind, Result>,
  saved: SavedCall,
): PendingCall<Result, Answers, Questions> {
  const { declaration } = rules;
  const asked = Object.entries(saved.inputRequests).map(([key, request]) => readQuestion(key, request));
  const questions = asked
    .filter((question) => isDeclared(declaration, question))
    .map((question): [string, Asked] => [question.key, question]);
  const send = async (
    answers: object,
    accepts: (question: Asked) => boolean,
    options: CallOptions,
  ): Promise<Result | PendingCall<Result, Answers, Questions>> => {
    const given = checkAnswers(declaration, asked.filter(accepts), answers);
    const retry: RetryParams = {
      ...(given.length === 0
        ? {}
        : { inputResponses: Object.fromEntries(given.map(({ question, answer }) => [question.key, answer])) }),
      ...(saved.requestState === undefined ? {} : { requestState: saved.requestState }),
    };
    return step(rules, saved.params, retry, options, saved.round, given);
  };
  return {
    pending: true,
    round: saved.round,
    // The generated type names just the questions whose shape was compared above.
    questions: trusted<Questions>(Object.fromEntries(questions)),
    asked,
    answer: (answers, options = {}) => send(answers, (question) => isDeclared(declaration, question), options),
    answerAny: (answers, options = {}) => send(answers, () => true, options),
    save: () => structuredClone(saved),
  };
}

function isDeclared(declaration: MethodDeclaration, question: Asked): boolean {
  const declared = declaredQuestion(declaration, question.key);
  return declared !== undefined && questionDifference(question, declared) === undefined;
}

/** @throws {CallError} `invalid-answer` for an answer that does not fit, and for one to a question that was not asked. */
function checkAnswers(
  declaration: MethodDeclaration,
  asked: readonly Asked[],
  answers: unknown,
): readonly GivenAnswer[] {
  const given: GivenAnswer[] = [];
  if (!isObject(answers)) {
    throw new CallError(
      "invalid-answer",
      `The answers to ${labelOf(declaration)} must be an object, by name of the question`,
    );
  }
  for (const [key, answer] of Object.entries(answers)) {
    if (answer === undefined) continue;
    const question = asked.find((candidate) => candidate.key === key);
    if (question === undefined) {
      const message = `Question ${JSON.stringify(key)} of ${labelOf(declaration)} was not asked in this round`;
      throw new CallError("invalid-answer", message, { input: key });
    }
    given.push({ question, answer: writeAnswer(question, answer) });
  }
  if (given.length === 0 && asked.length > 0) {
    throw new CallError("invalid-answer", `No question of ${labelOf(declaration)} was answered`);
  }
  return given;
}
