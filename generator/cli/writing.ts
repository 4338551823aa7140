import { errorCode } from "../write/output-host.js";
import { CannotRun } from "./cannot-run.js";
import { fileTrouble } from "./file-trouble.js";

/**
 * Turns what the file system says into one line.
 *
 * @throws {CannotRun}
 */
export async function writing<T>(out: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined);
    if (code === undefined) throw error;
    const detail = error instanceof Error && error.cause !== undefined ? ` ${error.message}` : "";
    throw new CannotRun(`Cannot write to ${out}: ${fileTrouble(error)}. Nothing was changed.${detail}`);
  }
}
