import { addAbortSignal, Readable } from "node:stream";
import type { Person } from "../terminal/prompts.js";

/** One output stream of the process, or a test's. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Everything that the command line program takes from the outside. */
export interface CliStreams {
  /** Without the interpreter and the script. */
  readonly argv: readonly string[];
  readonly stdin: AsyncIterable<string | Uint8Array>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who sits at the terminal; absent when stdin or stderr is none, so that nobody can be asked. */
  readonly person?: Person;
  /** Absolute. */
  readonly cwd: string;
  /** How the program is called where what it prints is copied to; `parley` where it is on the path. */
  readonly parley?: string;
  /** Aborted by Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Called when the command is one that reads, writes and ends. */
  readonly endsSoon?: () => void;
}

/**
 * Whether a stream gets colours: `--color` and `--no-color` decide, then `NO_COLOR` (no-color.org: any text but the empty
 * one), then `FORCE_COLOR`, then whether a person looks at it.
 */
export function wantsColor(
  stream: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
  option: boolean | undefined,
): boolean {
  if (option !== undefined) return option;
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/**
 * Everything that comes through stdin, as text.
 *
 * @throws the signal's reason when stdin is given up before its end.
 */
export async function readAll(stdin: AsyncIterable<string | Uint8Array>, signal?: AbortSignal): Promise<string> {
  // A read that waits would keep the process.
  if (signal !== undefined && stdin instanceof Readable) addAbortSignal(signal, stdin);
  const chunks: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for await (const chunk of stdin) chunks.push(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}
