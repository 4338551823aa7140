// What came of the changes, and which of those that no test noticed are explained.

/**
 * @typedef {{ file: string, source: string, change: string, why: string }} Explanation
 * @param {Record<string, { source: string, mutants: object[] }>} files - of Stryker's report (mutation-testing-report-schema)
 * @param {Explanation[]} explanations
 * @returns {{ lines: string[], unexplained: number }}
 */
export function verdicts(files, explanations) {
  const lines = [];
  const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 };
  const used = new Set();
  let unexplained = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      counts[mutant.status] = (counts[mutant.status] ?? 0) + 1;
      if (mutant.status === "Killed" || mutant.status === "Timeout") continue;
      const survivor = { file, ...changeOf(source, mutant) };
      const explanation = explanations.find((known) => isSame(known, survivor));
      if (explanation === undefined) {
        unexplained += 1;
        lines.push(`${file}:${mutant.location.start.line} ${mutant.status}`, JSON.stringify(survivor, undefined, 2));
      } else used.add(explanation);
    }
  }
  // With --only, explanations of other files are no business of this run.
  for (const known of explanations) {
    if (Object.hasOwn(files, known.file) && !used.has(known))
      lines.push(`no longer survives: ${JSON.stringify(known)}`);
  }
  const { Killed, Timeout, Survived, NoCoverage, ...others } = counts;
  const tried = Object.values(counts).reduce((sum, count) => sum + count, 0);
  lines.push(
    `${tried} changes: ${Killed} failed a test, ${Timeout} made them hang, ${Survived + NoCoverage} were not noticed, ` +
      `of which ${used.size} explanations cover all but ${unexplained}`,
  );
  if (Object.keys(others).length > 0) lines.push(`Others: ${JSON.stringify(others)}`);
  return { lines, unexplained };
}

function isSame(one, other) {
  return one.file === other.file && one.source === other.source && one.change === other.change;
}

/** The line that the change begins in, and what becomes of what; both without line breaks, as `explained.json` has them. */
function changeOf(text, { location: { start, end }, replacement }) {
  const lines = text.split("\n");
  const changed = lines.slice(start.line - 1, end.line);
  changed[changed.length - 1] = (changed.at(-1) ?? "").slice(0, end.column - 1);
  changed[0] = (changed[0] ?? "").slice(start.column - 1);
  return {
    source: (lines[start.line - 1] ?? "").trim(),
    change: `${oneLine(changed.join("\n"))} -> ${oneLine(replacement)}`,
  };
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, " ");
}
