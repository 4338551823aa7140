import { isAbsolute, relative, sep } from "node:path";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import { maxDocumentSize } from "./limits.js";
import { type LoadHost, NotReadable } from "./load-host.js";

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ENOTDIR", "a part of the path is not a folder"],
  ["ELOOP", "too many symbolic links"],
  ["ENAMETOOLONG", "the name is too long"],
]);

/** Path as people see it, with `/` on every system. */
export function displayPath(absolute: string, cwd: string): string {
  const path = relative(cwd, absolute);
  const short = path === "" || isAbsolute(path) ? absolute : path;
  return sep === "/" ? short : short.replaceAll(sep, "/");
}

/**
 * Reads a text file. A byte order mark is dropped and CRLF becomes LF, so that a checkout on Windows means the same.
 *
 * @param from - where the path is written, for the diagnostic.
 */
export async function readSource(
  absolute: string,
  host: LoadHost,
  from: Location | undefined,
): Promise<[SourceFile | undefined, readonly Diagnostic[]]> {
  const path = displayPath(absolute, host.cwd);
  let raw: string;
  try {
    raw = await host.readFile(absolute);
  } catch (problem) {
    if (problem instanceof TypeError) return [undefined, [diagnose("load/encoding", from, { path })]];
    if (problem instanceof NotReadable) {
      const { size } = problem;
      const found =
        problem.reason === "too-large"
          ? diagnose("load/too-large", from, { path, size, limit: maxDocumentSize })
          : diagnose("load/unreadable", from, { path, reason: "it is not a regular file" });
      return [undefined, [found]];
    }
    const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
    return [undefined, [diagnose("load/unreadable", from, { path, reason: reasons.get(code) ?? "it cannot be read" })]];
  }
  if (raw.length > maxDocumentSize) {
    return [undefined, [diagnose("load/too-large", from, { path, size: raw.length, limit: maxDocumentSize })]];
  }
  const text = (raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw).replaceAll("\r\n", "\n");
  if (text.includes("\0")) return [undefined, [diagnose("load/encoding", from, { path })]];
  return [{ path, absolute, text }, []];
}
