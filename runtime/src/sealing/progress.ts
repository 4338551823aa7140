import { isObject } from "../json/plain-object.js";
import { questionDigest } from "./question-digest.js";

/**
 * What a flow remembers about one input. `digest` is that of the question as it was asked.
 *
 * - `computed`: a value, never computed again
 * - `asked`: put to the client, not answered yet; `invalid` counts the answers that were not accepted
 * - `unanswered`: put to the client, and not answered in the time that there was
 * - `consented`: a person agreed to a step outside that is not done yet
 */
export type Entry =
  | { readonly kind: "computed"; readonly value: unknown }
  | { readonly kind: "asked"; readonly digest: string; readonly invalid: number }
  | { readonly kind: "unanswered"; readonly digest: string }
  | { readonly kind: "consented"; readonly digest: string }
  | { readonly kind: "accepted"; readonly digest: string; readonly value: unknown }
  | { readonly kind: "declined"; readonly digest: string }
  | { readonly kind: "cancelled"; readonly digest: string };

/** What a flow remembers: by the key of the input on the wire, and the state of a flow by hand. */
export interface InnerState {
  readonly entries: Map<string, Entry>;
  readonly manual: unknown;
}

/** A question as it goes to the client. */
export interface AskedQuestion {
  readonly method: string;
  readonly params: object | undefined;
}

/** How what a flow remembers becomes JSON, and how one question is told from another. */
export interface Progress {
  write(entries: ReadonlyMap<string, Entry>, manual: unknown): unknown;
  /** It was minted by an instance of ours, but perhaps by another version: what is not recognised is no progress, not an error. */
  read(state: unknown): InnerState;
  /** Two questions with one digest are the same question: method, parameters and pinned values. */
  digest(question: AskedQuestion, pins: readonly unknown[] | undefined): string;
}

/** Parley's own way. */
export const parleyProgress: Progress = { write, read, digest: questionDigest };

// Entries are tuples: no name of an input is ever a member name.
function write(entries: ReadonlyMap<string, Entry>, manual: unknown): unknown {
  return { e: writeEntries(entries), u: manual };
}

function read(state: unknown): InnerState {
  if (!isObject(state)) return { entries: new Map(), manual: undefined };
  return { entries: readEntries(state["e"]), manual: state["u"] };
}

/** Entries as tuples. */
export function writeEntries(entries: ReadonlyMap<string, Entry>): readonly unknown[] {
  const tuples: unknown[] = [];
  for (const [name, entry] of entries) tuples.push(writeEntry(name, entry));
  return tuples;
}

/** The entries among what was written by {@link writeEntries}. */
export function readEntries(tuples: unknown): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  if (!Array.isArray(tuples)) return entries;
  for (const tuple of tuples) {
    if (!Array.isArray(tuple)) continue;
    const [name, ...rest]: unknown[] = tuple;
    const entry = readEntry(rest);
    if (typeof name === "string" && entry !== undefined) entries.set(name, entry);
  }
  return entries;
}

function writeEntry(name: string, entry: Entry): readonly unknown[] {
  switch (entry.kind) {
    case "computed":
      return [name, "c", entry.value];
    case "asked":
      return [name, "?", entry.digest, entry.invalid];
    case "unanswered":
      return [name, "t", entry.digest];
    case "consented":
      return [name, "u", entry.digest];
    case "accepted":
      return entry.value === undefined ? [name, "a", entry.digest] : [name, "a", entry.digest, entry.value];
    case "declined":
      return [name, "d", entry.digest];
    case "cancelled":
      return [name, "x", entry.digest];
  }
}

function readEntry([code, first, second]: readonly unknown[]): Entry | undefined {
  if (code === "c") return { kind: "computed", value: first };
  if (typeof first !== "string") return undefined;
  switch (code) {
    case "?":
      return { kind: "asked", digest: first, invalid: typeof second === "number" ? second : 0 };
    case "t":
      return { kind: "unanswered", digest: first };
    case "u":
      return { kind: "consented", digest: first };
    case "a":
      return { kind: "accepted", digest: first, value: second };
    case "d":
      return { kind: "declined", digest: first };
    case "x":
      return { kind: "cancelled", digest: first };
    default:
      return undefined;
  }
}
