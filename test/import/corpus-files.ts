import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../shared/reference/corpus/", import.meta.url));

export interface CorpusFile {
  readonly name: string;
  readonly text: string;
}

/** What real servers list, where that folder is there; it is no part of this repository. */
export function corpusFiles(): readonly CorpusFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: file.slice(0, -".json".length), text: readFileSync(path.join(folder, file), "utf8") }));
}
