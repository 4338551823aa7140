import { readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { acceptResult, expectedOf, runCase } from "./run-case.js";

const root = fileURLToPath(new URL("../cases/", import.meta.url));
const names = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

// `UPDATE_CASES=1 npx vitest run test/generate/cases.test.ts` makes what comes out the expectation; review it as text.
test.each(names)("%s", async (name) => {
  const folder = path.join(root, name);
  const result = await runCase(folder);
  if (process.env["UPDATE_CASES"] === "1") await acceptResult(folder, result);
  const expected = await expectedOf(folder);
  expect(result.stderr).toBe(expected.stderr);
  expect(result.stdout).toBe(expected.stdout);
  expect(result.exitCode).toBe(expected.exitCode);
  expect(result.removed).toBe(expected.removed);
  expect(Object.keys(result.tree).sort()).toEqual(Object.keys(expected.tree).sort());
  for (const [file, text] of Object.entries(expected.tree)) expect(result.tree[file], file).toBe(text);
});
