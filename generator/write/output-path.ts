import { posix, win32 } from "node:path";

const deviceNames = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * What is wrong with the path of a planned file, or nothing. A path is relative, with `/`, and means the same file on
 * every system: no drive, no stream, no device, nothing that Windows trims.
 */
export function outputPathProblem(path: string): string | undefined {
  if (path === "") return "is empty";
  if (posix.isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path)) return "is absolute";
  if (path.includes("\\")) return "has a backslash";
  for (const segment of path.split("/")) {
    if (segment === "" || segment === "." || segment === "..") return "has an empty, `.` or `..` segment";
    if (/[\p{Cc}<>:"|?*]/u.test(segment)) return "has a character that some systems refuse";
    if (/[. ]$/.test(segment)) return "has a segment that ends in a dot or a space";
    if (deviceNames.test(segment)) return "names a device";
  }
  return undefined;
}

/** The part of `node:path` that is needed; tests give `path.win32`. */
export type PathRules = Pick<typeof posix, "resolve" | "relative" | "isAbsolute" | "sep">;

/**
 * The absolute path of a planned file.
 *
 * @throws {Error} when it would lie outside `folder`: a planned path comes from this program, so that is a bug.
 */
export function resolveInside(folder: string, path: string, rules: PathRules): string {
  const problem = outputPathProblem(path);
  const absolute = rules.resolve(folder, path);
  const back = rules.relative(rules.resolve(folder), absolute);
  const outside = back === "" || back === ".." || back.startsWith(`..${rules.sep}`) || rules.isAbsolute(back);
  if (problem !== undefined || outside) {
    throw new Error(`The planned path ${JSON.stringify(path)} ${problem ?? "leaves the output folder"}.`);
  }
  return absolute;
}
