import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../diagnostics/source-file.js";
import type { LoadHost } from "../load/load-host.js";
import { nodeHost } from "../load/node-host.js";
import { loadModel } from "../build/load-model.js";
import type { Model } from "../model/model.js";
import { CannotRun } from "./cannot-run.js";
import type { ReportOptions, SourceOptions } from "./command-line.js";
import { readAll, wantsColor, type CliStreams } from "./streams.js";

/** The model of the named document, or of the one on stdin. */
export async function load(
  spec: string,
  options: SourceOptions,
  streams: CliStreams,
): Promise<{
  readonly model: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
}> {
  const host = nodeHost(streams.cwd, { allowOutside: options.allowOutside });
  const [entry, source] = spec === "-" ? await fromStdin(options, host, streams) : [spec, host];
  const [model, diagnostics, files] = await loadModel(entry, source);
  return { model, diagnostics, files };
}

async function fromStdin(
  options: SourceOptions,
  host: LoadHost,
  streams: CliStreams,
): Promise<readonly [string, LoadHost]> {
  const entry = path.resolve(streams.cwd, options.stdinPath);
  let text: string;
  try {
    text = await readAll(streams.stdin, streams.signal);
  } catch {
    throw new CannotRun("What came through stdin is not UTF-8 text.");
  }
  return [
    entry,
    {
      ...host,
      readFile: (file) => (file === entry ? Promise.resolve(text) : host.readFile(file)),
      realPath: (file) => (file === entry || host.realPath === undefined ? Promise.resolve(file) : host.realPath(file)),
    },
  ];
}

/** Prints a report: the product of `lint` and `check` goes to stdout, the talk of `generate` to stderr. */
export async function printReport(
  diagnostics: readonly Diagnostic[],
  options: ReportOptions,
  streams: CliStreams,
  to: "stdout" | "stderr",
): Promise<void> {
  // A program that reads JSON, SARIF or JUnit wants a document even when there is nothing to say.
  if (diagnostics.length === 0 && (options.format === "text" || options.format === "github")) return;
  const { report } = await import("../diagnostics/report/report.js");
  const stream = streams[to];
  const color = wantsColor(stream, streams.env, options.color);
  const columns = stream.isTTY === true ? stream.columns : undefined;
  stream.write(await report(options.format, diagnostics, { color, columns }));
}
