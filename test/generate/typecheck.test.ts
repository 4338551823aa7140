import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Diagnostics of one compiler over one project. */
async function check(compiler: string, project: string): Promise<string> {
  try {
    const { stdout } = await run(
      process.execPath,
      [`node_modules/${compiler}/bin/tsc`, "-p", project, "--pretty", "false"],
      {
        cwd: root,
      },
    );
    return stdout;
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

test.each(["typescript-5.9", "typescript-6", "typescript"])(
  "%s takes everything that is generated, with every strict flag",
  async (compiler) => {
    expect(await check(compiler, "test/typecheck")).toBe("");
  },
  120_000,
);

test("and it refuses what is wrong: a question without an answer, a value that is no choice", async () => {
  const found = await check("typescript", "test/typecheck/must-fail");
  expect(found).toMatch(/missing-question\.ts\(5,\d+\): error TS2741: Property 'confirm' is missing/);
  expect(found).toMatch(/missing-question\.ts\(8,\d+\): error TS2322: Type '"huge"' is not assignable/);
});
