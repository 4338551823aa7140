import type { ConfirmInput } from "../input.js";
import { judgeConsent } from "../judge.js";
import type { QuestionKind } from "./kind.js";

const noFields = { type: "object", properties: {} } as const;

/** Asks a person by a form without fields: the action is the answer. */
export const confirm: QuestionKind = {
  ability: () => "elicitation.form",
  render: <Args, Inputs>(input: ConfirmInput<Args, Inputs>, args: Args, inputs: Inputs) => ({
    method: "elicitation/create",
    params: { mode: "form", message: input.message(args, inputs), requestedSchema: noFields },
  }),
  judge: judgeConsent,
  answerOf: () => ({ action: "accept" }),
};
