import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

const program = fileURLToPath(new URL("../../dist/parley/main.js", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "parley-short-"));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  path.join(folder, "parley.yaml"),
  'parley: "1"\nserver: { name: demo, version: "1.0.0" }\ntools: { greet: { inputSchema: { type: object } } }\n',
);
writeFileSync(
  path.join(folder, "list.json"),
  '{ "tools": [{ "name": "greet", "inputSchema": { "type": "object" } }] }',
);

test.each([
  "generate parley.yaml -o out",
  "check parley.yaml -o out",
  "lint parley.yaml",
  "explain inputs/cycle",
  "import --listing list.json",
  "init project",
])("%s: what V8 is told, it takes without a word", (line) => {
  const { status, stderr } = spawnSync(process.execPath, [program, ...line.split(" ")], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).not.toMatch(/flag|illegal|unrecognized/i);
  expect(status).toBe(0);
  if (line.startsWith("lint")) expect(stderr).toBe("parley.yaml has no problems.\n");
});

/** Whether the program said of a command line that it ends soon. */
async function endsSoon(argv: readonly string[]): Promise<boolean> {
  const told = vi.fn<() => void>();
  const ended = new AbortController();
  ended.abort();
  await runCli({
    argv,
    stdin: (async function* () {})(),
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: {},
    cwd: folder,
    signal: ended.signal,
    endsSoon: told,
  });
  return told.mock.calls.length > 0;
}

test("a command that reads, writes and ends says so; one that waits for something does not", async () => {
  expect(await endsSoon(["generate", "parley.yaml", "-o", "out"])).toBe(true);
  expect(await endsSoon(["lint", "parley.yaml"])).toBe(true);
  expect(await endsSoon(["generate", "parley.yaml", "-o", "out", "--watch"])).toBe(false);
  expect(await endsSoon(["list", "--url", "http://127.0.0.1:9/mcp"])).toBe(false);
});
