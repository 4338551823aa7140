/** One thing that the suite looked at. `FAILURE` is a broken MUST, `WARNING` a broken SHOULD. */
export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description?: string;
  readonly errorMessage?: string;
}

/** What came of one scenario. */
export interface Outcome {
  readonly scenario: string;
  readonly checks: readonly Check[];
  /** Exit code of the suite, which is that of the client where it judges one; `null` when it was killed. */
  readonly exit: number | null;
  readonly output: string;
}

/**
 * What is wrong with the outcomes, more strictly than the suite itself takes it: a warning counts as a failure; a scenario in
 * which nothing succeeded, for want of something to try, has not passed; an expected failure that does not happen must go.
 *
 * @param expected - failures that are known, as `scenario:check-id`.
 */
export function problemsOf(outcomes: readonly Outcome[], expected: readonly string[]): readonly string[] {
  const stale = new Set(expected);
  const problems: string[] = [];
  for (const { scenario, checks, exit, output } of outcomes) {
    const broken = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    for (const { id, status, errorMessage, description } of broken) {
      const key = `${scenario}:${id}`;
      stale.delete(key);
      if (!expected.includes(key))
        problems.push(`${key}: ${status}: ${errorMessage ?? description ?? "no reason given"}`);
    }
    if (!checks.some(({ status }) => status === "SUCCESS")) problems.push(`${scenario}: nothing was tried\n${output}`);
    else if (exit !== 0 && broken.length === 0)
      problems.push(`${scenario}: ended with ${exit ?? "a signal"}\n${output}`);
  }
  return [...problems, ...[...stale].map((key) => `${key}: expected to fail, and did not`)];
}
