import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bareEnvironment } from "./environment.js";
import { shuffled, summarise, type Timing } from "./rounds.js";

/** A program whose processor time is measured. */
export interface Program {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
}

// The process reports on itself when it ends: user and system time of all its threads, the start of Node included.
const report = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String(user + system));
});`;

/**
 * Processor time of whole processes, in nanoseconds: each program runs once a round, in an order drawn anew.
 *
 * @throws when a program fails; its messages are in the error.
 */
export async function timeProcesses(programs: readonly Program[], rounds: number): Promise<readonly Timing[]> {
  const reporter = path.join(mkdtempSync(path.join(tmpdir(), "parley-bench-")), "report.cjs");
  writeFileSync(reporter, report);
  const samples = programs.map((): number[] => []);
  const lanes = programs.map((program, index) => ({ program, into: samples[index] ?? [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { program, into } of shuffled(lanes)) into.push(await run(program, reporter));
  }
  rmSync(path.dirname(reporter), { recursive: true });
  return programs.map(({ name }, index) => summarise(name, samples[index] ?? []));
}

function run({ name, arguments: given, cwd }: Program, reporter: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--require", reporter, ...given], {
      cwd,
      env: bareEnvironment(),
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const output: string[] = [];
    const reported: string[] = [];
    child.stdout?.on("data", (chunk) => output.push(String(chunk)));
    child.stderr?.on("data", (chunk) => output.push(String(chunk)));
    child.stdio[3]?.on("data", (chunk) => reported.push(String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Number(reported.join("")) * 1000);
      else reject(new Error(`${name} ended with ${code}: ${output.join("")}`));
    });
  });
}
