import { diagnose, hasErrors, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { Json } from "../model/model.js";
import { parseJson } from "./json.js";
import type { LoadHost } from "./load-host.js";
import type { Origins } from "./origin.js";
import { readSource } from "./read-source.js";
import { isObject } from "./values.js";

export interface LoadedDocument {
  readonly file: SourceFile;
  /** Undefined when it could not be parsed. */
  readonly value: Json | undefined;
}

/** Reads and parses one document; the file name's ending decides between JSON and YAML, of which JSON is a part. */
export async function loadDocument(
  absolute: string,
  host: LoadHost,
  origins: Origins,
  from: Location | undefined,
): Promise<[LoadedDocument | undefined, readonly Diagnostic[]]> {
  const [file, problems] = await readSource(absolute, host, from);
  if (file === undefined) return [undefined, problems];
  const [value, diagnostics] = file.path.toLowerCase().endsWith(".json")
    ? parseJson(file, origins)
    : await (await import("./yaml.js")).parseYaml(file, origins);
  if (!hasErrors(diagnostics) && !isObject(value)) {
    const location = { file, start: 0, end: Math.max(1, file.text.indexOf("\n")) };
    return [
      { file, value: undefined },
      [...diagnostics, diagnose("load/not-a-document", location, { path: file.path, wanted: "a mapping" })],
    ];
  }
  return [{ file, value }, diagnostics];
}
