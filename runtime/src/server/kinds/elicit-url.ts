import { own } from "../../json/plain-object.js";
import { traceAnswer } from "../events.js";
import type { ElicitUrlInput } from "../input.js";
import { judgeAnswer, judgeConsent } from "../judge.js";
import type { Question } from "../question.js";
import { runStep } from "../run-step.js";
import { putIfPossible } from "../visit-asked.js";
import { accepted, computeCall, crash, settleAs, type Task, type Walk } from "../walk.js";
import { settleRefused } from "../without-answer.js";
import type { QuestionKind } from "./kind.js";

/** Sends a person to a URL: settled when the step outside is done, asked again when it is not. */
export const elicitUrl: QuestionKind = {
  ability: () => "elicitation.url",
  render: <Args, Inputs, Handlers>(input: ElicitUrlInput<Args, Inputs, Handlers>, args: Args, inputs: Inputs) => {
    const { message, url } = input.question(args, inputs);
    return { method: "elicitation/create", params: { mode: "url", message, url } };
  },
  judge: judgeConsent,
  answerOf: () => ({ action: "accept" }),
  agreed: checkOutside,
};

function checkOutside<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: ElicitUrlInput<Args, Inputs, Handlers>,
  question: Question,
  digest: string,
): Task | undefined {
  const settle = (): undefined => {
    walk.entries.set(input.name, { kind: "accepted", digest, value: undefined });
    settleAs(walk, input.name, accepted(input, undefined));
  };
  const { completed } = input;
  if (completed === undefined) return settle();
  if (refusedSince(walk, input, digest)) return undefined;
  return async () => {
    const where = `completion ${input.name}`;
    let done: unknown;
    try {
      done = await runStep(walk.run, where, () => completed(walk.handlers, computeCall(walk)));
      if (typeof done !== "boolean") throw new TypeError("The completion check must return true or false");
    } catch (error) {
      crash(walk, error, where);
      return;
    }
    if (done) settle();
    else putIfPossible(walk, input, question, { kind: "consented", digest });
  };
}

/** Somebody who consented before may still step back while the outside step is not done. */
function refusedSince<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: ElicitUrlInput<Args, Inputs, Handlers>,
  digest: string,
): boolean {
  const { kind } = judgeAnswer(walk.kinds, input, walk.call.args, walk.values, own(walk.answers, input.name));
  if (kind !== "declined" && kind !== "cancelled") return false;
  traceAnswer(walk.run, input.name, kind);
  walk.entries.set(input.name, { kind, digest });
  settleRefused(walk, input, kind);
  return true;
}
