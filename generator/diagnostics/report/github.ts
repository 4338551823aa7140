import type { Diagnostic, Severity } from "../diagnostic.js";
import { positionAt } from "../source-file.js";

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands of GitHub Actions: annotations on the lines of a change. */
export function reportGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ severity, code, message, help, location }) => {
      const properties: [string, string | number][] = [];
      if (location !== undefined) {
        const start = positionAt(location.file, location.start);
        const end = positionAt(location.file, location.end);
        properties.push(["file", location.file.path], ["line", start.line], ["endLine", end.line]);
        // A range of columns is only understood within one line.
        if (start.line === end.line) properties.push(["col", start.column], ["endColumn", end.column]);
      }
      properties.push(["title", code]);
      const list = properties.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(",");
      const text = help === undefined ? message : `${message}\n${help}`;
      return `::${commands[severity]} ${list}::${escapeData(text)}\n`;
    })
    .join("");
}

const escapeData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
