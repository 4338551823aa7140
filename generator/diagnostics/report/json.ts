import type { Diagnostic } from "../diagnostic.js";
import { positionAt, type Location } from "../source-file.js";

/** For programs: one array; lines and columns from 1, offsets in UTF-16 units of the text with LF line ends. */
export function reportJson(diagnostics: readonly Diagnostic[]): string {
  const entries = diagnostics.map(({ code, severity, message, help, location, related }) => ({
    code,
    severity,
    message,
    ...(help === undefined ? {} : { help }),
    ...(location === undefined ? {} : { location: rangeOf(location) }),
    related: related.map((other) => ({ message: other.message, location: rangeOf(other.location) })),
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function rangeOf(location: Location): object {
  const { file, start, end } = location;
  return {
    file: file.path,
    start: { ...positionAt(file, start), offset: start },
    end: { ...positionAt(file, end), offset: end },
  };
}
