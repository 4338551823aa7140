import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { runCli } from "../../generator/cli/run-cli.js";
import type { Person } from "../../generator/terminal/prompts.js";

export interface Terminal {
  readonly person: Person;
  /** Waits until this is on the screen, after whatever was waited for before. */
  see(text: string): Promise<void>;
  type(keys: string): void;
  /** Everything that was ever shown, without escape sequences. */
  shown(): string;
  /** The same, as it was written. */
  raw(): string;
}

export const keys = {
  enter: "\r",
  down: "\u001B[B",
  space: " ",
  escape: "\u001B",
  declines: "\u0004",
  leaves: "\u0003",
  erase: "\u007F",
};

/** A person's terminal, in memory. */
export function terminal(columns = 200): Terminal {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  let raw = "";
  let from = 0;
  let wake: () => void = () => {};
  const output = Object.assign(
    new Writable({
      write: (chunk: unknown, _encoding, done) => {
        raw += String(chunk);
        wake();
        done();
      },
    }),
    { isTTY: true, columns, rows: 60 },
  );
  const shown = (): string => stripVTControlCharacters(raw);
  return {
    person: { input, output },
    see: async (text) => {
      for (let at = -1; at < 0; ) {
        at = shown().indexOf(text, from);
        if (at >= 0) from = at + text.length;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    type: (text) => void input.write(text),
    shown,
    raw: () => raw,
  };
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, with or without somebody at a terminal. */
export async function cli(
  argv: readonly string[],
  {
    at,
    cwd = import.meta.dirname,
    env = {},
    signal,
    parley,
  }: { at?: Terminal; cwd?: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal; parley?: string } = {},
): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const code = await runCli({
    argv,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    ...(at === undefined ? {} : { person: at.person }),
    ...(signal === undefined ? {} : { signal }),
    ...(parley === undefined ? {} : { parley }),
    env,
    cwd,
  });
  return { code, stdout, stderr };
}
