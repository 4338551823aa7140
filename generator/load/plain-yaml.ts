import type { SourceFile } from "../diagnostics/source-file.js";
import type { Json } from "../model/model.js";
import { maxDepth } from "./limits.js";
import type { MemberSpan, Origins } from "./origin.js";
import { plainScalar, unsure } from "./plain-scalar.js";
import { readTextLiteral, setMember } from "./values.js";

/** Ends the attempt: the document needs the whole parser. Made once, because it carries nothing. */
const notPlain = new Error("This document needs the whole YAML parser.");

const giveUp = (): never => {
  throw notPlain;
};

/** Characters that mean something to YAML which this parser does not look into. */
// oxlint-disable-next-line no-control-regex -- control characters are among them
const unusual = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|^(?:---|\.\.\.|%)/m;

const quotedDouble = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const quotedSingle = /'(?:[^'\n]|'')*'/y;
/** A plain scalar in a flow collection, up to what can end it. */
const flowPlain = /[^\s,[\]{}#&*!|>'"%@`:?-][^,[\]{}\n:#]*/y;
const signedPlain = /-[\w.][^,[\]{}\n:#]*/y;

/**
 * Parses the YAML that people write in specs, many times faster than the whole parser: block and flow collections, one-line
 * scalars, literal and folded texts. Whatever else there is (anchors, tags, scalars over several lines, anything wrong)
 * gives undefined, and the whole parser decides. What it accepts it reads as the whole parser does, which a test proves.
 */
export function parsePlainYaml(file: SourceFile, origins: Origins): { readonly value: Json } | undefined {
  if (unusual.test(file.text)) return undefined;
  try {
    return { value: parseDocument(file, origins) };
  } catch (problem) {
    if (problem === notPlain) return undefined;
    throw problem;
  }
}

function parseDocument(file: SourceFile, origins: Origins): Json {
  const { text } = file;
  // The line that is looked at: its indentation, the offset of its content, and its end. -1: there is none.
  let indent = -1;
  let at = 0;
  let end = 0;
  let next = 0;

  const nextLine = (): void => {
    for (;;) {
      if (next >= text.length) {
        indent = -1;
        return;
      }
      const start = next;
      const stop = text.indexOf("\n", start);
      end = stop === -1 ? text.length : stop;
      next = end + 1;
      at = start;
      while (at < end && text.charCodeAt(at) === 32) at++;
      // Blank lines and comments say nothing.
      if (at < end && text.charCodeAt(at) !== 35) {
        indent = at - start;
        return;
      }
    }
  };
  const skipSpaces = (from: number): number => {
    let place = from;
    while (place < end && text.charCodeAt(place) === 32) place++;
    return place;
  };
  /** True when nothing but a comment follows on the line. */
  const isRest = (from: number): boolean => {
    const place = skipSpaces(from);
    return place >= end || (text.charCodeAt(place) === 35 && place > from);
  };
  const isItem = (): boolean => text.charCodeAt(at) === 45 && (at + 1 === end || text.charCodeAt(at + 1) === 32);

  const remember = (
    value: object,
    start: number,
    stop: number,
    names: readonly string[] | undefined,
    spans: readonly number[],
  ): void => {
    origins.set(value, {
      file,
      start,
      end: Math.max(stop, start + 1),
      member: (key) => spanAt(spans, names === undefined ? Number(key) : names.indexOf(key)),
    });
  };

  const quoted = (place: number): string => {
    const pattern = text.charCodeAt(place) === 34 ? quotedDouble : quotedSingle;
    pattern.lastIndex = place;
    const found = pattern.exec(text)?.[0];
    return found ?? giveUp();
  };
  const unquote = (source: string): string =>
    source.charCodeAt(0) === 34 ? readTextLiteral(source) : source.slice(1, -1).replaceAll("''", "'");
  const isQuote = (place: number): boolean => text.charCodeAt(place) === 34 || text.charCodeAt(place) === 39;

  const scalarOf = (source: string): Json => {
    const value = plainScalar(source);
    return value === unsure ? giveUp() : value;
  };

  /** End of a plain scalar in a block: before a comment or the end of the line. */
  const plainEnd = (from: number): number => {
    let stop = from;
    while (stop < end) {
      const code = text.charCodeAt(stop);
      if (code === 35 && text.charCodeAt(stop - 1) === 32) break;
      if (code === 58 && (stop + 1 === end || text.charCodeAt(stop + 1) === 32)) return giveUp();
      stop++;
    }
    while (stop > from && text.charCodeAt(stop - 1) === 32) stop--;
    return stop;
  };

  /** Offset of the colon that ends a plain key on the line, or -1. */
  const colonAfter = (from: number): number => {
    for (let place = from; place < end; place++) {
      const code = text.charCodeAt(place);
      if (code === 58 && (place + 1 === end || text.charCodeAt(place + 1) === 32)) return place;
      if (code === 35 && text.charCodeAt(place - 1) === 32) return -1;
    }
    return -1;
  };

  let stopped = 0;

  const block = (depth: number): Json => {
    if (depth > maxDepth) giveUp();
    return isItem() ? sequence(depth) : mapping(depth);
  };

  const mapping = (depth: number): Json => {
    const own = indent;
    const start = at;
    const value: { [key: string]: Json } = {};
    const names: string[] = [];
    const spans: number[] = [];
    // oxlint-disable-next-line no-unmodified-loop-condition -- `entry` moves on to the next line
    while (indent === own) {
      if (isItem()) break;
      const keyStart = at;
      let keyEnd: number;
      let key: string;
      let colon: number;
      if (isQuote(at)) {
        const source = quoted(at);
        keyEnd = at + source.length;
        key = unquote(source);
        colon = skipSpaces(keyEnd);
        if (text.charCodeAt(colon) !== 58 || !(colon + 1 === end || text.charCodeAt(colon + 1) === 32)) giveUp();
      } else {
        if (isIndicator(text.charCodeAt(at))) giveUp();
        colon = colonAfter(at);
        if (colon === -1) giveUp();
        keyEnd = colon;
        while (keyEnd > keyStart && text.charCodeAt(keyEnd - 1) === 32) keyEnd--;
        key = text.slice(keyStart, keyEnd);
        if (key === "" || plainScalar(key) === null || plainScalar(key) === unsure) giveUp();
      }
      if (key === "<<" || keyEnd - keyStart > 500 || Object.hasOwn(value, key)) giveUp();
      const valueStart = skipSpaces(colon + 1);
      const [from, item] = entry(valueStart, colon + 1, own, depth, true);
      names.push(key);
      // A value that is left out is shown at its key.
      if (from === -1) spans.push(keyStart, keyEnd, keyStart, keyEnd);
      else spans.push(keyStart, keyEnd, from, Math.max(stopped, from + 1));
      setMember(value, key, item);
    }
    if (indent > own) giveUp();
    remember(value, start, stopped, names, spans);
    return value;
  };

  const sequence = (depth: number): Json => {
    const own = indent;
    const start = at;
    const value: Json[] = [];
    const spans: number[] = [];
    // oxlint-disable-next-line no-unmodified-loop-condition -- `entry` moves on to the next line
    while (indent === own && isItem()) {
      const dash = at;
      const place = skipSpaces(at + 1);
      const [from, item] = entry(place, at + 1, own, depth, false);
      if (from === -1) spans.push(dash, dash + 1, dash, dash + 1);
      else spans.push(from, Math.max(stopped, from + 1), from, Math.max(stopped, from + 1));
      value.push(item);
    }
    if (indent > own) giveUp();
    remember(value, start, stopped, undefined, spans);
    return value;
  };

  /** What follows a key or a dash: its offset (-1: nothing is written) and its value. Moves on to the line after it. */
  const entry = (place: number, after: number, own: number, depth: number, inMapping: boolean): [number, Json] => {
    if (isRest(after)) {
      stopped = after;
      nextLine();
      if (indent > own || (inMapping && indent === own && isItem())) {
        const from = at;
        return [from, block(depth + 1)];
      }
      return [-1, null];
    }
    const code = text.charCodeAt(place);
    if (code === 124 || code === 62) return [place, blockText(place, own)];
    if (code === 123 || code === 91) {
      const value = flow(place, own, depth + 1);
      if (!isRest(stopped)) giveUp();
      nextLine();
      return [place, value];
    }
    if (!inMapping && startsBlock(place)) {
      // `- key: value` and `- - item`: a block that begins on this line.
      indent += place - at;
      at = place;
      return [place, block(depth + 1)];
    }
    if (isQuote(place)) {
      const source = quoted(place);
      stopped = place + source.length;
      if (!isRest(stopped)) giveUp();
      nextLine();
      return [place, unquote(source)];
    }
    if (isIndicator(code) || (code === 45 && isRest(place + 1))) giveUp();
    if (code === 45 && text.charCodeAt(place + 1) === 32) giveUp();
    stopped = plainEnd(place);
    const value = scalarOf(text.slice(place, stopped));
    nextLine();
    return [place, value];
  };

  const startsBlock = (place: number): boolean => {
    if (text.charCodeAt(place) === 45 && (place + 1 === end || text.charCodeAt(place + 1) === 32)) return true;
    if (isQuote(place)) return text.charCodeAt(skipSpaces(place + quoted(place).length)) === 58;
    return colonAfter(place) !== -1;
  };

  /** `|` and `>`, with `-` or without. */
  const blockText = (place: number, own: number): string => {
    const header = text.slice(place, end).trimEnd();
    const strip = header.length === 2 && header.endsWith("-");
    if (header.length !== 1 && !strip) giveUp();
    const folded = header.startsWith(">");
    const lines: string[] = [];
    let width = -1;
    let line = end + 1;
    stopped = end;
    while (line < text.length) {
      const stop = text.indexOf("\n", line);
      const lineEnd = stop === -1 ? text.length : stop;
      let first = line;
      while (first < lineEnd && text.charCodeAt(first) === 32) first++;
      const spaces = first - line;
      if (first === lineEnd) {
        // Spaces alone are an empty line, unless they are more than the text's own indentation.
        if (spaces > 0 && (width === -1 || spaces > width)) giveUp();
        lines.push("");
      } else {
        if (width === -1) width = spaces;
        if (width <= own) giveUp();
        if (spaces < width) break;
        if (folded && spaces > width) giveUp();
        lines.push(text.slice(line + width, lineEnd));
        stopped = lineEnd;
      }
      line = lineEnd + 1;
    }
    // A text without a line, or without the last line's end, has rules of its own.
    if (width === -1 || stopped === text.length) giveUp();
    while (lines.at(-1) === "") lines.pop();
    next = line;
    nextLine();
    const content = folded ? fold(lines) : lines.join("\n");
    return strip ? content : `${content}\n`;
  };

  const flow = (from: number, own: number, depth: number): Json => {
    if (depth > maxDepth) giveUp();
    const isList = text.charCodeAt(from) === 91;
    const close = isList ? 93 : 125;
    const items: Json[] = [];
    const value: { [key: string]: Json } = {};
    const names: string[] = [];
    const spans: number[] = [];
    let place = flowSpace(from + 1, own);
    while (text.charCodeAt(place) !== close) {
      const start = place;
      const first = flowNode(place, own, depth);
      place = stopped;
      const spaced = flowSpace(place, own);
      if (isList) {
        if (text.charCodeAt(spaced) === 58) giveUp();
        spans.push(start, place, start, place);
        items.push(first);
      } else {
        const source = text.slice(start, place);
        const key = typeof first === "string" ? first : source;
        if (typeof first === "object" || key === "<<" || Object.hasOwn(value, key)) giveUp();
        if (text.charCodeAt(place) !== 58 || text.charCodeAt(place + 1) !== 32) giveUp();
        const valueStart = flowSpace(place + 1, own);
        const code = text.charCodeAt(valueStart);
        if (code === 44 || code === close) giveUp();
        const item = flowNode(valueStart, own, depth);
        spans.push(start, place, valueStart, stopped);
        names.push(key);
        setMember(value, key, item);
      }
      place = flowSpace(stopped, own);
      if (text.charCodeAt(place) === 44) place = flowSpace(place + 1, own);
      else if (text.charCodeAt(place) !== close) giveUp();
    }
    stopped = place + 1;
    const made = isList ? items : value;
    remember(made, from, stopped, isList ? undefined : names, spans);
    return made;
  };

  const flowNode = (place: number, own: number, depth: number): Json => {
    const code = text.charCodeAt(place);
    if (code === 123 || code === 91) return flow(place, own, depth + 1);
    if (isQuote(place)) {
      const source = quoted(place);
      stopped = place + source.length;
      return unquote(source);
    }
    const pattern = code === 45 ? signedPlain : flowPlain;
    pattern.lastIndex = place;
    let source = pattern.exec(text)?.[0] ?? giveUp();
    // A colon inside a word belongs to it: `db:write`, `https://...`.
    let stop = place + source.length;
    while (text.charCodeAt(stop) === 58 && /[^\s,[\]{}]/.test(text.charAt(stop + 1))) {
      const more = /[^,[\]{}\n:#]*/y;
      more.lastIndex = stop + 1;
      stop = stop + 1 + (more.exec(text)?.[0].length ?? 0);
    }
    if (text.charCodeAt(stop) === 35) giveUp();
    source = text.slice(place, stop).trimEnd();
    stopped = place + source.length;
    return scalarOf(source);
  };

  /** Skips spaces, and ends of lines inside a flow collection: what follows must be indented more than its parent. */
  const flowSpace = (from: number, own: number): number => {
    let place = from;
    for (;;) {
      const code = text.charCodeAt(place);
      if (code === 32) place++;
      else if (code === 10) {
        let first = place + 1;
        while (text.charCodeAt(first) === 32) first++;
        if (first - place - 1 <= own || first >= text.length) giveUp();
        place = first;
        const stop = text.indexOf("\n", place);
        end = stop === -1 ? text.length : stop;
        next = end + 1;
      } else if (code === 35 || Number.isNaN(code)) return giveUp();
      else return place;
    }
  };

  nextLine();
  if (indent === -1) giveUp();
  const value = block(1);
  if (indent !== -1) giveUp();
  return value;
}

/** Characters that cannot begin a plain scalar, or that this parser does not look into. */
function isIndicator(code: number): boolean {
  // , [ ] { } # & * ! | > ' " % @ ` ? :
  return (
    code === 44 ||
    code === 91 ||
    code === 93 ||
    code === 123 ||
    code === 125 ||
    code === 35 ||
    code === 38 ||
    code === 42 ||
    code === 33 ||
    code === 124 ||
    code === 62 ||
    code === 39 ||
    code === 34 ||
    code === 37 ||
    code === 64 ||
    code === 96 ||
    code === 63 ||
    code === 58
  );
}

/** Joins the lines of a folded text: one line end is a space, empty lines are line ends (YAML 1.2.2 section 8.1.3). */
function fold(lines: readonly string[]): string {
  let folded = "";
  let empty = 0;
  for (const [index, line] of lines.entries()) {
    if (line === "") {
      empty++;
      continue;
    }
    if (index > 0) folded += empty > 0 ? "\n".repeat(empty) : " ";
    folded += line;
    empty = 0;
  }
  return folded;
}

/** Four offsets a member: of its key and of its value. */
function spanAt(spans: readonly number[], index: number): MemberSpan | undefined {
  const at = index * 4;
  const [keyStart, keyEnd, start, end] = [spans[at], spans[at + 1], spans[at + 2], spans[at + 3]];
  if (keyStart === undefined || keyEnd === undefined || start === undefined || end === undefined) return undefined;
  return { keyStart, keyEnd, start, end };
}
