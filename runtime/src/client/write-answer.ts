import type { ElicitResult, InputResponse } from "@modelcontextprotocol/client";
import { isSpecType } from "@modelcontextprotocol/client";
import { judgeFormAnswer } from "../validation/form-answer.js";
import type { Problem } from "../validation/schemas.js";
import { describeProblems } from "../validation/schemas.js";
import { actionOf } from "./answers.js";
import { CallError, questionName } from "./call-error.js";
import { isObject } from "../json/plain-object.js";
import type { Asked, AskedForm, AskedSampling } from "./questions.js";

/**
 * Turns the answer of a function, or one given by hand, into what goes over the wire, after checking it against the
 * question as the server asked it.
 *
 * @throws {CallError} `invalid-answer` naming the question and every offending path; nothing has been sent then.
 */
export function writeAnswer(asked: Asked, answer: unknown): InputResponse {
  if (asked.kind === "form") return writeForm(asked, answer);
  if (asked.kind === "sampling") return writeSampling(asked, answer);
  if (asked.kind === "url") {
    const action = actionOf(answer);
    if (action === undefined) throw invalid(asked, "needs accept(), decline() or cancel() for an answer");
    return { action };
  }
  const result = { roots: Array.isArray(answer) ? [...answer] : answer };
  if (!isSpecType.ListRootsResult(result)) {
    throw invalid(asked, "needs a list of roots whose URIs begin with file://");
  }
  return result;
}

function writeForm(asked: AskedForm, answer: unknown): ElicitResult {
  const action = actionOf(answer);
  if (action !== undefined && action !== "accept") return { action };
  if (action === undefined && !isObject(answer)) {
    throw invalid(asked, "needs an object, decline() or cancel() for an answer");
  }
  // What JSON would leave out is left out before the check, so that what is checked is what is sent.
  const content = Object.fromEntries(
    Object.entries(isObject(answer) && action === undefined ? answer : {}).filter(([, value]) => value !== undefined),
  );
  const issues = judgeFormAnswer(asked.schema, content);
  if (issues.length > 0) throw invalid(asked, `has an answer that does not fit: ${describeProblems(issues)}`, issues);
  if (!isContent(content)) throw invalid(asked, "has an answer that does not fit");
  return { action: "accept", content };
}

function writeSampling(asked: AskedSampling, answer: unknown): InputResponse {
  const fits = asked.tools ? isSpecType.CreateMessageResultWithTools(answer) : isSpecType.CreateMessageResult(answer);
  if (!fits) throw invalid(asked, "needs a message of the model (role, content, model) for an answer");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire allows the form with tools, the SDK's type of a response does not name it
  return answer as InputResponse;
}

function isContent(content: Record<string, unknown>): content is NonNullable<ElicitResult["content"]> {
  return Object.values(content).every((value) => Array.isArray(value) || typeof value !== "object");
}

function invalid(asked: Asked, what: string, issues: readonly Problem[] = []): CallError {
  return new CallError("invalid-answer", `${questionName(asked.key)} ${what}`, { input: asked.key, issues });
}
