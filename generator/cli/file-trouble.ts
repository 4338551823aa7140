import { errorCode } from "../write/output-host.js";

/** What the file system says (POSIX error names), in words. */
const words: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "its path names a file where a folder should be"],
  ["ENOENT", "there is no such folder"],
  ["EROFS", "the disk can only be read"],
  ["ENOSPC", "the disk is full"],
]);

/** Why a file cannot be read or written, to come after a colon. */
export function fileTrouble(error: unknown): string {
  const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined) ?? "unknown";
  return words.get(code) ?? code;
}
