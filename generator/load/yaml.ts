import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../diagnostics/source-file.js";
import type { Json } from "../model/model.js";
import type { Origins } from "./origin.js";
import { readYamlEvents } from "./yaml-events.js";

export { readPlainYaml } from "./plain-yaml.js";
export { readYamlEvents };

/**
 * Parses YAML 1.2 (core schema) with the origin of every mapping and sequence. There are two readers, besides the one of
 * `readPlainYaml` that knows no origins: one is fast and reads only what is beyond doubt, the other reads all the rest and
 * explains what is wrong. What two of them read they read alike.
 */
export async function parseYaml(
  written: SourceFile,
  origins: Origins,
): Promise<[Json | undefined, readonly Diagnostic[]]> {
  // A carriage return ends a line (YAML 1.2.2 section 5.4), which the libraries see differently. Offsets stay as they are.
  const file = written.text.includes("\r") ? { ...written, text: written.text.replaceAll("\r", "\n") } : written;
  const value = readYamlEvents(file, origins);
  if (value !== undefined) return [value, []];
  const { readYamlDocument } = await import("./yaml-document.js");
  return readYamlDocument(file, origins);
}
