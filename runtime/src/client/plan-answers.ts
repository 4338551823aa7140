import { isObject, own } from "../json/plain-object.js";
import { CallError } from "./call-error.js";
import { targetOf } from "./call-params.js";
import type { CallInFlight } from "./connection.js";
import type { Asked } from "./questions.js";
import type { Misfit, PlannedQuestion } from "./round.js";
import { planGeneric, callQuestionError } from "./round.js";

/**
 * Finds who answers each question of a pending call: the caller, where an answer is given. What is left out, the server asks
 * again.
 *
 * @param misfitOf - why a question has no typed answer, and is for the generic handler.
 * @throws {CallError} `invalid-answer` for answers to what was not asked, to what has no typed answer, or none at all;
 *   `unanswered-question` and `changed-question` for what has no generic handler.
 */
export function planAnswers(
  call: CallInFlight,
  asked: readonly Asked[],
  answers: unknown,
  misfitOf: (asked: Asked) => Misfit | undefined,
): readonly PlannedQuestion[] {
  if (!isObject(answers)) {
    throw new CallError(
      "invalid-answer",
      `The answers to ${targetOf(call)} must be an object, by name of the question`,
    );
  }
  for (const [key, answer] of Object.entries(answers)) {
    if (answer !== undefined && !asked.some((question) => question.key === key))
      throw callQuestionError("invalid-answer", call, key, "was not asked in this round");
  }
  const planned = asked.flatMap((question): PlannedQuestion[] => {
    const answer = own(answers, question.key);
    const misfit = misfitOf(question);
    if (misfit !== undefined) {
      if (answer === undefined) return [planGeneric(call, question, misfit)];
      throw callQuestionError("invalid-answer", call, question.key, `${misfit.because}: answer it with answerAny()`);
    }
    return answer === undefined ? [] : [{ asked: question, by: "hand", answer: () => answer }];
  });
  if (planned.length > 0 || asked.length === 0) return planned;
  throw new CallError("invalid-answer", `No question of ${targetOf(call)} was answered`);
}
