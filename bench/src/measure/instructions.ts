import { spawnSync } from "node:child_process";
import { bareEnvironment } from "./environment.js";

/** V8 writes code while it runs; without the last, valgrind would go on with what was in its place before. */
const counting = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--smc-check=all-non-file"];

/** Whether this machine can count instructions. */
export function canCountInstructions(): boolean {
  return spawnSync("valgrind", ["--version"]).status === 0;
}

/**
 * Counts the instructions of all threads of a program, with valgrind: forty times slower than the program alone, but the same
 * to within one per cent whatever else the machine does.
 *
 * @throws when the program fails; its messages are in the error.
 */
export function countInstructions(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): number {
  const { status, stderr } = spawnSync("valgrind", [...counting, ...command], {
    cwd,
    encoding: "utf8",
    env: { ...bareEnvironment(), ...environment },
  });
  const counted = /I\s+refs:\s+([\d,]+)/.exec(stderr)?.[1];
  if (status !== 0 || counted === undefined) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr}`);
  return Number(counted.replaceAll(",", ""));
}
