import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Diagnostics of TypeScript 7 over one project; `npm run check:compilers` runs 5.9 and 6 as well. */
async function check(project: string): Promise<string> {
  const tsc = "node_modules/typescript/bin/tsc";
  try {
    const { stdout } = await run(process.execPath, [tsc, "-p", project, "--pretty", "false"], { cwd: root });
    return stdout;
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

test("everything that is generated compiles with every strict flag", async () => {
  expect(await check("test/typecheck")).toBe("");
}, 60_000);

test("and what is wrong does not: a question without an answer, a value that is no choice", async () => {
  const found = await check("test/typecheck/must-fail");
  expect(found).toMatch(/missing-question\.ts\(5,\d+\): error TS2741: Property 'confirm' is missing/);
  expect(found).toMatch(/missing-question\.ts\(8,\d+\): error TS2322: Type '"huge"' is not assignable/);
}, 60_000);
