import { createHash } from "node:crypto";
import { outputPathProblem } from "./output-path.js";

/** Name of the manifest in the output folder. */
export const manifestName = ".parley.json";

/** What an earlier run wrote: the SHA-256 of each file, by path. */
export interface Manifest {
  readonly contract: number;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Text as it was written, whatever a checkout did to it: without byte order mark, with LF. Two texts that differ only in
 * this are the same file.
 */
export function canonicalText(text: string): string {
  const marked = text.startsWith("\ufeff") ? text.slice(1) : text;
  return marked.includes("\r") ? marked.replaceAll("\r\n", "\n") : marked;
}

/** SHA-256 of the canonical text, in hexadecimal. */
export function hashText(text: string): string {
  return createHash("sha256").update(canonicalText(text)).digest("hex");
}

/** The manifest of `files` as text. It says nothing of versions or machines, so it changes only when a file does. */
export function manifestText(contract: number, files: ReadonlyMap<string, string>): string {
  const paths = [...files.keys()].sort((left, right) => (left < right ? -1 : 1));
  const hashes = Object.fromEntries(paths.map((path) => [path, hashText(files.get(path) ?? "")]));
  return `${JSON.stringify({ generator: "parley", contract, files: hashes }, undefined, 2)}\n`;
}

/** Reads a manifest; undefined when it is not one. A path that points out of the folder is left out. */
export function parseManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(canonicalText(text));
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value["generator"] !== "parley" || typeof value["contract"] !== "number") return undefined;
  const listed = value["files"];
  if (!isRecord(listed)) return undefined;
  const files = new Map<string, string>();
  for (const [path, hash] of Object.entries(listed)) {
    if (typeof hash === "string" && outputPathProblem(path) === undefined) files.set(path, hash);
  }
  return { contract: value["contract"], files };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
