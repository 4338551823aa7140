import type { Code } from "./catalogue.js";
import { diagnose, type Diagnostic } from "./diagnostic.js";

/** Most problems of one code that are told of one document: nobody reads more, and a flood of them hides the others. */
const mostOfOneCode = 100;

/**
 * Leaves out what repeats itself in a document, and says how much that is where the first of it stood.
 *
 * @param diagnostics - in the order in which they are told.
 */
export function limitRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string | undefined, Map<Code, number>>();
  const told: Diagnostic[] = [];
  const left: { readonly first: Diagnostic; readonly at: number; readonly counted: Map<Code, number> }[] = [];
  for (const diagnostic of diagnostics) {
    const { code, location } = diagnostic;
    const counted = counts.get(location?.file.path) ?? new Map<Code, number>();
    counts.set(location?.file.path, counted);
    const count = (counted.get(code) ?? 0) + 1;
    counted.set(code, count);
    if (count <= mostOfOneCode) told.push(diagnostic);
    else if (count === mostOfOneCode + 1) left.push({ first: diagnostic, at: told.length, counted });
  }
  for (const { first, at, counted } of left.reverse()) {
    const count = (counted.get(first.code) ?? 0) - mostOfOneCode;
    told.splice(at, 0, diagnose("load/repeated", first.location, { count, code: first.code }));
  }
  return told;
}
