import type { ParseCel } from "../cel/cel-node.js";
import { hasErrors, sortDiagnostics, type Diagnostic } from "../diagnostics/diagnostic.js";
import { limitRepeats } from "../diagnostics/limit-repeats.js";
import type { SourceFile } from "../diagnostics/source-file.js";
import type { LoadHost } from "../load/load-host.js";
import { loadProject } from "../resolve/project.js";
import { createScope } from "../resolve/scope.js";
import { buildModel } from "./build-model.js";
import type { Model } from "../model/model.js";

/**
 * Reads a spec and everything it refers to, checks it, and builds the model. Never throws for a bad document: all problems
 * are reported, sorted, of each kind a hundred at most, and there is no model when one of them is an error. The files are those
 * that were read, also when there is no model.
 */
export async function loadModel(
  entryPath: string,
  host: LoadHost,
): Promise<[Model | undefined, readonly Diagnostic[], readonly SourceFile[]]> {
  const [project, problems, files] = await loadProject(entryPath, host);
  if (project === undefined || project.entry.value === undefined) {
    return [undefined, limitRepeats(sortDiagnostics(problems)), files];
  }
  const [scope, found] = createScope(project);
  const { readSpec } = await import("../spec/read-spec.js");
  const spec = readSpec(scope, project.entry);
  const model = spec === undefined ? undefined : buildModel(scope, spec, await celParser(files));
  const diagnostics = limitRepeats(sortDiagnostics([...problems, ...found]));
  return [hasErrors(diagnostics) ? undefined : model, diagnostics, files];
}

/** Whether a document can hold an expression that is more than a path; only then is the CEL library worth its start. */
async function celParser(files: readonly SourceFile[]): Promise<ParseCel> {
  const needed = files.some(
    ({ text }) => /\b(?:when|rule|pins|from)\b/.test(text) || /\$\{\{(?!\s*[A-Za-z_][\w.]*\s*\}\})/.test(text),
  );
  if (!needed) return (source) => ({ problem: `"${source.trim()}" is not an expression`, start: 0, end: 1 });
  const { parseCel } = await import("../cel/parse-cel.js");
  return parseCel;
}
