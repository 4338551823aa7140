import { unprintable } from "../unprintable.js";
import { lineStartsOf, positionAt, type Location } from "../source-file.js";

/** Widest line that is shown; minified documents have lines of megabytes. */
const widest = 120;

/** Narrowest: less shows nothing of a line. */
const narrowest = 30;

/**
 * The offending line with a caret under the place, and the line before it: three lines.
 *
 * @param columns - of the terminal that it is for: a line that it breaks would leave the caret under something else.
 */
export function frameOf(location: Location, columns: number = Infinity): readonly string[] {
  const { file, start, end } = location;
  const { line, column } = positionAt(file, start);
  const lines = [line - 1, line].filter((number) => number >= 1);
  const gutter = String(line).length;
  const text = lineText(file, line);
  const room = Math.max(narrowest, Math.min(widest, columns - gutter - 5));
  // Show a window of a long line, with the place in it.
  const from = column > room - Math.floor(room / 6) ? column - Math.floor(room / 3) : 0;
  const stop = Math.max(start + 1, Math.min(end, start + text.length - column + 1));
  const shownText = visible(text.slice(from, from + room));
  const shown = lines.map((number) => {
    const content = number === line ? shownText : visible(lineText(file, number).slice(from, from + room));
    return `${number === line ? ">" : " "} ${String(number).padStart(gutter)} | ${content}`.trimEnd();
  });
  const width = Math.max(1, Math.min(stop - start, room - (column - 1 - from)));
  const caret = `  ${" ".repeat(gutter)} | ${" ".repeat(column - 1 - from)}${"^".repeat(width)}`;
  return [...shown, caret];
}

function lineText(file: Location["file"], line: number): string {
  const starts = lineStartsOf(file);
  const start = starts[line - 1] ?? 0;
  const next = starts[line];
  return file.text.slice(start, next === undefined ? undefined : next - 1);
}

/** One column for one character: tabs and control characters would move the caret, or the cursor. */
function visible(text: string): string {
  return text.replaceAll("\t", " ").replaceAll(unprintable, (character) => "\uFFFD".repeat(character.length));
}
