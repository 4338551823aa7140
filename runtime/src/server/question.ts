import type { AskedInput } from "./input.js";

/** A question as it goes to the client. */
export interface Question {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: object | undefined;
}

const noFields = { type: "object", properties: {} } as const;

/** Renders the question of an input: a pure function of the call and of earlier answers. */
export function renderQuestion<Args, Inputs, Handlers>(
  input: AskedInput<Args, Inputs, Handlers>,
  args: Args,
  inputs: Inputs,
): Question {
  switch (input.kind) {
    case "elicit": {
      const { message, requestedSchema } = input.question(args, inputs);
      return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
    }
    case "confirm":
      return {
        method: "elicitation/create",
        params: { mode: "form", message: input.message(args, inputs), requestedSchema: noFields },
      };
    case "elicitUrl": {
      const { message, url } = input.question(args, inputs);
      return { method: "elicitation/create", params: { mode: "url", message, url } };
    }
    case "sample":
      return { method: "sampling/createMessage", params: input.request(args, inputs) };
    case "roots":
      return { method: "roots/list", params: undefined };
  }
}

/** The question put again, saying what was wrong with the answer. Its digest stays that of the question itself. */
export function repeated(question: Question, problem: string): Question {
  const { params } = question;
  if (params === undefined || !("message" in params) || typeof params.message !== "string") return question;
  return { method: question.method, params: { ...params, message: `${params.message}\n\n${problem}` } };
}
