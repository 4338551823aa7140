import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const spec = 'parley: "1"\nserver: { name: demo, version: "1.0.0" }\ntools: { t: {} }\n';

test("generate stops between two stages, before anything is written", async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), "parley-interrupt-"));
  folders.push(cwd);
  await writeFile(path.join(cwd, "parley.yaml"), spec);
  const interrupt = new AbortController();
  let stderr = "";
  const ended = runCli({
    argv: ["generate", "parley.yaml", "-o", "out"],
    stdin: new PassThrough(),
    stdout: { write: () => true },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd,
    signal: interrupt.signal,
  });
  interrupt.abort();
  expect(await ended).toBe(130);
  expect(stderr).toBe("");
  expect(await readdir(cwd)).toEqual(["parley.yaml"]);
});

test.each([
  ["lint", "-"],
  ["import", "--listing", "-"],
])("%s gives up a stdin that never ends", async (...argv) => {
  const stdin = new PassThrough();
  stdin.write("parley:");
  const interrupt = new AbortController();
  const write = (): boolean => true;
  const streams = { argv, stdin, stdout: { write }, stderr: { write }, env: {}, cwd: "/nowhere" };
  const ended = runCli({ ...streams, signal: interrupt.signal });
  setTimeout(() => interrupt.abort(), 50);
  expect(await ended).toBe(130);
  expect(stdin.destroyed).toBe(true);
});

test("a full disk is no bug of this program", async () => {
  let stderr = "";
  const code = await runCli({
    argv: ["--help"],
    stdin: new PassThrough(),
    stdout: {
      write: () => {
        throw Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write" });
      },
    },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: "/nowhere",
  });
  expect(code).toBe(2);
  expect(stderr).toBe("parley: cannot write what there is to say (ENOSPC).\n");
});
