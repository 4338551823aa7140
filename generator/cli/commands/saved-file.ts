import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isFlow } from "../../terminal/saved-flow.js";
import { quoted } from "../../terminal/server-address.js";
import { errorCode } from "../../write/output-host.js";
import { CannotRun } from "../cannot-run.js";
import { fileTrouble } from "../file-trouble.js";
import type { CliStreams } from "../streams.js";

/** The file in which a call is kept while it waits, under the name that the person gave it. */
export interface SavedFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Looks at the file of `--save` before a call is made: nothing that is there already is overwritten.
 *
 * @throws {CannotRun} when there is a file, or no folder for one.
 */
export async function freshFile(name: string, { cwd, parley = "parley" }: CliStreams): Promise<SavedFile> {
  const file = savedFile(name, cwd);
  const folder = path.dirname(file.path);
  if (!(await isFolder(folder))) throw new CannotRun(`Cannot write ${name}: there is no folder ${path.dirname(name)}.`);
  const there = await readFile(file.path, "utf8").then(
    (text) => text,
    (error: unknown) => (errorCode(error) === "ENOENT" ? undefined : ""),
  );
  if (there === undefined) return file;
  throw new CannotRun(
    isFlow(there)
      ? `A call waits in ${name} already. Go on with it (${parley} resume ${quoted(name)}), or choose another file.`
      : `${name} is there already and is no saved call; choose another file.`,
  );
}

/** Whether there is a folder at an absolute path. */
export function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

export function savedFile(name: string, cwd: string): SavedFile {
  return { name, path: path.resolve(cwd, name) };
}

/**
 * Only its owner may read the file: it holds the arguments, and whoever has it can go on with the call.
 *
 * @param isNew - refuses to write over what has come to be there since it was looked at.
 * @throws {CannotRun}
 */
export async function writeSaved(file: SavedFile, text: string, isNew: boolean): Promise<void> {
  try {
    await writeFile(file.path, text, { mode: 0o600, flag: isNew ? "wx" : "w" });
  } catch (error) {
    throw new CannotRun(`Cannot write ${file.name}: ${fileTrouble(error)}.`);
  }
}

export async function removeSaved(file: SavedFile): Promise<void> {
  await rm(file.path, { force: true });
}
