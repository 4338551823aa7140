import { isSpecType } from "@modelcontextprotocol/client";
import { isObject } from "../json/plain-object.js";
import { bounds, type FormSchema } from "../validation/schemas.js";
import type { CallError } from "./call-error.js";
import { questionError } from "./call-error.js";
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
      if (!isSpecType.CreateMessageRequestParams(params)) throw invalid(key, "sampling request");
      return { kind: "sampling", key, params, tools: params.tools !== undefined || params.toolChoice !== undefined };
    case "roots/list":
      return { kind: "roots", key };
    default:
      throw invalid(key, "method");
  }
}

function readElicitation(key: string, params: unknown): Asked {
  const message = ownValue(params, "message");
  if (typeof message !== "string") throw invalid(key, "message");
  const mode = ownValue(params, "mode") ?? "form";
  if (mode === "url") {
    const text = ownValue(params, "url");
    const url = typeof text === "string" ? readQuestionUrl(text) : undefined;
    if (url === undefined) throw invalid(key, "http or https URL");
    return { kind: "url", key, message, url };
  }
  if (mode !== "form") throw invalid(key, "mode");
  const schema = ownValue(params, "requestedSchema");
  if (!isFormSchema(schema)) throw invalid(key, "form");
  return { kind: "form", key, message, schema };
}

/** Flat, of primitive fields, and with choices and bounds that can be read: what the judge of answers relies on. */
function isFormSchema(schema: unknown): schema is FormSchema {
  const properties = ownValue(schema, "properties");
  const required = ownValue(schema, "required") ?? [];
  return (
    ownValue(schema, "type") === "object" &&
    isObject(properties) &&
    Array.isArray(required) &&
    required.every((name) => typeof name === "string" && Object.hasOwn(properties, name)) &&
    Object.values(properties).every(isField)
  );
}

const primitives: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

function isField(field: unknown): boolean {
  const type = ownValue(field, "type");
  if (!bounds.every((name) => ["number", "undefined"].includes(typeof ownValue(field, name)))) return false;
  return type === "array"
    ? areChoices(ownValue(field, "items")) === true
    : primitives.has(type) && areChoices(field) !== false;
}

/** Whether what a schema chooses from can be read; nothing where it chooses from nothing. */
function areChoices(schema: unknown): boolean | undefined {
  const values = ownValue(schema, "enum");
  const options = values ?? ownValue(schema, "oneOf") ?? ownValue(schema, "anyOf");
  if (options === undefined) return undefined;
  const isText = (option: unknown): boolean => typeof option === "string";
  return (
    Array.isArray(options) &&
    options.every((option) => isText(values === undefined ? ownValue(option, "const") : option))
  );
}

function invalid(key: string, what: string): CallError {
  return questionError("invalid-question", key, `has no valid ${what}`);
}
