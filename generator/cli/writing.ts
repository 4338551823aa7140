import { errorCode, nodeOutputHost } from "../write/output-host.js";
import { writeOutput, type OutputChange } from "../write/write-output.js";
import { CannotRun } from "./cannot-run.js";
import { fileTrouble } from "./file-trouble.js";
import type { CliStreams } from "./streams.js";

/**
 * Turns what the file system says into one line. An error with a cause says itself what became of the folder; after any
 * other nothing is changed.
 *
 * @throws {CannotRun}
 */
export async function writing<T>(out: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined);
    if (code === undefined) throw error;
    const outcome = error instanceof Error && error.cause !== undefined ? error.message : "Nothing was changed.";
    throw new CannotRun(`Cannot write to ${out}: ${fileTrouble(error)}. ${outcome}`);
  }
}

/**
 * Writes the files of one run, all or none.
 *
 * @param out - the folder as it was given.
 * @throws {CannotRun}
 */
export async function writeAll(out: string, folder: string, change: OutputChange, streams: CliStreams): Promise<void> {
  const left = await writing(out, () => writeOutput(folder, change, nodeOutputHost, String(process.pid)));
  if (left === undefined) return;
  streams.stderr.write(`Everything is written, but ${left} could not be removed. It holds the files of before.\n`);
}
