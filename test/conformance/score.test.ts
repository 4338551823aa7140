import { expect, it } from "vitest";
import { type Check, type Outcome, problemsOf } from "./score.ts";

const outcome = (statuses: readonly Check["status"][], exit = 0): Outcome => ({
  scenario: "tools-list",
  checks: statuses.map((status, index) => ({ id: `check-${index}`, status, errorMessage: "the reason" })),
  exit,
  output: "what the suite said",
});

it("passes a scenario in which something succeeded and nothing failed", () => {
  expect(problemsOf([outcome(["SUCCESS", "SKIPPED", "INFO"])], [])).toEqual([]);
});

it.each(["FAILURE", "WARNING"] as const)("fails a scenario for a %s", (status) => {
  expect(problemsOf([outcome(["SUCCESS", status], 1)], [])).toEqual([`tools-list:check-1: ${status}: the reason`]);
});

it("fails a scenario in which nothing could be tried", () => {
  expect(problemsOf([outcome(["SKIPPED", "INFO"])], [])).toEqual([
    "tools-list: nothing was tried\nwhat the suite said",
  ]);
  expect(problemsOf([outcome([])], [])).toHaveLength(1);
});

it("fails a client that ends badly although every check succeeded", () => {
  expect(problemsOf([outcome(["SUCCESS"], 1)], [])).toEqual(["tools-list: ended with 1\nwhat the suite said"]);
});

it("excuses an expected failure, and only that one", () => {
  const outcomes = [outcome(["SUCCESS", "FAILURE", "WARNING"], 1)];
  expect(problemsOf(outcomes, ["tools-list:check-1"])).toEqual(["tools-list:check-2: WARNING: the reason"]);
  expect(problemsOf(outcomes, ["tools-list:check-1", "tools-list:check-2"])).toEqual([]);
});

it("fails when an expected failure does not happen", () => {
  expect(problemsOf([outcome(["SUCCESS"])], ["tools-list:check-0"])).toEqual([
    "tools-list:check-0: expected to fail, and did not",
  ]);
});
