import { canonicalText, hashText } from "./manifest.js";
import type { OutputState } from "./read-output.js";

/** How the planned files relate to what is on disk; every planned path is in exactly one of the first five lists. */
export interface OutputComparison {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly same: readonly string[];
  /** There is a file that no earlier run wrote: it is not ours to overwrite. */
  readonly foreign: readonly string[];
  /** There is a folder or a link in the way; not even by force is anything removed or written through it. */
  readonly blocked: readonly string[];
  /** Written by an earlier run and not planned any more; unchanged since, so it can go. */
  readonly stale: readonly string[];
  /** Not planned any more either, but changed by hand: it stays. */
  readonly abandoned: readonly string[];
  /** Planned, written by an earlier run, and changed by hand since. */
  readonly edited: readonly string[];
  /** The manifest on disk says what the planned one will say. */
  readonly manifestIsCurrent: boolean;
}

/** Compares text by text; differences in line ends and byte order mark do not count. */
export function compareOutput(
  files: ReadonlyMap<string, string>,
  manifest: string,
  state: OutputState,
): OutputComparison {
  const added: string[] = [];
  const changed: string[] = [];
  const same: string[] = [];
  const foreign: string[] = [];
  const blocked: string[] = [];
  const edited: string[] = [];
  for (const [path, text] of files) {
    const entry = state.entries.get(path) ?? { kind: "missing" };
    const recorded = state.manifest?.files.get(path);
    if (entry.kind === "missing") added.push(path);
    else if (entry.kind === "other") blocked.push(path);
    else if (canonicalText(entry.text) === text) same.push(path);
    else if (recorded === undefined) foreign.push(path);
    else {
      changed.push(path);
      if (hashText(entry.text) !== recorded) edited.push(path);
    }
  }
  const stale: string[] = [];
  const abandoned: string[] = [];
  for (const [path, recorded] of state.manifest?.files ?? []) {
    const entry = state.entries.get(path);
    if (files.has(path) || entry === undefined || entry.kind === "missing") continue;
    const ours = entry.kind === "file" && hashText(entry.text) === recorded;
    (ours ? stale : abandoned).push(path);
  }
  const manifestIsCurrent = state.manifestText !== undefined && canonicalText(state.manifestText) === manifest;
  return { added, changed, same, foreign, blocked, stale, abandoned, edited, manifestIsCurrent };
}

/** True when a run would change nothing. */
export function isUpToDate(comparison: OutputComparison): boolean {
  const { added, changed, foreign, blocked, stale, manifestIsCurrent } = comparison;
  return manifestIsCurrent && [added, changed, foreign, blocked, stale].every((list) => list.length === 0);
}
