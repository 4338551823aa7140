/** A pattern as validators compile it (ECMA-262 with the `u` flag), or why it is none. */
function compilePattern(pattern: string): RegExp | { readonly problem: string } {
  try {
    return new RegExp(pattern, "u");
  } catch (error) {
    const text = error instanceof Error ? error.message : "it cannot be compiled";
    return { problem: text.replace(/^Invalid regular expression: /, "").replace(/^\/.*\/u?: /s, "") };
  }
}

export function patternProblem(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return compiled instanceof RegExp ? undefined : compiled.problem;
}

/** Longest text that an author's pattern is tried on here. */
const longestTried = 200;

/** What can make a pattern take longer than its text is long: repetition of no fixed count. */
const repetition = /(?<!\\)(?:[*+?]|\{\d*,\d*\})/g;

/**
 * Whether a text has a match for a pattern. Undefined for what is no pattern, and for one that could take for ever: the
 * document is not trusted, and what it says is no reason to run it.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const repeated = pattern.replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, "(").match(repetition)?.length ?? 0;
  const repeatsGroup = /\)(?:[*+?]|\{\d*,\d*\}|\{\d+\})/.test(pattern);
  if (text.length > longestTried || repeated > 3 || repeatsGroup) return undefined;
  const compiled = compilePattern(pattern);
  return compiled instanceof RegExp ? compiled.test(text) : undefined;
}
