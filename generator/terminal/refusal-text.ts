import type { Refusal } from "@mcp-parley/runtime/client";
import { didYouMean } from "../diagnostics/suggest.js";
import { plainLine } from "./plain-text.js";

/**
 * Why a server of ours gave no result, for people: its own text speaks to a model, of paths and of what to do next.
 *
 * @param target - what was called.
 * @param known - the names of its arguments.
 * @returns nothing where the server's own text is the best there is.
 */
export function refusalText(refusal: Refusal, target: string, known: readonly string[]): string | undefined {
  const { reason, input, authored, problems } = refusal;
  if (authored) return undefined;
  if (reason === "arguments" && problems.length > 0) {
    const lines = problems.map(({ path, message }) => `  ${argumentProblem(path, message, known)}`);
    return `The arguments do not fit ${plainLine(target)}:\n${lines.join("\n")}`;
  }
  if (input === undefined) return undefined;
  const question = `the question ${JSON.stringify(plainLine(input))}`;
  if (reason === "input_declined") return `Nothing was done: ${question} was declined.`;
  if (reason === "input_cancelled") return `Nothing was done: ${question} was cancelled.`;
  if (reason === "input_unanswered") return `Nothing was done: ${question} was not answered.`;
  return undefined;
}

/** JSON Pointers (RFC 6901) are names with a dash of syntax. */
function argumentProblem(path: string, message: string, known: readonly string[]): string {
  if (path === "") return plainLine(message);
  const names = path
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [name = "", ...inside] = names;
  const isUnknown = inside.length === 0 && known.length > 0 && !known.includes(name);
  return plainLine(
    isUnknown ? `${name} is not one of its arguments.${didYouMean(name, known)}` : `${names.join(".")} ${message}`,
  );
}
