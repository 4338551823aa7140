import { placeOf, type Diagnostic } from "../diagnostic.js";

/** JUnit XML: one test case a problem; only errors fail. */
export function reportJunit(diagnostics: readonly Diagnostic[]): string {
  const failures = diagnostics.filter(({ severity }) => severity === "error").length;
  const cases = diagnostics.map((diagnostic) => {
    const { code, severity, message, help, location } = diagnostic;
    const place = location === undefined ? "" : placeOf(location);
    const attributes = `classname="${escapeXml(code)}" name="${escapeXml(`${place} ${message}`.trim())}"`;
    const text = escapeXml([place, message, help].filter((part) => part !== undefined && part !== "").join("\n"));
    return severity === "error"
      ? `    <testcase ${attributes}><failure type="${escapeXml(code)}" message="${escapeXml(message)}">${text}</failure></testcase>\n`
      : `    <testcase ${attributes}><system-out>${text}</system-out></testcase>\n`;
  });
  // A suite without cases is taken for a run that never happened.
  const body = cases.length === 0 ? '    <testcase classname="parley" name="spec"/>\n' : cases.join("");
  const count = Math.max(1, cases.length);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites tests="${count}" failures="${failures}">\n`,
    `  <testsuite name="parley" tests="${count}" failures="${failures}">\n`,
    body,
    "  </testsuite>\n</testsuites>\n",
  ].join("");
}

function escapeXml(text: string): string {
  return (
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      // oxlint-disable-next-line no-control-regex -- XML 1.0 has no way to write these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\uFFFD")
  );
}
