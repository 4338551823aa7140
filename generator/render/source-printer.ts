import {
  code,
  type Code,
  type DocPart,
  type Hole,
  type ImportSymbol,
  type JsonPart,
  type ListPart,
  type Part,
} from "./code.js";
import { columns } from "./columns.js";
import { docComment } from "./doc-comment.js";
import { assignImports, printImports } from "./import-table.js";
import { layoutJson } from "./json-layout.js";

/** Collects the declarations of one TypeScript module and decides its imports at the end. */
export interface SourcePrinter {
  /** Reserves a top-level name; an import of the same name is renamed. */
  declare(name: string): void;
  /** Adds a declaration; a blank line separates it from the one before. */
  print(literals: TemplateStringsArray, ...holes: readonly Hole[]): void;
  /** The module: header, imports, declarations, one final newline. */
  text(): string;
}

export function createPrinter(header: string): SourcePrinter {
  const declared = new Set<string>();
  const blocks: Code[] = [];
  return {
    declare(name) {
      if (declared.has(name)) throw new Error(`Two declarations are called "${name}" in one generated module.`);
      declared.add(name);
    },
    print(literals, ...holes) {
      blocks.push(code(literals, ...holes));
    },
    text() {
      const imports = assignImports(blocks, declared);
      const head = printImports(imports);
      const body = blocks.map((block) => printCode(block, imports.localNames)).filter((block) => block.trim() !== "");
      return `${[`// ${header}`, ...(head === "" ? [] : [head]), ...body].join("\n\n")}\n`;
    },
  };
}

/** The text of `block`, which starts at column 0. */
export function printCode(block: Code, localNames: ReadonlyMap<string, string>): string {
  const out: Output = { text: "", line: "" };
  writeCode(out, block, "", localNames);
  const text = (out.text + out.line).trimEnd();
  return text.startsWith("\n") ? text.replace(/^\n+/, "") : text;
}

/** Lines that are complete, and the one that is being written: asking for its indentation must stay cheap. */
interface Output {
  text: string;
  line: string;
}

function write(out: Output, text: string, indent: string): void {
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    const line = (out.line + text.slice(start, end)).trimEnd();
    out.text += `${line}\n`;
    out.line = indent;
    start = end + 1;
  }
  out.line += start === 0 ? text : text.slice(start);
}

function writeCode(out: Output, block: Code, indent: string, names: ReadonlyMap<string, string>): void {
  block.parts.forEach((part, index) => {
    if (typeof part === "string") {
      if (block.multiline) write(out, part, indent);
      else out.line += part;
    } else if (part.kind === "list") {
      writeList(out, part, lineIndent(out), widthAfter(block.parts, index + 1, names), names);
    } else writePart(out, part, names);
  });
}

/** Columns of what stands behind a part on its line: up to the line's end, or to what can be broken itself. */
function widthAfter(parts: readonly Part[], from: number, names: ReadonlyMap<string, string>): number {
  let width = 0;
  for (let index = from; index < parts.length && width < columns; index += 1) {
    const part = parts[index] ?? "";
    if (typeof part === "string") {
      const end = part.indexOf("\n");
      if (end !== -1) return width + end;
      width += part.length;
    } else if (part.kind === "symbol") width += localName(part, names).length;
    else return width + 1;
  }
  return width;
}

function writePart(out: Output, part: Exclude<Part, string | ListPart>, names: ReadonlyMap<string, string>): void {
  if (part.kind === "symbol") {
    out.line += localName(part, names);
    return;
  }
  const inner = lineIndent(out);
  switch (part.kind) {
    case "json":
      writeJson(out, part, inner);
      return;
    case "doc":
      write(out, comment(part, inner.length), inner);
      return;
    case "fitted": {
      const flat = flatText(part.flat, names);
      const fits = flat !== undefined && out.line.length + flat.length <= columns;
      writeCode(out, fits ? part.flat : part.broken, inner, names);
      return;
    }
    case "code":
      writeCode(out, part, inner, names);
      return;
  }
}

function comment({ text, tags }: DocPart, indent: number): string {
  return docComment(
    text,
    indent,
    tags.map((tag) => `@${tag.name} ${tag.text}`),
  );
}

function lineIndent(out: Output): string {
  let length = 0;
  while (out.line.charCodeAt(length) === 32) length += 1;
  return out.line.slice(0, length);
}

function writeJson(out: Output, part: JsonPart, indent: string): void {
  const column = out.line.length;
  write(out, layoutJson(part.value, { column, indent: indent.length, columns }), "");
}

function writeList(
  out: Output,
  part: ListPart,
  indent: string,
  after: number,
  names: ReadonlyMap<string, string>,
): void {
  const pad = part.padded ? " " : "";
  const flat = part.items.map((item) => flatText(item, names));
  // At least three columns are kept for what follows: a bracket, a comma or semicolon.
  const room = columns - out.line.length - Math.max(after, 3);
  if (flat.every((item) => item !== undefined)) {
    const line = `${part.open}${pad}${flat.join(", ")}${pad}${part.close}`;
    if (line.length <= room) {
      write(out, line, indent);
      return;
    }
  }
  const inner = `${indent}  `;
  write(out, part.open, indent);
  part.items.forEach((item, index) => {
    write(out, "\n", inner);
    writeCode(out, item, inner, names);
    if (part.trailingComma || index < part.items.length - 1) write(out, ",", inner);
  });
  write(out, `\n${part.close}`, indent);
}

/** The text of a piece if it has only one line. */
function flatText(block: Code, names: ReadonlyMap<string, string>): string | undefined {
  let text = "";
  for (const part of block.parts) {
    const piece = flatPart(part, names);
    if (piece === undefined || piece.includes("\n")) return undefined;
    text += piece;
  }
  return text;
}

function flatPart(part: Part, names: ReadonlyMap<string, string>): string | undefined {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "symbol":
      return localName(part, names);
    case "json":
      return layoutJson(part.value, { column: 0, indent: 0, columns: Number.POSITIVE_INFINITY });
    case "doc":
      return part.text === "" && part.tags.length === 0 ? "" : undefined;
    case "list": {
      const items = part.items.map((item) => flatText(item, names));
      const pad = part.padded ? " " : "";
      return items.some((item) => item === undefined)
        ? undefined
        : `${part.open}${pad}${items.join(", ")}${pad}${part.close}`;
    }
    case "fitted":
      return flatText(part.flat, names);
    case "code":
      return flatText(part, names);
  }
}

function localName(symbol: ImportSymbol, names: ReadonlyMap<string, string>): string {
  return names.get(symbol.key) ?? symbol.name;
}
