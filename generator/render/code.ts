import type { Json } from "../model/model.js";

/** A name that a generated file imports. Used once as a value, it is imported as a value; else type-only. */
export interface ImportSymbol {
  readonly kind: "symbol";
  readonly name: string;
  readonly from: string;
  /** The names of a namespace import are reached through it: `types.Region`. */
  readonly namespace: boolean;
  readonly typeOnly: boolean;
  /** Equal for the uses of one export, as a type or as a value. */
  readonly key: string;
}

export function importSymbol(
  name: string,
  from: string,
  options: { readonly namespace?: boolean; readonly typeOnly?: boolean } = {},
): ImportSymbol {
  const { namespace = false, typeOnly = false } = options;
  return { kind: "symbol", name, from, namespace, typeOnly, key: `${from} ${name}` };
}

/** A JSON value, laid out when its column is known. */
export interface JsonPart {
  readonly kind: "json";
  readonly value: Json;
}

/** Items on one line if they fit, else one a line. */
export interface ListPart {
  readonly kind: "list";
  readonly open: string;
  readonly items: readonly Code[];
  readonly close: string;
  /** Inside the brackets of a list on one line: `{ a, b }` against `(a, b)`. */
  readonly padded: boolean;
  /** Whether the last item may be followed by a comma; not so between angle brackets. */
  readonly trailingComma: boolean;
}

/** Two ways to write one thing: on one line where it fits, else broken. */
export interface FittedPart {
  readonly kind: "fitted";
  readonly flat: Code;
  readonly broken: Code;
}

/** A comment, wrapped when its column is known. */
export interface DocPart {
  readonly kind: "doc";
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** A tag of JSDoc, for the end of a comment; what a document says cannot be one. */
export interface DocTag {
  readonly name: "deprecated" | "throws";
  readonly text: string;
}

export interface Code {
  readonly kind: "code";
  readonly parts: readonly Part[];
  /** Whether its own text has line ends; what its other parts become may have more. */
  readonly multiline: boolean;
}

export type Part = string | ImportSymbol | JsonPart | ListPart | FittedPart | DocPart | Code;

/** What may stand in a hole. A bare string may not: text of a document has to pass through `literals.ts`. */
export type Hole = Exclude<Part, string> | readonly Hole[];

/**
 * Source code with holes. The literal parts are code; a hole takes symbols, literals, comments, other code, or lists of
 * these. Lines of a hole are indented like the line on which it stands.
 */
export function code(literals: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  const parts: Part[] = [];
  let multiline = false;
  for (let index = 0; index < literals.length; index += 1) {
    const literal = literals[index] ?? "";
    multiline ||= literal.includes("\n");
    add(parts, literal);
    const hole = holes[index];
    if (hole !== undefined) push(parts, hole);
  }
  return { kind: "code", parts, multiline };
}

function push(parts: Part[], hole: Hole): void {
  if (isList(hole)) for (const item of hole) push(parts, item);
  // Only the lines of a piece are indented: the parts of one without line ends are as good as parts of what is around it.
  else if (hole.kind === "code" && !hole.multiline) for (const part of hole.parts) add(parts, part);
  else parts.push(hole);
}

/** Adds a part; text goes together with the text before it. */
function add(parts: Part[], part: Part): void {
  const last = parts[parts.length - 1];
  if (typeof part !== "string" || typeof last !== "string") {
    if (part !== "") parts.push(part);
  } else parts[parts.length - 1] = last + part;
}

function isList(hole: Hole): hole is readonly Hole[] {
  return Array.isArray(hole);
}

/** Text that is code already: an identifier, a translated expression, a result of `literals.ts`. */
export function verbatim(text: string): Code {
  return { kind: "code", parts: [text], multiline: text.includes("\n") };
}

export const empty: Code = { kind: "code", parts: [], multiline: false };

export function json(value: Json): JsonPart {
  return { kind: "json", value };
}

/** A comment of paragraphs, and of tags after them. */
export function doc(...content: readonly (string | DocTag | undefined)[]): DocPart {
  const paragraphs: string[] = [];
  const tags: DocTag[] = [];
  for (const part of content) {
    if (typeof part === "object") tags.push(part);
    else if (part !== undefined && part !== "") paragraphs.push(part);
  }
  return { kind: "doc", text: paragraphs.join("\n\n"), tags };
}

export function deprecated(reason: string | undefined): DocTag | undefined {
  return reason === undefined ? undefined : { name: "deprecated", text: reason };
}

/** Pieces one after another, with a separator between them. */
export function joined(pieces: readonly Hole[], separator: string): Code {
  const parts: Part[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    if (index > 0) add(parts, separator);
    push(parts, pieces[index] ?? empty);
  }
  return { kind: "code", parts, multiline: pieces.length > 1 && separator.includes("\n") };
}

/** Pieces one a line. */
export function lines(pieces: readonly Hole[]): Code {
  return joined(pieces, "\n");
}

/** `{ a: 1, b }`, on one line where it fits. */
export function object(items: readonly Code[]): Hole {
  return items.length === 0
    ? verbatim("{}")
    : { kind: "list", open: "{", items, close: "}", padded: true, trailingComma: true };
}

/** `[a, b]`, on one line where it fits. */
export function array(items: readonly Code[]): Hole {
  return items.length === 0
    ? verbatim("[]")
    : { kind: "list", open: "[", items, close: "]", padded: false, trailingComma: true };
}

/** `(a, b)`, on one line where it fits. */
export function parameters(items: readonly Code[]): Hole {
  return items.length === 0
    ? verbatim("()")
    : { kind: "list", open: "(", items, close: ")", padded: false, trailingComma: true };
}

/** `<A, B>`, on one line where it fits. */
export function typeArguments(items: readonly Code[]): Hole {
  return { kind: "list", open: "<", items, close: ">", padded: false, trailingComma: false };
}

/** `flat` where it fits on the line, else `broken`. */
export function fitted(flat: Code, broken: Code): Hole {
  return { kind: "fitted", flat, broken };
}
