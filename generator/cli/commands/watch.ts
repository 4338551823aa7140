import { watch as watchFolder, type FSWatcher } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { CannotRun } from "../cannot-run.js";
import { exitCodes } from "../exit-codes.js";
import type { CliStreams } from "../streams.js";
import { generateOnce, type GenerateInvocation } from "./generate.js";

/** Milliseconds without a change before a run starts: editors save in several steps. */
const quiet = 60;

/**
 * `parley generate --watch`: runs again when a document that the last run read has changed. Folders are watched and not
 * files, because many editors replace a file by renaming another one over it. What a run writes is not watched for, so
 * output beside the spec does not start a run.
 */
export async function watch(invocation: GenerateInvocation, streams: CliStreams): Promise<number> {
  const { signal } = streams;
  if (invocation.spec === "-") throw new CannotRun("Only a file can be watched, not stdin.");
  const watchers = new Map<string, FSWatcher>();
  const entry = path.resolve(streams.cwd, invocation.spec);
  let documents: ReadonlySet<string> = new Set();
  let wake: () => void = () => {};
  let changed = true;

  const onEvent = (folder: string, name: string | null): void => {
    if (name !== null && !documents.has(path.join(folder, name))) return;
    changed = true;
    wake();
  };
  const follow = async (files: readonly string[]): Promise<void> => {
    // A broken document may have been read only in part: what was followed before is followed still.
    documents = new Set([...documents, ...files, ...(await Promise.all(files.map(target)))]);
    for (const folder of new Set([...documents].map((file) => path.dirname(file)))) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watchFolder(folder, (_event, name) => onEvent(folder, name));
        watcher.on("error", () => watchers.delete(folder));
        watchers.set(folder, watcher);
      } catch {
        // The folder is gone; the run says that the document is.
      }
    }
  };
  const stop = (): void => wake();
  const isStopped = (): boolean => signal?.aborted === true;
  signal?.addEventListener("abort", stop);
  try {
    while (!isStopped()) {
      if (changed) {
        changed = false;
        // Before the run: where a link leads may have changed, and what is saved there during the run counts.
        await follow([entry]);
        await follow(await run(invocation, streams));
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        await new Promise((resolve) => setTimeout(resolve, quiet));
      }
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    for (const watcher of watchers.values()) watcher.close();
  }
  return exitCodes.interrupted;
}

/** Where a link leads, whose folder tells of a save. The file itself when there is no link, or no file. */
async function target(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return file;
  }
}

/** One run. What stops a single run must not stop the watching: the next save may mend it. */
async function run(invocation: GenerateInvocation, streams: CliStreams): Promise<readonly string[]> {
  try {
    return (await generateOnce(invocation, streams)).read;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    streams.stderr.write(`parley: ${error.message}\n`);
    return [];
  }
}
