import { own } from "../../json/plain-object.js";
import { judgeFormAnswer } from "../../validation/form-answer.js";
import { segmentsOf } from "../../validation/reference.js";
import { describeProblems, firstProblems } from "../../validation/schemas.js";
import type { ElicitInput } from "../input.js";
import { checked, judgeAction } from "../judge.js";
import type { QuestionKind } from "./kind.js";

/** Asks a person by a form. `content` is read only where the action is `accept`. */
export const elicit: QuestionKind = {
  ability: () => "elicitation.form",
  render: <Args, Inputs>(input: ElicitInput<Args, Inputs>, args: Args, inputs: Inputs) => {
    const { message, requestedSchema } = input.question(args, inputs);
    return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
  },
  judge: <Args, Inputs>(
    input: ElicitInput<Args, Inputs>,
    args: Args,
    inputs: Inputs,
    answer: { readonly [key: string]: unknown },
  ) =>
    judgeAction(answer, () => {
      const content = own(answer, "content") ?? {};
      const { requestedSchema } = input.question(args, inputs);
      const problems = judgeFormAnswer(requestedSchema, content);
      if (problems.length > 0) {
        // For a person to read: fields by their names, not by pointers.
        const named = firstProblems(problems).map(({ path, message }) => ({
          path: segmentsOf(path).join("."),
          message,
        }));
        return { kind: "invalid", problem: `The last answer was not accepted: ${describeProblems(named)}.` };
      }
      return checked(input.checks, args, inputs, content);
    }),
  answerOf: (content) => ({ action: "accept", content }),
};
