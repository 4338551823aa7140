import { diagnose, hasErrors, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { Json } from "../model/model.js";
import { parseJson } from "./json.js";
import { addLateOrigins } from "./late-origins.js";
import type { LoadHost } from "./load-host.js";
import type { Origins } from "./origin.js";
import { collectionsOf } from "./plain-document.js";
import { readPlainJson } from "./plain-json.js";
import { readSource } from "./read-source.js";
import { isObject } from "./values.js";

export interface LoadedDocument {
  readonly file: SourceFile;
  /** Undefined when it could not be parsed. */
  readonly value: Json | undefined;
  /** All mappings and sequences in the value, from the outside to the inside. */
  readonly collections: readonly object[];
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
  const [value, diagnostics, collections] = await parse(file, origins);
  if (!hasErrors(diagnostics) && !isObject(value)) {
    const location = { file, start: 0, end: Math.max(1, file.text.indexOf("\n")) };
    return [
      { file, value: undefined, collections: [] },
      [...diagnostics, diagnose("load/not-a-document", location, { path: file.path, wanted: "a mapping" })],
    ];
  }
  return [
    { file, value, collections: collections ?? (isObject(value) ? collectionsOf(value).collections : []) },
    diagnostics,
  ];
}

/** Reads values only as long as there is nothing to say about them. */
async function parse(
  file: SourceFile,
  origins: Origins,
): Promise<[Json | undefined, readonly Diagnostic[], (readonly object[])?]> {
  if (file.path.toLowerCase().endsWith(".json")) {
    const plain = readPlainJson(file.text);
    if (plain === undefined) return parseJson(file, origins);
    addLateOrigins(origins, file, plain, (again) => parseJson(file, again)[0]);
    return [plain.value, [], plain.collections];
  }
  const { parseYaml, readPlainYaml, readYamlEvents } = await import("./yaml.js");
  const plain = readPlainYaml(file.text);
  if (plain === undefined) return parseYaml(file, origins);
  // What the one reader takes for plain, the other reads.
  addLateOrigins(origins, file, plain, (again) => readYamlEvents(file, again));
  return [plain.value, [], plain.collections];
}
