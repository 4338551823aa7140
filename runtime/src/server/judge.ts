import type { CreateMessageRequestParams, CreateMessageResultWithTools } from "@modelcontextprotocol/server";
import { isSpecType } from "@modelcontextprotocol/server";
import { isObject, own } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import { judgeFormAnswer } from "../validation/form-answer.js";
import { segmentsOf } from "../validation/reference.js";
import { describeProblems, firstProblems } from "../validation/schemas.js";
import type { AskedInput, Check } from "./input.js";

/** What an answer amounts to. */
export type Verdict =
  | { readonly kind: "accepted"; readonly value: unknown }
  | { readonly kind: "declined" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "invalid"; readonly problem: string };

const wrongKind: Verdict = { kind: "invalid", problem: "The answer is not of the kind that was asked for." };

/**
 * Judges an answer to a question that is known to have been asked. The answer is whatever a client sent: it is read by own
 * members only, `content` only where the action is `accept`, and nothing of it is converted.
 */
export function judgeAnswer<Args, Inputs, Handlers>(
  input: AskedInput<Args, Inputs, Handlers>,
  args: Args,
  inputs: Inputs,
  answer: unknown,
): Verdict {
  if (!isObject(answer)) return wrongKind;
  switch (input.kind) {
    case "elicit":
    case "confirm":
    case "elicitUrl":
      return judgeElicitation(input, args, inputs, answer);
    case "sample": {
      const good =
        input.withTools === true
          ? isSpecType.CreateMessageResultWithTools(answer) && callsOffered(answer, input.request(args, inputs))
          : isSpecType.CreateMessageResult(answer);
      return good ? checked(input.checks, args, inputs, answer) : wrongKind;
    }
    case "roots":
      return isSpecType.ListRootsResult(answer) ? checked(input.checks, args, inputs, answer.roots) : wrongKind;
  }
}

/** A model calls tools that it was offered, and the results are not its to give (MCP 2026-07-28, client/sampling). */
function callsOffered(
  { content }: CreateMessageResultWithTools,
  { tools = [], toolChoice }: CreateMessageRequestParams,
): boolean {
  const offered = toolChoice?.mode === "none" ? [] : tools.map(({ name }) => name);
  return [content]
    .flat()
    .every((block) => block.type !== "tool_result" && (block.type !== "tool_use" || offered.includes(block.name)));
}

function judgeElicitation<Args, Inputs, Handlers>(
  input: Extract<AskedInput<Args, Inputs, Handlers>, { kind: "elicit" | "confirm" | "elicitUrl" }>,
  args: Args,
  inputs: Inputs,
  answer: { readonly [key: string]: unknown },
): Verdict {
  switch (own(answer, "action")) {
    case "decline":
      return { kind: "declined" };
    case "cancel":
      return { kind: "cancelled" };
    case "accept":
      break;
    default:
      return wrongKind;
  }
  // Without fields the action is the whole answer; whatever a client adds to it is not looked at.
  if (input.kind !== "elicit") return checked(input.checks, args, inputs, undefined);
  const content = own(answer, "content") ?? {};
  const { requestedSchema } = input.question(args, inputs);
  const problems = judgeFormAnswer(requestedSchema, content);
  if (problems.length > 0) {
    // For a person to read: fields by their names, not by pointers.
    const named = firstProblems(problems).map(({ path, message }) => ({ path: segmentsOf(path).join("."), message }));
    return { kind: "invalid", problem: `The last answer was not accepted: ${describeProblems(named)}.` };
  }
  return checked(input.checks, args, inputs, content);
}

function checked<Args, Inputs>(
  checks: readonly Check<Args, Inputs>[] | undefined,
  args: Args,
  inputs: Inputs,
  value: unknown,
): Verdict {
  for (const check of checks ?? []) {
    if (!holds(check, args, inputs, value)) {
      return { kind: "invalid", problem: check.message(args, inputs, trusted<never>(value)) };
    }
  }
  return { kind: "accepted", value };
}

/** A condition that cannot be evaluated for an answer does not hold for it. */
function holds<Args, Inputs>(check: Check<Args, Inputs>, args: Args, inputs: Inputs, value: unknown): boolean {
  try {
    return check.rule(args, inputs, trusted<never>(value));
  } catch {
    return false;
  }
}
