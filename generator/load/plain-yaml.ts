import { maxDepth } from "./limits.js";
import { type PlainDocument, readPlainText } from "./plain-document.js";
import { blockJson, flowJson, keyJson, NotPlain, plainJson, scalarJson } from "./plain-scalars.js";

/** Characters that are no text to some readers, a first line that is indented, and a last one of blanks that nothing ends. */
const unusual = /[^\n -~\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]|^ | $/u;

/** What may stand in front of a document. */
const head = /(?: *#.*\n|\n)*(?:---\n)?/y;

/**
 * A line: blanks, dashes, a key, and a value: one that JSON writes as it is, a text of words, or another. What such a value
 * means can depend on the lines behind it, which then are none of their own.
 */
const line =
  /( *)((?:-(?: +|$))*)(?:([\w$][\w$./-]*|"[^"\\\n]*"|'[^'\n]*'):(?: +|$))?(?:(true|false|null|0|-?[1-9]\d{0,14})$|([A-Za-z][^:#"\\\n]*[^:#"\\\n ])$|(.*))\n?/my;

/**
 * Reads YAML that is written plainly, without places: blocks of keys and dashes, scalars and braces that end on their line,
 * and blocks of text. It is written as JSON line by line, and the engine reads that.
 *
 * @returns undefined when `parseYaml` is to read the text.
 */
export function readPlainYaml(text: string): PlainDocument | undefined {
  if (unusual.test(text)) return undefined;
  try {
    const { json, keys } = writeJson(text);
    return readPlainText(json, keys);
  } catch (problem) {
    if (problem instanceof NotPlain) return undefined;
    throw problem;
  }
}

function writeJson(text: string): { readonly json: string; readonly keys: number } {
  /** Columns of the mappings and sequences that are open, and what closes each. */
  const columns: number[] = [];
  const closings: string[] = [];
  let json = "";
  let keys = 0;
  /** Nothing stands yet in what was opened last. */
  let isFresh = true;
  /** The document, a key or a dash waits for its value. */
  let isWaiting = true;

  const finish = (value: string): void => {
    json += value;
    isWaiting = false;
  };
  const close = (): void => {
    columns.pop();
    json += closings.pop() ?? "";
  };
  /** Comes to a key or a dash: a value that is waited for begins or is left out, and what stands further right ends. */
  const enter = (column: number, closing: "}" | "]"): void => {
    const top = columns.at(-1) ?? -1;
    // The dashes of a list may stand below its key.
    if (isWaiting && (column > top || (column === top && closing === "]" && closings.at(-1) === "}"))) {
      if (columns.length === maxDepth) throw new NotPlain();
      columns.push(column);
      closings.push(closing);
      json += closing === "}" ? "{" : "[";
      isFresh = true;
    } else {
      if (isWaiting) finish("null");
      while ((columns.at(-1) ?? -1) > column) close();
      if (closing === "}" && closings.at(-1) === "]" && columns.at(-1) === column) close();
      if (columns.at(-1) !== column || closings.at(-1) !== closing) throw new NotPlain();
    }
    if (!isFresh) json += ",";
    isFresh = false;
    isWaiting = true;
  };

  head.lastIndex = 0;
  head.test(text);
  let at = head.lastIndex;
  if (text[at] === " ") throw new NotPlain();
  while (at < text.length) {
    line.lastIndex = at;
    const found = line.exec(text);
    if (found === null) throw new NotPlain();
    // Not taken apart by a pattern: that is an iteration, and costs more than all the rest of it.
    const blanks = found[1] ?? "";
    const dashes = found[2] ?? "";
    const key = found[3];
    const ready = found[4];
    const words = found[5];
    const rest = found[6] ?? "";
    at = line.lastIndex;
    let column = blanks.length;
    if (dashes !== "") {
      for (const [dash] of dashes.matchAll(/- */g)) {
        enter(column, "]");
        column += dash.length;
      }
    }
    if (key !== undefined) {
      enter(column, "}");
      json += `${keyJson(key, column)}:`;
      keys++;
    }
    const isEmpty = ready === undefined && words === undefined && (rest === "" || rest.startsWith("#"));
    if (isEmpty) continue;
    // A text that goes on, or one that stands on a line of its own.
    if (key === undefined && dashes === "") throw new NotPlain();
    if (ready !== undefined) finish(ready);
    else if (words !== undefined) finish(plainJson(words));
    else if (rest.startsWith("|") || rest.startsWith(">")) {
      const [value, end] = blockJson(text, at, rest, columns.at(-1) ?? -1);
      finish(value);
      at = end;
    } else if (rest.startsWith("[") || rest.startsWith("{")) {
      const [value, count] = flowJson(rest);
      finish(value);
      keys += count;
    } else finish(scalarJson(rest));
  }
  if (isWaiting) finish("null");
  while (columns.length > 0) close();
  return { json, keys };
}
