import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { asProgram, scratch } from "./served.js";
import { cli, keys, terminal } from "./terminal.js";

const { file } = asProgram();
const cwd = scratch();
const node = process.execPath;
const parley = fileURLToPath(new URL("../../dist/parley/main.js", import.meta.url));

/** What has noted its process id in a file and is still there. */
function running(pids: string): readonly number[] {
  return readFileSync(path.join(cwd, pids), "utf8")
    .trim()
    .split("\n")
    .map(Number)
    .filter((pid) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    });
}

test("a program that speaks 2025-11-25 is asked and answered the same way", async () => {
  const at = terminal();
  const call = cli(["call", "colour", "--", node, file, "--2025"], { at });
  await at.see("Which colour?");
  await at.see("● red");
  at.type(keys.down + keys.enter);
  const { code, stdout } = await call;
  expect([code, JSON.parse(stdout)]).toEqual([0, { colour: { action: "accept", content: { colour: "blue" } } }]);
});

test("a server that does not speak the revision that was asked for is said not to", async () => {
  const { code, stderr } = await cli(["list", "--protocol", "2026-07-28", "--", node, file, "--2025"]);
  expect([code, stderr]).toEqual([
    2,
    "parley: The server does not speak 2026-07-28. Without --protocol it is asked what it speaks.\n",
  ]);
});

test("a 2025-era server does not name its questions: an answer is taken where only one fits", async () => {
  writeFileSync(path.join(cwd, "one.json"), JSON.stringify({ any: { accept: { colour: "blue" } } }));
  const { stdout } = await cli(["call", "colour", "--answers", "one.json", "--", node, file, "--2025"], { cwd });
  expect(JSON.parse(stdout)).toEqual({ colour: { action: "accept", content: { colour: "blue" } } });
  writeFileSync(
    path.join(cwd, "two.json"),
    JSON.stringify({ a: { accept: { colour: "blue" } }, b: { accept: { colour: "red" } } }),
  );
  const unsure = await cli(["call", "colour", "--answers", "two.json", "--", node, file, "--2025"], { cwd });
  expect(JSON.parse(unsure.stdout)).toEqual({ colour: { action: "decline" } });
});

test("an option that the program got, and parley may have been meant to get, is remarked on, and the call goes on", async () => {
  const { code, stderr } = await cli(["call", "colour", "--", node, file, "--2025", "--answers", "one.json"], { cwd });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^--answers stands after --, so it goes to the program\.(?:.|\n)*declined/),
  ]);
});

test("a server of ours names its questions on a 2025-era connection as well", async () => {
  const answers = { colour: { accept: { colour: "red" } }, shade: { accept: { colour: "blue" } } };
  writeFileSync(path.join(cwd, "named.json"), JSON.stringify(answers));
  const { stdout } = await cli(["call", "hinted", "--answers", "named.json", "--", node, file, "--2025"], { cwd });
  expect(JSON.parse(stdout)).toEqual({ shade: { action: "accept", content: { colour: "blue" } } });
});

test("--verbose shows what a program says, as it says it", async () => {
  const { stderr } = await cli(["list", "-v", "--", node, file, "--broken"]);
  expect(stderr).toContain("server: no licence\n");
  expect(stderr).not.toContain("It said");
});

test("a person who leaves leaves no program behind, not even one that will not go", async () => {
  const at = terminal();
  const env = { ...process.env, PID_FILE: path.join(cwd, "stubborn") };
  const call = cli(["call", "colour", "--", node, file, "--stubborn"], { at, env });
  await at.see("● red");
  expect(running("stubborn").length).toBe(1);
  at.type(keys.leaves);
  expect(await call).toMatchObject({ code: 130, stdout: "" });
  expect(running("stubborn")).toEqual([]);
});

test("an interrupt while a program is silent ends it and the one that was started to try it", async () => {
  const child = spawn(node, [parley, "list", "--", node, file, "--stubborn", "--mute"], {
    env: { ...process.env, PID_FILE: path.join(cwd, "mute") },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  while (!existsSync(path.join(cwd, "mute"))) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(running("mute")).toEqual([]);
});

test("what a program said before it ended explains why it cannot be reached, without its colours", async () => {
  const { code, stderr } = await cli(["list", "--", node, file, "--broken"]);
  expect(code).toBe(2);
  expect(stderr).toContain("It said:\n  no licence\n");
  expect(await cli(["list", "--", "no-such-program-anywhere"])).toEqual({
    code: 2,
    stdout: "",
    stderr: 'parley: Cannot start "no-such-program-anywhere": there is no such program.\n',
  });
});

test.runIf(process.platform === "linux" && existsSync("/usr/bin/script"))(
  "at a real terminal the prompts go to stderr, and the result to stdout",
  async () => {
    const out = path.join(cwd, "out.json");
    // What `script` opens has no width of its own.
    const command = `stty cols 100 rows 40; '${node}' '${parley}' call colour -- '${node}' '${file}' > '${out}'`;
    const child = spawn("/usr/bin/script", ["-qec", command, "/dev/null"], { stdio: ["pipe", "pipe", "ignore"] });
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    let screen = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const before = screen.includes("to navigate");
      screen += chunk.toString();
      if (!before && screen.includes("to navigate")) child.stdin.write(keys.enter);
    });
    expect(await ended).toBe(0);
    expect(screen).toContain("Which colour?");
    expect(JSON.parse(readFileSync(out, "utf8"))).toEqual({ colour: { action: "accept", content: { colour: "red" } } });
  },
);
