import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/python-semantics.md", import.meta.url), "utf8");

/** How many behaviours each group of the reference has, and how many weaknesses. */
const groups = {
  A: 26,
  B: 13,
  C: 10,
  D: 26,
  E: 9,
  F: 8,
  G: 15,
  H: 16,
  I: 28,
  J: 12,
  K: 13,
  L: 6,
  M: 21,
  N: 9,
  O: 1,
  W: 30,
};

interface Row {
  readonly id: string;
  /** Titles of tests. */
  readonly tests: readonly string[];
  /** Why ours differs; empty where it does not. */
  readonly reason: string;
}

const rows: readonly Row[] = [...page.matchAll(/^\| ([A-Z]\d\d) \| (.*?) \| (.*?) \|$/gm)].map(
  ([, id = "", tests = "", reason = ""]) => ({
    id,
    tests: [...tests.matchAll(/«(.*?)»/g)].map(([, title = ""]) => title),
    reason: reason.trim(),
  }),
);

const folder = new URL("../", import.meta.url);
const sources = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => /\.(?:test|conformance|interop)\.ts$/.test(name) && !name.includes("node_modules"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("\n");

/** True for the title of a test: the first argument of a call. */
function isTitle(title: string): boolean {
  const literal = JSON.stringify(title).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`\\(\\s*${literal},`).test(sources);
}

it("has a row for every behaviour and every weakness of the reference, and no other", () => {
  const expected = Object.entries(groups).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `${group}${String(index + 1).padStart(2, "0")}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(expected);
});

it("names tests that there are", () => {
  const missing = rows.flatMap(({ id, tests }) =>
    tests.filter((title) => !isTitle(title)).map((title) => `${id} ${title}`),
  );
  expect(missing).toEqual([]);
  expect(isTitle("a test that nobody wrote")).toBe(false);
});

it("says of every behaviour which test shows it, or why ours differs", () => {
  const silent = rows.filter(({ tests, reason }) => tests.length === 0 && reason.split(" ").length < 5);
  expect(silent.map(({ id }) => id)).toEqual([]);
});
