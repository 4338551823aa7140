import type { Options } from "yargs";

/** What yargs read, by the name of the option or positional. */
export type Given = Readonly<Record<string, unknown>>;

/** A command line that cannot be understood: a message for people. */
export class UsageError extends Error {}

/** Stands for a bare `-`, which yargs drops from positionals (yargs issue 1312). */
export const stdinSentinel = "\u0000stdin";

export const flag = (describe: string): Options => ({ type: "boolean", describe });

/** yargs collects an option that is given twice into a list; none of ours means anything twice, but those of {@link texts}. */
export function text(given: Given, name: string): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(Array.isArray(value) ? `--${name} is given more than once.` : `--${name} needs a value.`);
}

/** An option that may be given several times, or a list of positionals. */
export function texts(given: Given, name: string): readonly string[] {
  const value = given[name];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    if (typeof each === "string" && each !== "") return each;
    throw new UsageError(`--${name} needs a value.`);
  });
}

export function required(given: Given, name: string): string {
  const value = text(given, name);
  if (value === undefined) throw new UsageError(`Missing: ${name}.`);
  return value;
}
