import path from "node:path";
import { isMissing, type OutputHost } from "./output-host.js";
import { resolveInside } from "./output-path.js";

/** What one run does to the output folder. Paths are relative, with `/`. */
export interface OutputChange {
  /** New text by path, in the order in which it is put in place. */
  readonly write: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
}

/** What was done so far, as the steps that take it back. */
interface Undo {
  /** Renames, which put the files back as they were. */
  readonly moves: (() => Promise<void>)[];
  /** Removals of folders that were made. */
  readonly folders: (() => Promise<void>)[];
}

/**
 * Puts all files in place or none: texts are staged beside their targets, then renamed one by one, what they replace is
 * kept until the end, and removals come last. When a step fails the steps before it are taken back.
 *
 * @returns the staging folder if it could not be removed: all files are in place, and it holds those that they replaced.
 * @throws what the file system threw; the files are then as they were. Where one could not be put back, an error that
 *   says so, with the other as its cause: the old files are in the staging folder.
 */
export async function writeOutput(
  folder: string,
  change: OutputChange,
  host: OutputHost,
  id: string,
): Promise<string | undefined> {
  const undo: Undo = { moves: [], folders: [] };
  const stage = path.join(folder, `.parley-tmp-${id}`);
  try {
    await makeFolders(folder, undo, host);
    await host.mkdir(stage);
    undo.folders.push(() => host.removeTree(stage));
    await stageTexts(stage, change.write, host);
    const backup = path.join(stage, "old");
    await host.mkdir(backup);
    let count = 0;
    for (const relative of change.write.keys()) {
      const target = resolveInside(folder, relative, path);
      await makeFolders(path.dirname(target), undo, host);
      count += 1;
      await setAside(target, path.join(backup, String(count)), undo, host);
      await move(path.join(stage, String(count)), target, undo, host);
    }
    for (const relative of change.remove) {
      count += 1;
      await setAside(resolveInside(folder, relative, path), path.join(backup, String(count)), undo, host);
    }
  } catch (error) {
    await takeBack(undo, stage, error);
    throw error;
  }
  const left = await host.removeTree(stage).then(
    () => undefined,
    () => stage,
  );
  await removeEmptyFolders(folder, change.remove, host);
  return left;
}

async function stageTexts(stage: string, texts: ReadonlyMap<string, string>, host: OutputHost): Promise<void> {
  let count = 0;
  for (const text of texts.values()) {
    count += 1;
    await host.writeFile(path.join(stage, String(count)), text);
  }
}

async function makeFolders(folder: string, undo: Undo, host: OutputHost): Promise<void> {
  try {
    await host.lstat(folder);
    return;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await makeFolders(path.dirname(folder), undo, host);
  await host.mkdir(folder);
  undo.folders.push(() => host.rmdir(folder));
}

async function setAside(target: string, backup: string, undo: Undo, host: OutputHost): Promise<void> {
  try {
    await host.lstat(target);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await move(target, backup, undo, host);
}

async function move(from: string, to: string, undo: Undo, host: OutputHost): Promise<void> {
  await host.rename(from, to);
  undo.moves.push(() => host.rename(to, from));
}

/** Runs the undo steps, last first. A rename that fails ends it: the staging folder then still holds the old files. */
async function takeBack({ moves, folders }: Undo, stage: string, cause: unknown): Promise<void> {
  for (const putBack of moves.toReversed()) {
    try {
      await putBack();
    } catch {
      const message = `Writing failed and could not be taken back; the files as they were are in ${stage}.`;
      throw new Error(message, { cause });
    }
  }
  // A folder that cannot be removed any more is in nobody's way.
  for (const remove of folders.toReversed()) await remove().catch(() => undefined);
}

/** Folders that a removal left empty go too; whatever stands in the way stays. */
async function removeEmptyFolders(folder: string, removed: readonly string[], host: OutputHost): Promise<void> {
  for (const relative of removed) {
    const segments = relative.split("/").slice(0, -1);
    while (segments.length > 0) {
      try {
        await host.rmdir(path.join(folder, ...segments));
      } catch {
        break;
      }
      segments.pop();
    }
  }
}
