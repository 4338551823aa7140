import { writeFile } from "node:fs/promises";
import path from "node:path";
import { hasErrors, sortDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { limitRepeats } from "../../diagnostics/limit-repeats.js";
import { importListing } from "../../import/import-listing.js";
import { readListing } from "../../import/listing.js";
import { specText } from "../../import/spec-text.js";
import { parseJson } from "../../load/json.js";
import type { LoadHost } from "../../load/load-host.js";
import { nodeHost } from "../../load/node-host.js";
import type { Origins } from "../../load/origin.js";
import { readSource } from "../../load/read-source.js";
import { loadModel } from "../../build/load-model.js";
import { errorCode } from "../../write/output-host.js";
import { CannotRun } from "../cannot-run.js";
import { fileTrouble } from "../file-trouble.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import { printReport } from "../load.js";
import { schemaFrom } from "../project/parley-clone.js";
import { readAll, type CliStreams } from "../streams.js";

/**
 * `parley import`: a captured listing becomes a spec, on stdout or in a file. What has no place in a spec is listed on
 * stderr, and so is what `generate` would say about the spec.
 */
export async function importSpec(
  invocation: Extract<Invocation, { command: "import" }>,
  streams: CliStreams,
): Promise<number> {
  const entry = path.resolve(streams.cwd, invocation.out ?? "parley.yaml");
  const [text, notes] = await convert(invocation.listing, path.dirname(entry), streams);
  const problems = text === undefined ? [] : await check(entry, text, streams.cwd);
  await printReport(sortDiagnostics([...notes, ...problems]), invocation.report, streams, "stderr");
  if (text === undefined) return exitCodes.problems;
  if (invocation.out === undefined) streams.stdout.write(text);
  else await write(invocation.out, text, invocation.force, streams);
  streams.stderr.write(
    "A listing does not say what a server asks: add its questions, under `requires` of the tool that asks them.\n",
  );
  return hasErrors(problems) ? exitCodes.problems : exitCodes.fine;
}

/** @param folder - of the spec; absolute. */
async function convert(
  listing: string,
  folder: string,
  streams: CliStreams,
): Promise<readonly [string | undefined, readonly Diagnostic[]]> {
  const origins: Origins = new Map();
  const entry = path.resolve(streams.cwd, listing === "-" ? "listing.json" : listing);
  const disk = nodeHost(streams.cwd);
  const host: LoadHost =
    listing === "-" ? { cwd: streams.cwd, readFile: () => readAll(streams.stdin, streams.signal) } : disk;
  const [file, unreadable] = await readSource(entry, host, undefined);
  streams.signal?.throwIfAborted();
  if (file === undefined) return [undefined, unreadable];
  const [value, syntax] = parseJson(file, origins);
  // Digits were lost by whoever wrote the number; what every client reads is what is imported.
  const severe = syntax.filter(({ code }) => code !== "yaml/number-precision");
  if (value === undefined || hasErrors(severe)) return [undefined, limitRepeats(severe)];
  const [read, problems] = readListing(value, file, origins);
  if (read === undefined) return [undefined, problems];
  const [imported, notes] = importListing(read);
  return [specText(imported.spec, schemaFrom(folder)), [...problems, ...notes]];
}

/** What `generate` would say. Only the text itself can be read: a listing cannot name files. */
async function check(entry: string, text: string, cwd: string): Promise<readonly Diagnostic[]> {
  const host: LoadHost = {
    cwd,
    readFile: (file) =>
      file === entry ? Promise.resolve(text) : Promise.reject(Object.assign(new Error(), { code: "ENOENT" })),
  };
  const [, diagnostics] = await loadModel(entry, host);
  return diagnostics;
}

async function write(out: string, text: string, force: boolean, streams: CliStreams): Promise<void> {
  try {
    await writeFile(path.resolve(streams.cwd, out), text, { flag: force ? "w" : "wx" });
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") throw new CannotRun(`${out} exists already; --force overwrites it.`);
    throw new CannotRun(`Cannot write ${out}: ${fileTrouble(error)}.`);
  }
  streams.stderr.write(`Wrote ${out}.\n`);
}
