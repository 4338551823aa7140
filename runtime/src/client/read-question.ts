import { isSpecType } from "@modelcontextprotocol/client";
import { isObject } from "../json/plain-object.js";
import type { FormSchema } from "../validation/schemas.js";
import { describeProblems } from "../validation/schemas.js";
import { CallError, questionName } from "./call-error.js";
import { formModel } from "./form-model.js";
import { ownValue } from "./own-value.js";
import { readQuestionUrl } from "./question-url.js";
import type { Asked } from "./questions.js";

/**
 * Reads one entry of `inputRequests`, or one request that a 2025-era server pushed.
 *
 * @throws {CallError} `invalid-question` for what MCP does not define, before any person or model sees it.
 */
export function readQuestion(key: string, request: unknown): Asked {
  const method = ownValue(request, "method");
  const params = ownValue(request, "params");
  switch (method) {
    case "elicitation/create":
      return readElicitation(key, params);
    case "sampling/createMessage":
      if (!isSpecType.CreateMessageRequestParams(params)) throw invalid(key, "is no valid sampling request");
      return { kind: "sampling", key, params, tools: params.tools !== undefined || params.toolChoice !== undefined };
    case "roots/list":
      return { kind: "roots", key };
    default:
      throw invalid(key, "is neither an elicitation nor a request for sampling or roots");
  }
}

function readElicitation(key: string, params: unknown): Asked {
  const message = ownValue(params, "message");
  if (typeof message !== "string") throw invalid(key, "has no message");
  const mode = ownValue(params, "mode") ?? "form";
  if (mode === "url") {
    const text = ownValue(params, "url");
    const url = typeof text === "string" ? readQuestionUrl(text) : undefined;
    if (url === undefined) throw invalid(key, "asks to visit something that is no http or https URL");
    return { kind: "url", key, message, url };
  }
  if (mode !== "form") throw invalid(key, "has a mode that is neither form nor url");
  const schema = ownValue(params, "requestedSchema");
  const [, issues] = formModel(schema);
  if (issues.length > 0 || !isFormSchema(schema)) {
    throw new CallError("invalid-question", `${questionName(key)} is no valid form: ${describeProblems(issues)}`, {
      input: key,
      issues,
    });
  }
  return { kind: "form", key, message, schema };
}

function isFormSchema(schema: unknown): schema is FormSchema {
  return isObject(schema) && schema["type"] === "object" && isObject(schema["properties"]);
}

function invalid(key: string, what: string): CallError {
  return new CallError("invalid-question", `${questionName(key)} ${what}`, { input: key });
}
