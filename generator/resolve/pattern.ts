/** A pattern as validators compile it (ECMA-262 with the `u` flag), or why it is none. */
export function compilePattern(pattern: string): RegExp | { readonly problem: string } {
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
