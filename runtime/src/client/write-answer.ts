import type { ElicitResult, InputResponse } from "@modelcontextprotocol/client";
import { isSpecType } from "@modelcontextprotocol/client";
import { jsonCopy } from "../json/json-copy.js";
import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import { judgeFormAnswer } from "../validation/form-answer.js";
import type { Problem } from "../validation/schemas.js";
import { describeProblems } from "../validation/schemas.js";
import { actionOf } from "./answers.js";
import type { CallError } from "./call-error.js";
import { questionError } from "./call-error.js";
import { defined } from "./defined.js";
import type { Asked, AskedForm } from "./questions.js";

/**
 * Turns the answer of a function, or one given by hand, into what goes over the wire, after checking it against the
 * question as the server asked it.
 *
 * @throws {CallError} `invalid-answer` naming the question and every offending path; nothing has been sent then.
 */
export function writeAnswer(asked: Asked, answer: unknown): InputResponse {
  switch (asked.kind) {
    case "form":
      return writeForm(asked, answer);
    case "url": {
      const action = actionOf(answer);
      if (action !== undefined) return { action };
      throw invalid(asked, "needs accept(), decline() or cancel() for an answer");
    }
    case "sampling": {
      const message = jsonCopy(answer);
      const isMessage = asked.tools ? isSpecType.CreateMessageResultWithTools : isSpecType.CreateMessageResult;
      if (isMessage(message)) return trusted<InputResponse>(message);
      throw invalid(asked, "needs a message of the model (role, model, content) that JSON can carry");
    }
    case "roots": {
      const result = { roots: jsonCopy(answer) };
      if (isSpecType.ListRootsResult(result)) return trusted<InputResponse>(result);
      throw invalid(asked, "needs a list of roots whose URIs begin with file://, and that JSON can carry");
    }
  }
}

function writeForm(asked: AskedForm, answer: unknown): ElicitResult {
  const action = actionOf(answer);
  if (action !== undefined && action !== "accept") return { action };
  const given = action === undefined ? answer : {};
  if (!isObject(given)) throw invalid(asked, "needs an object, decline() or cancel() for an answer");
  // What is checked is what is sent: a copy, without what JSON would leave out, and without a `toJSON` that JSON would ask.
  const content = Object.fromEntries(
    Object.entries(defined(given)).map(([name, value]) => [name, Array.isArray(value) ? Array.from(value) : value]),
  );
  const issues = judgeFormAnswer(asked.schema, content);
  if (issues.length > 0) throw invalid(asked, `has an answer that does not fit: ${describeProblems(issues)}`, issues);
  // The judge lets through texts, numbers, booleans and lists of texts only.
  return { action: "accept", content: trusted<NonNullable<ElicitResult["content"]>>(content) };
}

function invalid(asked: Asked, what: string, issues: readonly Problem[] = []): CallError {
  return questionError("invalid-answer", asked.key, what, issues);
}
