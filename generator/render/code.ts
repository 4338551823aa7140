import type { Json, JsonObject } from "../model/model.js";
import { scalarLiteral } from "./literals.js";

/**
 * A piece of source code. Text stays as it is; the other pieces become text when the column at which they start is known,
 * and symbols when it is known what they are called.
 */
export type Code =
  | Source
  | ImportSymbol
  | MemberPart
  | JsonPart
  | ListPart
  | FittedPart
  | DocPart
  | JoinedPart
  | Template;

declare const isSource: unique symbol;

/** Text that is code already. For the compiler alone it differs from other text, which must not get into a hole as it is. */
export type Source = string & { readonly [isSource]: true };

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

/** What is reached through a namespace import: `types.Region`. */
export interface MemberPart {
  readonly kind: "member";
  readonly of: ImportSymbol;
  readonly name: string;
}

/** A list or an object, as a literal. */
export interface JsonPart {
  readonly kind: "json";
  readonly value: JsonObject | readonly Json[];
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

/** A comment, wrapped where it is too long. */
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

/** Pieces with a separator between them. */
export interface JoinedPart {
  readonly kind: "joined";
  readonly pieces: readonly Code[];
  readonly separator: string;
}

/** Literals, with a hole between each two of them. */
export interface Template {
  readonly kind: "template";
  readonly literals: readonly string[];
  readonly holes: readonly Code[];
}

/**
 * Source code with holes. The literal parts are code; a hole takes symbols, literals, comments, other code. Lines of a hole
 * are indented like the line on which it stands.
 */
export function code(literals: TemplateStringsArray, ...holes: readonly Code[]): Template {
  return { kind: "template", literals, holes };
}

/** Text that is code already: an identifier, a translated expression, a result of `literals.ts`. */
export function verbatim(text: string): Source {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever calls it says so
  return text as Source;
}

/** As `code`, on one line, of holes that are text already: for what is printed often, as it is not taken apart again. */
export function line(literals: TemplateStringsArray, ...holes: readonly Source[]): Source {
  let text = literals[0] ?? "";
  for (let index = 0; index < holes.length; index += 1) text += (holes[index] ?? "") + (literals[index + 1] ?? "");
  return verbatim(text);
}

export const empty: Source = verbatim("");

export function importSymbol(
  name: string,
  from: string,
  options: { readonly namespace?: boolean; readonly typeOnly?: boolean } = {},
): ImportSymbol {
  const { namespace = false, typeOnly = false } = options;
  return { kind: "symbol", name, from, namespace, typeOnly, key: `${from} ${name}` };
}

/** A name that a module exports, through the namespace import of the module. */
export function memberOf(namespace: ImportSymbol, name: string): MemberPart {
  return { kind: "member", of: namespace, name };
}

/** A JSON value as a literal. */
export function json(value: null | boolean | number | string): Source;
export function json(value: Json): Code;
export function json(value: Json): Code {
  return typeof value === "object" && value !== null ? { kind: "json", value } : verbatim(scalarLiteral(value));
}

/** A comment of paragraphs, and of tags after them. */
export function doc(...content: readonly (string | DocTag | undefined)[]): DocPart {
  let text = "";
  const tags: DocTag[] = [];
  for (const part of content) {
    if (typeof part === "object") tags.push(part);
    else if (part !== undefined && part !== "") text = text === "" ? part : `${text}\n\n${part}`;
  }
  return { kind: "doc", text, tags };
}

export function deprecated(reason: string | undefined): DocTag | undefined {
  return reason === undefined ? undefined : { name: "deprecated", text: reason };
}

/** Pieces one after another, with a separator between them. */
export function joined(pieces: readonly Code[], separator: string): JoinedPart {
  return { kind: "joined", pieces, separator };
}

/** Pieces one a line. */
export function lines(pieces: readonly Code[]): JoinedPart {
  return joined(pieces, "\n");
}

/** `{ a: 1, b }`, on one line where it fits. */
export function object(items: readonly Code[]): Code {
  return items.length === 0
    ? verbatim("{}")
    : { kind: "list", open: "{", items, close: "}", padded: true, trailingComma: true };
}

/** `[a, b]`, on one line where it fits. */
export function array(items: readonly Code[]): Code {
  return items.length === 0
    ? verbatim("[]")
    : { kind: "list", open: "[", items, close: "]", padded: false, trailingComma: true };
}

/** `(a, b)`, on one line where it fits. */
export function parameters(items: readonly Code[]): Code {
  return items.length === 0
    ? verbatim("()")
    : { kind: "list", open: "(", items, close: ")", padded: false, trailingComma: true };
}

/** `<A, B>`, on one line where it fits. */
export function typeArguments(items: readonly Code[]): Code {
  return { kind: "list", open: "<", items, close: ">", padded: false, trailingComma: false };
}

/** `flat` where it fits on the line, else `broken`. */
export function fitted(flat: Code, broken: Code): Code {
  return { kind: "fitted", flat, broken };
}
