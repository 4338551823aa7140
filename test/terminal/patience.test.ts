import process from "node:process";
import { afterEach, expect, test, vi } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

afterEach(() => vi.useRealTimers());

/** Lists what a program offers that never says a word, and leaves after so long. */
async function listMute(milliseconds: number): Promise<string> {
  const leaving = new AbortController();
  let stderr = "";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ended = runCli({
    argv: ["list", "--", process.execPath, "-e", "process.stdin.resume()"],
    stdin: (async function* () {})(),
    stdout: { write: () => {} },
    stderr: { write: (text) => (stderr += text) },
    env: process.env,
    cwd: import.meta.dirname,
    signal: leaving.signal,
  });
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(milliseconds);
  vi.useRealTimers();
  leaving.abort();
  expect(await ended).toBe(130);
  return stderr;
}

test("whoever waits for a server that says nothing is told so, and how to leave", async () => {
  expect(await listMute(10_000)).toContain("The server has not answered yet. parley goes on waiting; Ctrl-C ends it.");
});

test("nothing is said before that has taken ten seconds", async () => {
  expect(await listMute(9_999)).not.toContain("has not answered yet");
});
