import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runCli } from "../../generator/cli/run-cli.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const source = path.join(root, "test/cases/every-input-kind/parley.yaml");
const spec = readFileSync(source, "utf8");

/** Everything that would be generated, as one text. */
async function generated(text: string): Promise<string> {
  let stdout = "";
  const code = await runCli({
    argv: ["generate", "-", "--stdout"],
    stdin: (async function* () {
      yield text;
    })(),
    stdout: { write: (chunk) => (stdout += chunk) },
    stderr: { write: () => true },
    env: {},
    cwd: "/nowhere",
  });
  expect(code).toBe(0);
  return stdout;
}

test("ten runs give the same bytes", async () => {
  const first = await generated(spec);
  for (let run = 1; run < 10; run += 1) expect(await generated(spec)).toBe(first);
});

test("line ends and a byte order mark do not come through, and JSON is as good as YAML", async () => {
  const first = await generated(spec);
  expect(await generated(`\ufeff${spec.replaceAll("\n", "\r\n")}`)).toBe(first);
  expect(await generated(JSON.stringify(parse(spec)))).toBe(first);
});

test("neither locale nor time zone nor the working folder come through", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "parley-elsewhere-"));
  try {
    await writeFile(path.join(folder, "parley.yaml"), spec);
    const main = path.join(root, "dist/generator/cli/main.js");
    const { stdout } = await run(process.execPath, [main, "generate", "parley.yaml", "--stdout"], {
      cwd: folder,
      env: { TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", NO_COLOR: "1" },
      maxBuffer: 1 << 24,
    });
    expect(stdout).toBe(await generated(spec));
  } finally {
    await rm(folder, { recursive: true });
  }
});
