import type { MemberSpan } from "./origin.js";

/** Numbers that a member takes in a flat list of spans, in the order of {@link MemberSpan}. */
const width = 4;

/**
 * Spans of members by key or index, from a flat list: most of them nobody asks for.
 *
 * @param keys - of a mapping, in the order of the spans; undefined for a sequence.
 */
export function memberSpans(
  spans: readonly number[],
  keys: readonly string[] | undefined,
): (key: string) => MemberSpan | undefined {
  let indexes: ReadonlyMap<string, number> | undefined;
  return (key) => {
    indexes ??= new Map(keys?.map((name, index) => [name, index]));
    const at = width * (keys === undefined ? Number(key) : (indexes.get(key) ?? -1));
    const [keyStart, keyEnd, start, end] = spans.slice(at, at + width);
    if (keyStart === undefined || keyEnd === undefined || start === undefined || end === undefined) return undefined;
    return { keyStart, keyEnd, start, end };
  };
}

/** The offset behind blanks, comments and these marks. */
export function afterGap(text: string, from: number, marks: string): number {
  let at = from;
  for (;;) {
    const char = text[at];
    if (char === undefined) return at;
    if (char === "#") {
      const lineEnd = text.indexOf("\n", at);
      at = lineEnd === -1 ? text.length : lineEnd;
    } else if (char === " " || char === "\n" || marks.includes(char)) at++;
    else return at;
  }
}

/** The offset behind blanks on the same line. */
export function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at++;
  return at;
}

/** Characters between the start of its line and an offset. */
export function columnOf(text: string, at: number): number {
  return at === 0 ? 0 : at - text.lastIndexOf("\n", at - 1) - 1;
}

/** Where a block scalar ends: with its last line that is not blank. */
export function endOfBlock(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && " \n\t".includes(text.charAt(at - 1))) at--;
  const lineEnd = text.indexOf("\n", at);
  return lineEnd === -1 || lineEnd >= end ? at : lineEnd + 1;
}
