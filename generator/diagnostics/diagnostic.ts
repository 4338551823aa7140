import { catalogue, type Code, type HolesOf } from "./catalogue.js";
import { fill } from "./message.js";
import { plainLocation, positionAt, type Location } from "./source-file.js";

export type Severity = "error" | "warning" | "info";

/** One problem in a document, with all that a person or a program needs to act on it. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  /** Absent when no document is at fault, for example when the entry file cannot be read. */
  readonly location?: Location;
  readonly related: readonly RelatedLocation[];
}

export interface RelatedLocation {
  readonly message: string;
  readonly location: Location;
}

export interface DiagnosticExtras {
  /** Replaces the catalogue's help where the general advice can be made exact. */
  readonly help?: string;
  readonly related?: readonly RelatedLocation[];
}

/** Makes a diagnostic from its catalogue entry. */
export function diagnose<C extends Code>(
  code: C,
  location: Location | undefined,
  values: Readonly<Record<HolesOf<C>, string | number>>,
  extras: DiagnosticExtras = {},
): Diagnostic {
  const entry = catalogue[code];
  const help = extras.help ?? entry.help;
  return {
    code,
    severity: entry.severity,
    message: fill<string>(entry.message, values),
    ...(help === undefined ? {} : { help }),
    ...(location === undefined ? {} : { location: plainLocation(location) }),
    related: (extras.related ?? []).map(({ message, location }) => ({ message, location: plainLocation(location) })),
  };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

const bySourceText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compare(a: Diagnostic, b: Diagnostic): number {
  if (a.location === undefined || b.location === undefined) {
    return Number(a.location !== undefined) - Number(b.location !== undefined) || bySourceText(a.code, b.code);
  }
  return (
    bySourceText(a.location.file.path, b.location.file.path) ||
    a.location.start - b.location.start ||
    bySourceText(a.code, b.code) ||
    bySourceText(a.message, b.message)
  );
}

/** By file, line, column and code, each problem once. Offsets order as lines and columns do. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...diagnostics].sort(compare);
  return sorted.filter((diagnostic, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || previous.code !== diagnostic.code || compare(previous, diagnostic) !== 0;
  });
}

/** `parley.yaml:4:13`, or nothing without a location. */
export function placeOf(location: Location): string {
  const { line, column } = positionAt(location.file, location.start);
  return `${location.file.path}:${line}:${column}`;
}
