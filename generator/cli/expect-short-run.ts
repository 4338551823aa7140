import process from "node:process";
import { setFlagsFromString } from "node:v8";

/**
 * By the version of V8, the flag that has its optimizing compiler take up a function only when it ran ten to fifteen times as
 * often as by default. Only for versions that know the flag (Node 20, 22 and 24): V8 prints a complaint about another.
 */
const flags: ReadonlyMap<string, string> = new Map([
  ["11.3", "--interrupt-budget=1000000"],
  ["12.4", "--invocation-count-for-turbofan=30000"],
  ["13.6", "--invocation-count-for-turbofan=30000"],
]);

/**
 * Tells V8 that this process ends soon. What it would optimize is hardly run any more when that is ready: for a specification
 * of 1000 tools the compiler takes 40 % of all processor time with Node 20, 30 % with Node 22. Code that is hot beyond that,
 * as with specifications of several megabytes, is still optimized.
 */
export function expectShortRun(): void {
  const [version] = /^\d+\.\d+/.exec(process.versions.v8) ?? [];
  const flag = version === undefined ? undefined : flags.get(version);
  if (flag !== undefined) setFlagsFromString(flag);
}
