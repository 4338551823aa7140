import type { InputResponse } from "@modelcontextprotocol/client";
import type { ByHand } from "./answers.js";
import { isByHand } from "./answers.js";
import type { CallError, CallErrorCode } from "./call-error.js";
import { questionError } from "./call-error.js";
import { targetOf } from "./call-params.js";
import type { CallInFlight } from "./connection.js";
import type { MethodDeclaration, QuestionDeclaration } from "./declarations.js";
import { declaredQuestion } from "./declarations.js";
import { formDifference } from "./form-shape.js";
import { interruptOf, race } from "./interrupt.js";
import type { Round, RoundEntry } from "./options.js";
import type { Asked, Question } from "./questions.js";
import { readQuestion } from "./read-question.js";
import type { Answerer } from "./registration.js";
import { entryOf, modeOf } from "./registration.js";
import { methodOf } from "./saved-call.js";
import { writeAnswer } from "./write-answer.js";

/** A question and who is to answer it. */
export interface PlannedQuestion {
  readonly asked: Asked;
  readonly by: RoundEntry["by"];
  readonly answer: Answerer;
}

/**
 * Finds who answers each question of a round. All are found before the first is put to anyone, so that a person is not
 * asked in vain.
 *
 * @throws {CallError} `invalid-question`, `unanswered-question`, `changed-question` or `by-hand`.
 */
export function planRound(call: CallInFlight, requests: Readonly<Record<string, unknown>>): readonly PlannedQuestion[] {
  return Object.entries(requests).map(([key, request]) => planQuestion(call, readQuestion(key, request)));
}

/** Finds who answers one question; see {@link planRound}. */
export function planQuestion(call: CallInFlight, asked: Asked): PlannedQuestion {
  const { connection, declaration } = call;
  const misfit = misfitOf(declaration, asked);
  const entry = misfit === undefined ? entryOf(connection.options.fulfil, declaration, asked.key) : undefined;
  return entry === undefined ? planGeneric(call, asked, misfit) : planBy("function", call, asked, entry);
}

/** Why a question is left to a generic handler. */
export interface Misfit {
  readonly code: CallErrorCode;
  /** To be read after the question. */
  readonly because: string;
}

const undeclared: Misfit = { code: "unanswered-question", because: "is not declared by this client" };

/** Why nobody who counts on the declaration of a question may see it; nothing when it is as declared. */
export function misfitOf(declaration: MethodDeclaration, asked: Asked): Misfit | undefined {
  const declared = declaredQuestion(declaration, asked.key);
  if (declared === undefined) return undeclared;
  const because = questionDifference(asked, declared);
  return because === undefined ? undefined : { code: "changed-question", because };
}

/** Where a question differs from its declaration, to be read after the question. */
function questionDifference(asked: Asked, declared: QuestionDeclaration): string | undefined {
  const mode = modeOf(declared);
  if (modeOf(asked) !== mode) return `is of kind ${modeOf(asked)} and not ${mode}`;
  if (asked.kind !== "form") return undefined;
  const path =
    declared.kind === "form"
      ? formDifference(asked.schema, declared.schema, declared.choices)
      : formDifference(asked.schema, { type: "object", properties: {} });
  return path === undefined ? undefined : `has another form than declared, at ${path}`;
}

/** Leaves a question to the generic handler of its mode. */
export function planGeneric(call: CallInFlight, asked: Asked, { code, because }: Misfit = undeclared): PlannedQuestion {
  const mode = modeOf(asked);
  const answer = call.connection.generics[mode];
  if (answer !== undefined) return planBy("generic", call, asked, answer);
  throw callQuestionError(
    code,
    call,
    asked.key,
    `${because}, and no generic handler answers questions of kind ${mode}`,
  );
}

/** @throws {CallError} `by-hand` where nobody but the caller is to answer. */
function planBy(by: RoundEntry["by"], call: CallInFlight, asked: Asked, answer: Answerer | ByHand): PlannedQuestion {
  if (!isByHand(answer)) return { asked, by, answer };
  const advice =
    call.connection.era() === "modern"
      ? "call begin(), and answerAny() where it is not declared"
      : "a server from before 2026-07-28 cannot wait";
  throw callQuestionError("by-hand", call, asked.key, `is to be answered by hand: ${advice}`);
}

/** A {@link questionError} that says whose question it is. */
export function callQuestionError(code: CallErrorCode, call: CallInFlight, key: string, why: string): CallError {
  return questionError(code, key, `of ${targetOf(call) || "the server"} ${why}`);
}

/**
 * Puts all questions of a round at once, checks the answers, and shows both to `onRound`. The first failure aborts the
 * signal that the other functions see.
 *
 * @param signal - ends the round; the call's by default.
 */
export async function answerRound(
  call: CallInFlight,
  planned: readonly PlannedQuestion[],
  signal: AbortSignal = call.interrupt.signal,
): Promise<Readonly<Record<string, InputResponse>>> {
  const round = interruptOf(signal);
  try {
    const entries = await race(
      Promise.all(
        planned.map(async ({ asked, by, answer }): Promise<RoundEntry> => {
          const question = questionOf(call, asked, round.signal);
          return { key: asked.key, question, by, answer: writeAnswer(asked, await answer(question)) };
        }),
      ),
      round.signal,
    );
    await showRound(call, entries);
    return Object.fromEntries(entries.map((entry) => [entry.key, entry.answer]));
  } catch (error) {
    round.abort(error);
    throw error;
  } finally {
    round.dispose();
  }
}

/** The question as a function sees it. The arguments are a copy: a function cannot change what the retry sends. */
function questionOf(call: CallInFlight, asked: Asked, signal: AbortSignal): Question {
  const { params, round } = call;
  const args: unknown = structuredClone("uri" in params ? params : params.arguments);
  return { ...asked, arguments: args, target: targetOf(call), signal, round };
}

/** Shows a round to `onRound`, which may veto it by throwing. */
async function showRound(call: CallInFlight, entries: readonly RoundEntry[]): Promise<void> {
  const round: Round = { method: methodOf(call.declaration), target: targetOf(call), round: call.round, entries };
  // An audit of the whole connection sees every call, whatever the call itself has.
  for (const { onRound } of [call.connection.options, call.options]) {
    if (onRound !== undefined) await race(Promise.resolve(onRound(round)), call.interrupt.signal);
  }
}
