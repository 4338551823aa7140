import type { CreateMessageRequestParams } from "@modelcontextprotocol/server";
import type { FormSchema } from "../validation/schemas.js";

/** What a person is asked. */
type Elicitation =
  | { readonly mode: "form"; readonly message: string; readonly requestedSchema: FormSchema }
  | { readonly mode: "url"; readonly message: string; readonly url: string };

/** A question as it goes to the client. */
export type Question =
  | { readonly method: "elicitation/create"; readonly params: Elicitation }
  | { readonly method: "sampling/createMessage"; readonly params: CreateMessageRequestParams }
  | { readonly method: "roots/list"; readonly params: undefined };

/**
 * The question put again, saying what was wrong with the answer: to a person at the end of its message, to a model as a further
 * message. Its digest stays that of the question itself. A request for roots has no place for words.
 */
export function repeated(question: Question, problem: string): Question {
  switch (question.method) {
    case "elicitation/create": {
      const { method, params } = question;
      return { method, params: { ...params, message: `${params.message}\n\n${problem}` } };
    }
    case "sampling/createMessage": {
      const { method, params } = question;
      const correction = { role: "user", content: { type: "text", text: problem } } as const;
      return { method, params: { ...params, messages: [...params.messages, correction] } };
    }
    case "roots/list":
      return question;
  }
}
