import { empty, type Code, type DocPart, type ImportSymbol, type ListPart, type MemberPart } from "./code.js";
import { columns } from "./columns.js";
import { docComment } from "./doc-comment.js";
import { flatJson, layoutJson } from "./json-layout.js";

/** What a symbol is called in the module that is written. */
export type NameOf = (symbol: ImportSymbol) => string;

/** The text so far, and where its last line stands. */
interface Output {
  text: string;
  /** Length of the last line. */
  column: number;
  /** Spaces that the last line begins with. */
  indent: number;
  readonly nameOf: NameOf;
}

/** The text of a piece of code that starts at column 0, without empty lines around it. */
export function sourceText(part: Code, nameOf: NameOf): string {
  const out: Output = { text: "", column: 0, indent: 0, nameOf };
  write(out, part, 0);
  const text = out.text.trimEnd();
  // Where a piece is empty, or begins with a line end, spaces are left before it.
  const clean = text.includes(" \n") ? text.replaceAll(/ +\n/g, "\n") : text;
  return clean.startsWith("\n") ? clean.replace(/^\n+/, "") : clean;
}

/** @param after - columns of what follows on the line: up to its end, or to what can be broken itself. */
function write(out: Output, part: Code, after: number): void {
  if (typeof part === "string") {
    writeText(out, part, out.indent);
    return;
  }
  switch (part.kind) {
    case "symbol":
      append(out, out.nameOf(part));
      return;
    case "member":
      append(out, memberText(out, part));
      return;
    case "template":
      writeHoles(out, part.literals, part.holes, after);
      return;
    case "joined":
      writeJoined(out, part.pieces, part.separator, after);
      return;
    case "list":
      writeList(out, part, after);
      return;
    case "doc":
      writeText(out, comment(part, out.indent), out.indent);
      return;
    case "json":
      writeText(out, layoutJson(part.value, { column: out.column, indent: out.indent, columns }), 0);
      return;
    case "fitted": {
      const fits = flatText(out, part.flat, columns - out.column) !== undefined;
      write(out, fits ? part.flat : part.broken, after);
      return;
    }
  }
}

function memberText(out: Output, { of, name }: MemberPart): string {
  return `${out.nameOf(of)}.${name}`;
}

/** Writes text without line ends. */
function append(out: Output, text: string): void {
  if (out.column === out.indent) out.indent += leadingSpaces(text, 0);
  out.text += text;
  out.column += text.length;
}

/** @param indent - of the lines that begin in the text. */
function writeText(out: Output, text: string, indent: number): void {
  if (text === "") return;
  if (text.indexOf("\n") === -1) {
    append(out, text);
    return;
  }
  const start = text.lastIndexOf("\n") + 1;
  out.text += indent === 0 ? text : text.replaceAll("\n", `\n${" ".repeat(indent)}`);
  out.column = indent + text.length - start;
  out.indent = indent + leadingSpaces(text, start);
}

function leadingSpaces(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === 32) end += 1;
  return end - start;
}

function writeHoles(out: Output, literals: readonly string[], holes: readonly Code[], after: number): void {
  const { indent } = out;
  for (let index = 0; index < holes.length; index += 1) {
    writeText(out, literals[index] ?? "", indent);
    const hole = holes[index] ?? empty;
    if (typeof hole === "string") writeText(out, hole, out.indent);
    else if (hole.kind === "symbol") append(out, out.nameOf(hole));
    else if (hole.kind === "member") append(out, memberText(out, hole));
    else if (hole.kind === "doc" || hole.kind === "json") write(out, hole, 0);
    else write(out, hole, widthFrom(out, literals, holes, index + 1, after));
  }
  writeText(out, literals[holes.length] ?? "", indent);
}

/** Columns of what a template has on one line from a literal on. */
function widthFrom(
  out: Output,
  literals: readonly string[],
  holes: readonly Code[],
  from: number,
  after: number,
): number {
  let width = 0;
  for (let index = from; index <= holes.length; index += 1) {
    const literal = literals[index] ?? "";
    const end = literal.indexOf("\n");
    if (end !== -1) return width + end;
    width += literal.length;
    const hole = holes[index] ?? empty;
    if (typeof hole === "string") width += hole.length;
    else if (hole.kind === "symbol") width += out.nameOf(hole).length;
    else if (hole.kind === "member") width += memberText(out, hole).length;
    else if (hole.kind === "template") {
      return width + widthFrom(out, hole.literals, hole.holes, 0, widthFrom(out, literals, holes, index + 1, after));
    } else return width + 1;
  }
  return width + after;
}

function writeJoined(out: Output, pieces: readonly Code[], separator: string, after: number): void {
  const { indent } = out;
  const end = separator.indexOf("\n");
  const width = end === -1 ? separator.length + 1 : end;
  const last = pieces.length - 1;
  for (let index = 0; index <= last; index += 1) {
    if (index > 0) writeText(out, separator, indent);
    write(out, pieces[index] ?? empty, index < last ? width : after);
  }
}

function comment({ text, tags }: DocPart, indent: number): string {
  return docComment(
    text,
    indent,
    tags.map((tag) => `@${tag.name} ${tag.text}`),
  );
}

function writeList(out: Output, list: ListPart, after: number): void {
  // At least three columns are kept for what follows: a bracket, a comma or semicolon.
  const flat = flatList(out, list, columns - out.column - Math.max(after, 3));
  if (flat !== undefined) {
    append(out, flat);
    return;
  }
  const { indent } = out;
  const last = list.items.length - 1;
  append(out, list.open);
  for (let index = 0; index <= last; index += 1) {
    writeText(out, "\n  ", indent);
    write(out, list.items[index] ?? empty, 0);
    if (list.trailingComma || index < last) append(out, ",");
  }
  writeText(out, `\n${list.close}`, indent);
}

/** The text of a part on one line, if it has no more than that and is not longer than `room`. */
function flatText(out: Output, part: Code, room: number): string | undefined {
  const text = flatPart(out, part, room);
  return text === undefined || text.length > room || text.includes("\n") ? undefined : text;
}

function flatPart(out: Output, part: Code, room: number): string | undefined {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "symbol":
      return out.nameOf(part);
    case "member":
      return memberText(out, part);
    case "json":
      return flatJson(part.value, room);
    case "doc":
      return part.text === "" && part.tags.length === 0 ? "" : undefined;
    case "list":
      return flatList(out, part, room);
    case "fitted":
      return flatText(out, part.flat, room);
    case "joined":
      return flatItems(out, part.pieces, part.separator, room);
    case "template":
      return flatTemplate(out, part.literals, part.holes, room);
  }
}

function flatTemplate(
  out: Output,
  literals: readonly string[],
  holes: readonly Code[],
  room: number,
): string | undefined {
  let text = literals[0] ?? "";
  for (let index = 0; index < holes.length; index += 1) {
    const piece = flatText(out, holes[index] ?? empty, room - text.length);
    if (piece === undefined) return undefined;
    text += piece + (literals[index + 1] ?? "");
  }
  return text;
}

function flatList(out: Output, { open, items, close, padded }: ListPart, room: number): string | undefined {
  const pad = padded ? " " : "";
  const inside = room - open.length - close.length - 2 * pad.length;
  const text = flatItems(out, items, ", ", inside);
  return text === undefined ? undefined : open + pad + text + pad + close;
}

function flatItems(out: Output, items: readonly Code[], separator: string, room: number): string | undefined {
  let text = "";
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += separator;
    const piece = flatText(out, items[index] ?? empty, room - text.length);
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}
