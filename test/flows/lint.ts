import { positionAt } from "../../generator/diagnostics/source-file.js";
import { nodeHost } from "../../generator/load/node-host.js";
import { loadModel } from "../../generator/build/load-model.js";

interface Found {
  readonly code: string;
  readonly severity: string;
  /** Of the text that was given, from 1. */
  readonly line: number;
}

/** What the generator has to say about a document that is given as text. */
export async function lint(document: string): Promise<readonly Found[]> {
  const host = nodeHost("/");
  const [, diagnostics] = await loadModel("/parley.yaml", {
    ...host,
    readFile: () => Promise.resolve(document),
    realPath: (file) => Promise.resolve(file),
  });
  return diagnostics.map(({ code, severity, location }) => ({
    code,
    severity,
    line: location === undefined ? 0 : positionAt(location.file, location.start).line,
  }));
}
