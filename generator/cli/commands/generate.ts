import path from "node:path";
import { diagnose, hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { renderFiles } from "../../plan/plan-files.js";
import { contract } from "../../render/runtime-symbols.js";
import { quoted } from "../../terminal/server-address.js";
import { compareOutput, isUpToDate, type OutputComparison } from "../../write/compare-output.js";
import { manifestName, manifestText } from "../../write/manifest.js";
import { nodeOutputHost } from "../../write/output-host.js";
import { readOutput } from "../../write/read-output.js";
import { CannotRun } from "../cannot-run.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import { stdinSentinel } from "../given.js";
import { load, printReport } from "../load.js";
import { stopHere } from "../stop-here.js";
import type { CliStreams } from "../streams.js";
import { writeAll, writing } from "../writing.js";

export type GenerateInvocation = Extract<Invocation, { command: "generate" }>;

/** `parley generate`, and `parley check`. */
export async function generate(invocation: GenerateInvocation, streams: CliStreams): Promise<number> {
  if (invocation.out === undefined && invocation.mode !== "stdout") {
    throw new CannotRun("Name the output folder: `-o <folder>`.");
  }
  if (invocation.out === "-" || invocation.out === stdinSentinel) {
    throw new CannotRun("`-o` names a folder; to print the files, use `--stdout`.");
  }
  if (!invocation.watch) return (await generateOnce(invocation, streams)).exitCode;
  const { watch } = await import("./watch.js");
  return watch(invocation, streams);
}

/** One run: the exit code, and the documents that were read (absolute paths). */
export async function generateOnce(
  invocation: GenerateInvocation,
  streams: CliStreams,
): Promise<{ readonly exitCode: number; readonly read: readonly string[] }> {
  const loaded = await load(invocation.spec, invocation.source, streams);
  const read = loaded.files.map((file) => file.absolute);
  if (loaded.model === undefined) {
    await report(loaded.diagnostics, invocation, streams);
    return { exitCode: exitCodes.problems, read };
  }
  await stopHere(streams);
  const files = await renderFiles(loaded.model);
  await stopHere(streams);
  if (invocation.mode === "stdout") {
    await report(loaded.diagnostics, invocation, streams);
    for (const [name, text] of files) streams.stdout.write(`==> ${name} <==\n${text}\n`);
    return { exitCode: exitCodes.fine, read };
  }
  const exitCode = await publish(files, loaded.diagnostics, invocation, streams);
  return { exitCode, read };
}

/** Brings the output folder up to date, or says what that would mean. */
async function publish(
  files: ReadonlyMap<string, string>,
  warnings: readonly Diagnostic[],
  invocation: GenerateInvocation,
  streams: CliStreams,
): Promise<number> {
  const out = invocation.out ?? ".";
  const folder = path.resolve(streams.cwd, out);
  const manifest = manifestText(contract.version, files);
  const comparison = await writing(out, async () =>
    compareOutput(files, manifest, await readOutput(folder, files.keys(), nodeOutputHost)),
  );
  const named = (name: string): string => path.posix.join(out.replaceAll("\\", "/"), name);
  if (invocation.mode === "check") {
    const problems = [...warnings, ...checkProblems(comparison, named)];
    await report(problems, invocation, streams);
    streams.stderr.write(
      hasErrors(problems)
        ? `To bring it up to date: ${streams.parley ?? "parley"} generate ${quoted(invocation.spec)} -o ${quoted(out)}\n`
        : `${out} is up to date.\n`,
    );
    return hasErrors(problems) ? exitCodes.problems : exitCodes.fine;
  }
  const problems = [...warnings, ...writeProblems(comparison, named, invocation.force)];
  await report(problems, invocation, streams);
  if (invocation.mode === "dry-run") listChanges(comparison, streams);
  if (hasErrors(problems)) return exitCodes.failed;
  if (invocation.mode === "dry-run") return exitCodes.fine;
  await stopHere(streams);
  await write(folder, out, files, manifest, comparison, invocation.force, streams);
  streams.stderr.write(`${summary(comparison, files.size, out)}\n`);
  return exitCodes.fine;
}

async function write(
  folder: string,
  out: string,
  files: ReadonlyMap<string, string>,
  manifest: string,
  comparison: OutputComparison,
  force: boolean,
  streams: CliStreams,
): Promise<void> {
  if (isUpToDate(comparison)) return;
  const wanted = [...comparison.added, ...comparison.changed, ...(force ? comparison.foreign : [])].sort();
  const texts = new Map(wanted.map((name) => [name, files.get(name) ?? ""]));
  // Last: a run that is cut short then leaves a manifest that still tells the truth about what it lists.
  texts.set(manifestName, manifest);
  const change = { write: texts, remove: comparison.stale };
  await writeAll(out, folder, change, streams);
}

function checkProblems(comparison: OutputComparison, named: (name: string) => string): Diagnostic[] {
  const problem = (code: "output/missing" | "output/outdated" | "output/stale" | "output/blocked", name: string) =>
    diagnose(code, undefined, { path: named(name) });
  const problems = [
    ...comparison.added.map((name) => problem("output/missing", name)),
    ...[...comparison.changed, ...comparison.foreign].map((name) => problem("output/outdated", name)),
    ...comparison.blocked.map((name) => problem("output/blocked", name)),
    ...comparison.stale.map((name) => problem("output/stale", name)),
  ];
  return problems.length > 0 || comparison.manifestIsCurrent ? problems : [problem("output/outdated", manifestName)];
}

function writeProblems(comparison: OutputComparison, named: (name: string) => string, force: boolean): Diagnostic[] {
  const foreign = force ? [] : comparison.foreign;
  return [
    ...foreign.map((name) => diagnose("output/would-overwrite", undefined, { path: named(name) })),
    ...comparison.blocked.map((name) => diagnose("output/blocked", undefined, { path: named(name) })),
    ...comparison.edited.map((name) => diagnose("output/edited", undefined, { path: named(name) })),
    ...comparison.abandoned.map((name) => diagnose("output/abandoned", undefined, { path: named(name) })),
  ];
}

/** The product of `--dry-run`: one line for each file that would change. */
function listChanges(comparison: OutputComparison, streams: CliStreams): void {
  const lines = [
    ...comparison.added.map((name) => `add     ${name}`),
    ...comparison.changed.map((name) => `change  ${name}`),
    ...comparison.foreign.map((name) => `replace ${name}`),
    ...comparison.stale.map((name) => `remove  ${name}`),
  ];
  for (const line of lines) streams.stdout.write(`${line}\n`);
}

/** `9 files in generated: 2 added, 1 changed.` */
function summary(comparison: OutputComparison, count: number, out: string): string {
  const parts = [
    [comparison.added.length, "added"],
    [comparison.foreign.length, "taken over"],
    [comparison.changed.length, "changed"],
    [comparison.stale.length, "removed"],
  ] as const;
  const changes = parts.filter(([size]) => size > 0).map(([size, what]) => `${size} ${what}`);
  return `${count} files in ${out}: ${changes.length === 0 ? "nothing to change" : changes.join(", ")}.`;
}

async function report(
  diagnostics: readonly Diagnostic[],
  invocation: GenerateInvocation,
  streams: CliStreams,
): Promise<void> {
  // Notes are advice on the spec, which is what `lint` is for; a program that reads the report gets them all the same.
  const isText = invocation.report.format === "text";
  const shown = isText ? diagnostics.filter(({ severity }) => severity !== "info") : diagnostics;
  // What `check` finds is its product; what `generate` has to say goes beside its product.
  await printReport(shown, invocation.report, streams, invocation.mode === "check" ? "stdout" : "stderr");
}
