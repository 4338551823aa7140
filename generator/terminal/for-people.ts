import { didYouMean } from "../diagnostics/suggest.js";

/**
 * Servers of ours speak to models: with paths of JSON, and with what a model is to do next. This says the same to a
 * person; what it does not recognise stays as it is.
 *
 * @param known - the names of the arguments.
 */
export function forPeople(text: string, known: readonly string[]): string {
  const invalid = /^(Invalid arguments for [^:]+): (.*)$/s.exec(text);
  if (invalid !== null) {
    const problems = (invalid[2] ?? "").split("; ").map((problem) => problemText(problem, known));
    return `${invalid[1]}: ${problems.join("; ")}`;
  }
  return isRefusalText(text) ? text.slice(0, -forModels.length).trimEnd() : text;
}

/** Whether a failed result only says that a question was refused, which is no error to whoever refused it. */
export function isRefusalText(text: string): boolean {
  return /^The input ".*" was (?:declined|cancelled), so nothing was done\. /s.test(text) && text.endsWith(forModels);
}

const forModels = "Do not call again unless the user asks for it.";

function problemText(problem: string, known: readonly string[]): string {
  const [, path = "", what = ""] = /^\/(\S+) (.*)$/s.exec(problem) ?? [];
  if (path === "") return problem;
  const name = path.replaceAll("~1", "/").replaceAll("~0", "~");
  if (what === "is required") return `${name} is missing`;
  if (what !== "is not a known property") return `${name} ${what}`;
  const guess = didYouMean(name, known).trim();
  return `${name} is unknown${guess === "" ? "" : `, ${guess.charAt(0).toLowerCase()}${guess.slice(1).replaceAll('"', "")}`}`;
}
