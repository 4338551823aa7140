import { dirname, isAbsolute, relative, resolve } from "node:path";
import { diagnose, hasErrors, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import { loadDocument, type LoadedDocument } from "../load/load-document.js";
import type { LoadHost } from "../load/load-host.js";
import { locateMember, type Origins } from "../load/origin.js";
import { readSource } from "../load/read-source.js";
import { textMember } from "../load/values.js";
import { parseReference } from "./reference.js";

/** The entry document and every document and text file that it reaches. */
export interface Project {
  readonly entry: LoadedDocument;
  readonly origins: Origins;
  readonly documents: ReadonlyMap<string, LoadedDocument>;
  /** Files of declared contents, by absolute path. */
  readonly contents: ReadonlyMap<string, SourceFile>;
  /** Why a reached file is not there, by absolute path. */
  readonly failures: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Absolute path of a file named in a document. */
  readonly pathFrom: (file: SourceFile, path: string) => string;
  /** True when a path may be read. */
  readonly mayRead: (absolute: string) => boolean;
}

/**
 * Loads the entry and, without judging them, all files that anything like a reference names: only then is the rest of the
 * work synchronous. A file that nothing really refers to costs a read, and its faults are reported only when it is used.
 */
export async function loadProject(
  entryPath: string,
  host: LoadHost,
): Promise<[Project | undefined, readonly Diagnostic[], readonly SourceFile[]]> {
  const origins: Origins = new Map();
  const absolute = resolve(host.cwd, entryPath);
  const [entry, told] = await loadDocument(absolute, host, origins, undefined);
  if (entry === undefined) return [undefined, told, []];
  const problems = [...told];
  const home = dirname(absolute);
  const realHome = await realPath(home, host);

  const documents = new Map<string, LoadedDocument>([[absolute, entry]]);
  const contents = new Map<string, SourceFile>();
  const failures = new Map<string, readonly Diagnostic[]>();
  const outside = new Set<string>();
  const pathFrom = (file: SourceFile, path: string): string => resolve(dirname(file.absolute), path);

  const queue: LoadedDocument[] = [entry];
  for (let document = queue.shift(); document !== undefined; document = queue.shift()) {
    for (const found of fileMentions(document, origins)) {
      const path = pathFrom(document.file, found.path);
      const done = found.kind === "document" ? documents.has(path) : contents.has(path);
      if (done || failures.has(path) || outside.has(path)) continue;
      if (host.allowOutside !== true && !(await isInside(path, home, realHome, host))) {
        outside.add(path);
        continue;
      }
      if (found.kind === "content") {
        const [file, issues] = await readSource(path, host, found.place);
        if (file === undefined) failures.set(path, issues);
        else contents.set(path, file);
        continue;
      }
      const [loaded, issues] = await loadDocument(path, host, origins, found.place);
      // What is wrong with a document is told where it is used; what is merely odd keeps nobody from using it.
      if (hasErrors(issues)) failures.set(path, issues);
      else problems.push(...issues);
      if (loaded === undefined) continue;
      documents.set(path, loaded);
      queue.push(loaded);
    }
  }
  const files = [...[...documents.values()].map((document) => document.file), ...contents.values()];
  const project: Project = {
    entry,
    origins,
    documents,
    contents,
    failures,
    pathFrom,
    mayRead: (path) => !outside.has(path),
  };
  return [project, problems, files];
}

interface FileMention {
  readonly kind: "document" | "content";
  readonly path: string;
  readonly place: Location | undefined;
}

/** All members that name a file: `$ref` anywhere, `file` anywhere; the language decides later which of them count. */
function fileMentions({ collections }: LoadedDocument, origins: Origins): readonly FileMention[] {
  const mentions: FileMention[] = [];
  for (const value of collections) {
    const reference = textMember(value, "$ref");
    if (reference !== undefined && !reference.startsWith("#")) {
      const parsed = parseReference(reference);
      if (typeof parsed === "object" && parsed.file !== "") {
        mentions.push({ kind: "document", path: parsed.file, place: locateMember(origins, value, "$ref") });
      }
    }
    const file = textMember(value, "file");
    if (file !== undefined && file !== "" && !file.includes("\0") && isContentFile(value)) {
      mentions.push({ kind: "content", path: file, place: locateMember(origins, value, "file") });
    }
  }
  return mentions;
}

/** `requestState.keys.file` is read when the server starts, never now. */
const isContentFile = (parent: object): boolean => Object.hasOwn(parent, "uri") || Object.hasOwn(parent, "uriTemplate");

async function realPath(path: string, host: LoadHost): Promise<string> {
  try {
    return (await host.realPath?.(path)) ?? path;
  } catch {
    // It does not exist; reading it will say so.
    return path;
  }
}

async function isInside(path: string, home: string, realHome: string, host: LoadHost): Promise<boolean> {
  if (!below(home, path)) return false;
  const real = await realPath(path, host);
  // A path that does not exist stays as it was written and is inside the folder as it was written.
  return real === path || below(realHome, real);
}

function below(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}

/** Finds a reference's document, or says why there is none. */
export function documentOf(
  project: Project,
  from: LoadedDocument,
  text: string,
  place: Location | undefined,
): readonly [LoadedDocument, string] | readonly Diagnostic[] {
  const reference = parseReference(text);
  if (reference === "remote") return [diagnose("ref/remote", place, { reference: text })];
  if (reference === "malformed") return [diagnose("ref/not-a-reference", place, { reference: text })];
  if (reference.file === "") return [from, reference.fragment];
  const path = project.pathFrom(from.file, reference.file);
  if (!project.mayRead(path)) return [diagnose("ref/outside", place, { reference: text })];
  const document = project.documents.get(path);
  const failures = project.failures.get(path);
  // A document can have a value and still not mean what it says: keys given twice, lost digits.
  if (failures !== undefined) return failures;
  if (document === undefined || document.value === undefined) {
    return [diagnose("ref/unresolved", place, { reference: text, suggestion: "" })];
  }
  return [document, reference.fragment];
}

export function isProblem(
  found: readonly [LoadedDocument, string] | readonly Diagnostic[],
): found is readonly Diagnostic[] {
  const first = found[0];
  return first === undefined || "code" in first;
}
