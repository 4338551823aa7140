import { isObject, own } from "../json/plain-object.js";
import { CallError, questionError } from "./call-error.js";
import type { CallInFlight, Connection } from "./connection.js";
import { labelOf } from "./declarations.js";
import type { Asked } from "./questions.js";
import type { PlannedQuestion } from "./round.js";
import { misfitOf, planGeneric } from "./round.js";

/** Decides who answers one question for which an answer was given by hand, or was not: then it is `undefined`. */
export type AnswerPlan = (
  connection: Connection,
  call: CallInFlight,
  asked: Asked,
  answer: unknown,
) => PlannedQuestion | undefined;

/** What was given answers; the rest, the server asks again. */
export const planGiven: AnswerPlan = (_connection, _call, asked, answer) =>
  answer === undefined ? undefined : { asked, by: "hand", answer: () => answer };

/** The same for questions that are as declared. Others have no typed answer: they are for the generic handler. */
export const planDeclared: AnswerPlan = (connection, call, asked, answer) => {
  const misfit = misfitOf(call.declaration, asked);
  if (misfit === undefined) return planGiven(connection, call, asked, answer);
  if (answer === undefined) return planGeneric(connection, call, asked, misfit);
  throw invalid(call, asked.key, `${misfit.because}: answer it with answerAny()`);
};

/**
 * Finds who answers each question of a pending call.
 *
 * @throws {CallError} `invalid-answer` for answers to what was not asked, or none at all; and what the plan throws.
 */
export function planAnswers(
  connection: Connection,
  call: CallInFlight,
  asked: readonly Asked[],
  answers: unknown,
  plan: AnswerPlan,
): readonly PlannedQuestion[] {
  const label = labelOf(call.declaration);
  if (!isObject(answers)) {
    throw new CallError("invalid-answer", `The answers to ${label} must be an object, by name of the question`);
  }
  for (const [key, answer] of Object.entries(answers)) {
    if (answer !== undefined && !asked.some((question) => question.key === key))
      throw invalid(call, key, "was not asked in this round");
  }
  const planned = asked.flatMap((question) => plan(connection, call, question, own(answers, question.key)) ?? []);
  if (planned.length > 0 || asked.length === 0) return planned;
  throw new CallError("invalid-answer", `No question of ${label} was answered`);
}

function invalid({ declaration }: CallInFlight, key: string, what: string): CallError {
  return questionError("invalid-answer", key, `of ${labelOf(declaration)} ${what}`);
}
