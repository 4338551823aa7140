import { catalogue, type Code } from "../catalogue.js";
import type { Diagnostic, Severity } from "../diagnostic.js";
import { positionAt, type Location } from "../source-file.js";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0, for code scanning. */
export function reportSarif(diagnostics: readonly Diagnostic[]): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "parley", rules: codes.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: levels[diagnostic.severity],
          message: { text: diagnostic.message },
          locations: diagnostic.location === undefined ? [] : [locationOf(diagnostic.location)],
          relatedLocations: diagnostic.related.map((other) => ({
            ...locationOf(other.location),
            message: { text: other.message },
          })),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: Code): object {
  const { help } = catalogue[code];
  return { id: code, ...(help === undefined ? {} : { help: { text: help } }) };
}

function locationOf(location: Location): object {
  const { file, start, end } = location;
  const first = positionAt(file, start);
  const last = positionAt(file, end);
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file.path) },
      region: {
        startLine: first.line,
        startColumn: first.column,
        endLine: last.line,
        endColumn: last.column,
      },
    },
  };
}
