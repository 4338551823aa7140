import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the example prints the answer below each question, in every process that answers", () => {
  const script = fileURLToPath(new URL("../../scripts/run-example.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect(status).toBe(0);
  const lines = stdout.split("\n").map((line) => line.trim());
  const below = lines.flatMap((line, index) => (line.startsWith("?") ? [lines[index + 1]] : []));
  expect(below).toEqual([
    '!  { region: "eu-west-1" }',
    '!  { billing: "yearly" }',
    // The first of two processes, which saves the call in place of answering.
    "saved; nobody has answered yet",
    '!  { region: "us-east-1" }',
    '!  { billing: "monthly" }',
  ]);
}, 60_000);
