import { positionAt } from "../../generator/diagnostics/source-file.js";
import type { Model } from "../../generator/model/model.js";
import { renderFiles } from "../../generator/plan/plan-files.js";
import { modelOf } from "../types/emitted.js";
import { withProgram } from "../types/program.js";

/** A document with this content under its head. */
export const spec = (body: string): string => `parley: "1"\nserver: { name: demo, version: "1.0.0" }\n${body}`;

/** What is said about a document: `line severity code message`. */
export async function reported(text: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const [, diagnostics] = await modelOf(text, files);
  return diagnostics.map(({ code, severity, message, location }) => {
    const line = location === undefined ? 0 : positionAt(location.file, location.start).line;
    return `${line} ${severity} ${code} ${message}`;
  });
}

/** The model of a document that has no errors. */
export async function valid(text: string): Promise<Model> {
  const [model, diagnostics] = await modelOf(text);
  if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return model;
}

/** The files of the package that a document becomes. */
export async function generated(text: string): Promise<ReadonlyMap<string, string>> {
  return renderFiles(await valid(text));
}

/**
 * What the compiler says about the package of a document together with code that uses it. `// @ts-expect-error` in that code
 * says what the types refuse.
 */
export async function compileErrors(text: string, use: string): Promise<readonly string[]> {
  const files = new Map(await generated(text));
  files.set("use.ts", use);
  return withProgram(files, ({ errors }) => errors);
}
