import { placeOf, type Diagnostic, type Severity } from "../diagnostic.js";
import { frameOf } from "./frame.js";
import type { ReportStyle } from "./report.js";

const colors: Readonly<Record<Severity | "dim" | "bold", string>> = {
  error: "31",
  warning: "33",
  info: "36",
  dim: "2",
  bold: "1",
};

/** For people: place, severity, code, message; the line with a caret; help; and how many there are. */
export function reportText(diagnostics: readonly Diagnostic[], style: ReportStyle): string {
  const paint = (color: keyof typeof colors, text: string): string =>
    style.color ? `\u001b[${colors[color]}m${text}\u001b[0m` : text;
  const blocks = diagnostics.map((diagnostic, index) => {
    const { location, severity, code, message, help, related } = diagnostic;
    const place = location === undefined ? "" : `${paint("bold", placeOf(location))} `;
    const lines = [`${place}${paint(severity, severity)} ${paint("dim", code)} ${message}`];
    if (location !== undefined) lines.push(...frameOf(location, style.columns).map((line) => paint("dim", line)));
    for (const other of related) lines.push(`  ${placeOf(other.location)} ${other.message}`);
    // Said once of several in a row: the list of what was missed stays readable.
    if (help !== undefined && help !== diagnostics[index - 1]?.help) lines.push(`  help: ${help}`);
    return `${lines.join("\n")}\n`;
  });
  return `${blocks.join("\n")}${diagnostics.length === 0 ? "" : "\n"}${summary(diagnostics)}`;
}

function summary(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    const word = severity === "info" ? (count === 1 ? "note" : "notes") : count === 1 ? severity : `${severity}s`;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return counts.length === 0 ? "No problems.\n" : `${counts.join(", ")}.\n`;
}
