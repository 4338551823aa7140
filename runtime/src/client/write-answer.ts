import type { CreateMessageResult, ElicitResult, InputResponse, Root } from "@modelcontextprotocol/client";
import { judgeFormAnswer } from "../validation/form-answer.js";
import type { Problem } from "../validation/schemas.js";
import { describeProblems } from "../validation/schemas.js";
import { actionOf } from "./answers.js";
import { CallError, questionName } from "./call-error.js";
import { isObject } from "../json/plain-object.js";
import { ownValue } from "./own-value.js";
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
  const roots = plainCopy(asked, answer);
  if (!isRoots(roots)) throw invalid(asked, "needs a list of roots whose URIs begin with file://");
  return { roots: [...roots] };
}

function writeForm(asked: AskedForm, answer: unknown): ElicitResult {
  const action = actionOf(answer);
  if (action !== undefined && action !== "accept") return { action };
  if (action === undefined && !isObject(answer)) {
    throw invalid(asked, "needs an object, decline() or cancel() for an answer");
  }
  // What is checked is what is sent: a copy, without what JSON would leave out, and without a `toJSON` that JSON would ask.
  const content = Object.fromEntries(
    Object.entries(isObject(answer) && action === undefined ? answer : {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? Array.from<unknown>(value) : value]),
  );
  const issues = judgeFormAnswer(asked.schema, content);
  if (issues.length > 0) throw invalid(asked, `has an answer that does not fit: ${describeProblems(issues)}`, issues);
  if (!isContent(content)) throw invalid(asked, "has an answer that does not fit");
  return { action: "accept", content };
}

function writeSampling(asked: AskedSampling, answer: unknown): InputResponse {
  const message = plainCopy(asked, answer);
  if (!isMessage(message, asked.tools)) {
    throw invalid(asked, "needs a message of the model (role, model, content) for an answer");
  }
  return message;
}

/** The answer as JSON will have it, so that what is checked is what is sent, whatever becomes of the original. */
function plainCopy(asked: Asked, answer: unknown): unknown {
  try {
    return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
  } catch {
    throw invalid(asked, "has an answer that JSON cannot carry");
  }
}

/** A `CreateMessageResult`; a list of blocks only where the model was offered tools. */
function isMessage(answer: unknown, tools: boolean): answer is CreateMessageResult {
  const role = ownValue(answer, "role");
  const content = ownValue(answer, "content");
  const blocks: readonly unknown[] = tools && Array.isArray(content) ? content : [content];
  return (
    (role === "user" || role === "assistant") &&
    typeof ownValue(answer, "model") === "string" &&
    blocks.every((block) => typeof ownValue(block, "type") === "string")
  );
}

function isRoots(answer: unknown): answer is readonly Root[] {
  return (
    Array.isArray(answer) &&
    answer.every((root) => {
      const uri = ownValue(root, "uri");
      return typeof uri === "string" && uri.startsWith("file://");
    })
  );
}

function isContent(content: Record<string, unknown>): content is NonNullable<ElicitResult["content"]> {
  return Object.values(content).every((value) => Array.isArray(value) || typeof value !== "object");
}

function invalid(asked: Asked, what: string, issues: readonly Problem[] = []): CallError {
  return new CallError("invalid-answer", `${questionName(asked.key)} ${what}`, { input: asked.key, issues });
}
