import type { YAMLParseError } from "yaml";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import { endOfLine, hiddenReference } from "./empty-value.js";
import { maxDepth, maxSyntaxProblems } from "./limits.js";
import type { ComposedYaml } from "./yaml-syntax.js";
import { syntaxWords } from "./yaml-words.js";

type Composed = Extract<ComposedYaml, { kind: "composed" }>;

/** Sorts out what the YAML parser reports. */
export function syntaxProblems(file: SourceFile, { document, second }: Composed): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const error of document.errors.slice(0, maxSyntaxProblems)) {
    const start = placeOf(file.text, error);
    const location = { file, start, end: Math.max(error.pos[1], start + 1) };
    const hole = bareHole(file.text, error.pos[0]);
    if (hole !== undefined) {
      const problem = 'In { } and [ ] the braces of "${{" start a mapping';
      const isCondition = /\b(?:when|rule):\s*$/.test(file.text.slice(Math.max(0, hole - nearby), hole));
      const help = isCondition ? "A condition is written without `${{ }}`." : "Put the text in quotes.";
      found.push(diagnose("yaml/syntax", { file, start: hole, end: hole + 3 }, { problem }, { help }));
      // What follows is read from inside the text: the rest is echoes.
      break;
    }
    // Of what follows a reference that became a comment, the first error is an echo.
    const from = Math.max(0, start - 5 * nearby);
    const hidden = found.length === 0 ? hiddenReference(file, from, endOfLine(file.text, start)) : undefined;
    if (hidden !== undefined) {
      const problem = "This reference is read as a comment";
      const place = { file, start: hidden.start, end: hidden.end };
      found.push(diagnose("yaml/syntax", place, { problem }, { help: hidden.help }));
      break;
    }
    if (error.code === "RESOURCE_EXHAUSTION") found.push(diagnose("yaml/too-deep", location, { limit: maxDepth }));
    else {
      const { problem, help, isLast } = syntaxWords(error.message);
      // One slip can be two errors at one place; the one that ends it says more.
      if (isLast === true && found.at(-1)?.location?.start === start) found.pop();
      found.push(diagnose("yaml/syntax", location, { problem }, help === undefined ? {} : { help }));
      if (isLast === true) break;
    }
  }
  if (second !== undefined) {
    found.push(
      diagnose("yaml/several-documents", { file, start: second[0], end: Math.max(second[1], second[0] + 1) }, {}),
    );
  }
  for (const warning of document.warnings) {
    const location = { file, start: warning.pos[0], end: warning.pos[1] };
    if (warning.code === "TAG_RESOLVE_FAILED") {
      const tag = file.text.slice(location.start, location.end).trim();
      found.push(coreTags.has(tag) ? diagnoseMismatch(tag, location) : diagnoseTag(file, location));
    }
  }
  return found;
}

/** Tags that are known, at a value that is written otherwise. */
const coreTags: ReadonlySet<string> = new Set(["!!null", "!!bool", "!!int", "!!float"]);

function diagnoseMismatch(tag: string, location: Location): Diagnostic {
  const help = "Remove the tag, or write the value as the tag says.";
  return diagnose("yaml/syntax", location, { problem: `What follows ${tag} is not written as one` }, { help });
}

/** Where a hole of a text stands that is not in quotes, if a syntax error on its line can come from it. */
function bareHole(text: string, at: number): number | undefined {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const start = text.indexOf("${{", lineStart);
  if (start === -1 || start > at) return undefined;
  const before = text.slice(lineStart, start).replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return /[{[]/.test(before) && !/["']/.test(before) ? start : undefined;
}

/** A tag; or what looks like one to YAML, and like `not` to the person who wrote it. */
export function diagnoseTag(file: SourceFile, location: Location): Diagnostic {
  const tag = file.text.slice(location.start, location.end).trim();
  const before = file.text.slice(Math.max(0, location.start - nearby), location.start);
  const isCondition = /^!(?!!)/.test(tag) && (tag.includes("(") || /\bwhen:\s*$/.test(before));
  if (!isCondition) return diagnose("yaml/tag", location, { tag });
  // In braces the text ends somewhere; in a line of its own it is the line.
  const line = file.text.slice(location.start, location.start + nearby).split("\n", 1)[0] ?? "";
  const whole = /[{,] *\w+: *$/.test(before) ? tag : line.trim();
  const quoted = whole.includes('"') ? `'${whole}'` : `"${whole}"`;
  return diagnose("yaml/tag", location, { tag }, { help: `A text that starts with ! stands in quotes: ${quoted}.` });
}

/** How far around a problem is looked for what it comes from. */
const nearby = 200;

/** Where a person looks for an error: the quote that stays open, and not the blank before a line. */
function placeOf(text: string, { code, message, pos: [at] }: YAMLParseError): number {
  const [, quote] = /^Missing closing (.)/.exec(message) ?? [];
  if (quote !== undefined) return Math.max(0, text.lastIndexOf(quote, at - 1));
  if (code !== "BAD_INDENT") return at;
  const blank = /(?:\s|#.*)*/y;
  blank.lastIndex = at;
  blank.test(text);
  return blank.lastIndex < text.length ? blank.lastIndex : at;
}
