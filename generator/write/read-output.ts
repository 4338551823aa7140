import path from "node:path";
import { manifestName, parseManifest, type Manifest } from "./manifest.js";
import { isMissing, type OutputHost } from "./output-host.js";
import { resolveInside } from "./output-path.js";

/** One path in the output folder as it is now. */
export type DiskEntry =
  | { readonly kind: "file"; readonly text: string }
  /** A folder, link or device where a file should be, or a path that leads through one. */
  | { readonly kind: "other" }
  | { readonly kind: "missing" };

/** The output folder, as far as a run is concerned. */
export interface OutputState {
  readonly manifest: Manifest | undefined;
  /** Text of the manifest file; undefined when there is none. */
  readonly manifestText: string | undefined;
  /** Every path that is planned or in the manifest. */
  readonly entries: ReadonlyMap<string, DiskEntry>;
}

/** Looks at what is there. Symbolic links inside the folder are never followed. */
export async function readOutput(folder: string, planned: Iterable<string>, host: OutputHost): Promise<OutputState> {
  const folders = new Map<string, FolderKind>();
  const manifestEntry = await readEntry(folder, manifestName, host, folders);
  const manifestText = manifestEntry.kind === "file" ? manifestEntry.text : undefined;
  const manifest = manifestText === undefined ? undefined : parseManifest(manifestText);
  const entries = new Map<string, DiskEntry>();
  for (const relative of new Set([...planned, ...(manifest?.files.keys() ?? [])])) {
    entries.set(relative, await readEntry(folder, relative, host, folders));
  }
  return { manifest, manifestText, entries };
}

async function readEntry(
  folder: string,
  relative: string,
  host: OutputHost,
  folders: Map<string, FolderKind>,
): Promise<DiskEntry> {
  const absolute = resolveInside(folder, relative, path);
  const segments = relative.split("/").slice(0, -1);
  for (const [index] of segments.entries()) {
    const parent = path.resolve(folder, ...segments.slice(0, index + 1));
    const kind = folders.get(parent) ?? (await folderKind(parent, host));
    folders.set(parent, kind);
    if (kind !== "folder") return { kind };
  }
  try {
    const stats = await host.lstat(absolute);
    return stats.isFile() ? { kind: "file", text: await host.readFile(absolute) } : { kind: "other" };
  } catch (error) {
    if (isMissing(error)) return { kind: "missing" };
    throw error;
  }
}

type FolderKind = "folder" | "missing" | "other";

async function folderKind(absolute: string, host: OutputHost): Promise<FolderKind> {
  try {
    return (await host.lstat(absolute)).isDirectory() ? "folder" : "other";
  } catch (error) {
    if (isMissing(error)) return "missing";
    throw error;
  }
}
