import type { Diagnostic } from "../diagnostic.js";

export type ReportFormat = "text" | "json" | "github" | "sarif" | "junit";

export interface ReportStyle {
  /** Colours for a terminal; the text is the same without them. */
  readonly color: boolean;
  /** Of the terminal that the text is for. */
  readonly columns?: number | undefined;
}

/** Diagnostics in one of the formats, ending with a line break. Only the format that is asked for is loaded. */
export async function report(
  format: ReportFormat,
  diagnostics: readonly Diagnostic[],
  style: ReportStyle,
): Promise<string> {
  switch (format) {
    case "text":
      return (await import("./text.js")).reportText(diagnostics, style);
    case "json":
      return (await import("./json.js")).reportJson(diagnostics);
    case "github":
      return (await import("./github.js")).reportGithub(diagnostics);
    case "sarif":
      return (await import("./sarif.js")).reportSarif(diagnostics);
    case "junit":
      return (await import("./junit.js")).reportJunit(diagnostics);
    default:
      return format satisfies never;
  }
}
