import { canonicalJson } from "../json/canonical-json.js";
import { sha256 } from "../sealing/digest.js";
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

/**
 * SHA-256 of what was asked: method, parameters and pinned values. An answer counts only for the very question that it was
 * given to.
 */
export function questionDigest(question: Question, pins: readonly unknown[] | undefined): string {
  let text = `${question.method}\n`;
  if (question.params !== undefined) text += canonicalParams(question.params);
  if (pins !== undefined && pins.length > 0) text += `\n${canonicalJson(pins)}`;
  return sha256(text);
}

// A form's schema is a constant of the generated module nearly always; its digest is, too.
const schemaDigests = new WeakMap<object, string>();

function canonicalParams(params: object): string {
  if (!("requestedSchema" in params) || typeof params.requestedSchema !== "object" || params.requestedSchema === null) {
    return canonicalJson(params);
  }
  let text = "";
  for (const name of Object.keys(params)) {
    const value: unknown = Reflect.get(params, name);
    // No JSON text has a line break in it.
    text += `${name}\n${name === "requestedSchema" ? digestOf(params.requestedSchema) : canonicalJson(value)}\n`;
  }
  return text;
}

function digestOf(schema: object): string {
  let digest = schemaDigests.get(schema);
  if (digest === undefined) {
    digest = sha256(canonicalJson(schema));
    schemaDigests.set(schema, digest);
  }
  return digest;
}

/** The question put again, saying what was wrong with the answer. Its digest stays that of the question itself. */
export function repeated(question: Question, problem: string): Question {
  const { params } = question;
  if (params === undefined || !("message" in params) || typeof params.message !== "string") return question;
  return { method: question.method, params: { ...params, message: `${params.message}\n\n${problem}` } };
}
