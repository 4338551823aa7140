import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

const here = import.meta.dirname;
const flows = readdirSync(here).filter((name) => existsSync(path.join(here, name, "parley.yaml")));

/** Runs `parley check` on one flow. */
async function check(flow: string): Promise<{ readonly code: number; readonly report: string }> {
  let report = "";
  const keep = { write: (text: string) => void (report += text) };
  const code = await runCli({
    argv: ["check", `${flow}/parley.yaml`, "-o", `${flow}/generated`],
    stdin: (async function* () {})(),
    stdout: keep,
    stderr: { write: () => undefined },
    env: {},
    cwd: here,
  });
  return { code, report };
}

it("has all fifteen flows", () => {
  expect(flows).toHaveLength(15);
});

// `node test/flows/generate.mjs` brings them up to date.
it.each(flows)("%s is generated from its spec, and is up to date", async (flow) => {
  const { code, report } = await check(flow);
  expect(code, report).toBe(0);
});
