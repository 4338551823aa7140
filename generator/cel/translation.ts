import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import type { CelType } from "./cel-type.js";
import type { Proof } from "./facts.js";
import type { CelNode } from "./cel-node.js";

/** A variable of an expression: `args`, an input, `answer`, or one that a macro binds. */
export interface Variable {
  readonly type: CelType;
  /** TypeScript that reads it. */
  readonly code: string;
  /** Something is wrong with it already: nothing is said about what reads it. */
  readonly unjudged?: true;
  /** The input behind it; it may be undefined when the input can be skipped. */
  readonly input?: {
    readonly name: string;
    readonly mayBeSkipped: boolean;
    readonly sampled?: boolean;
    readonly refreshed?: boolean;
    /** It is what the client can do; see `ability.ts`. */
    readonly abilities?: boolean;
  };
}

/** An expression's translation, with what the expression around it needs to know. */
export interface Translated {
  readonly type: CelType;
  readonly code: string;
  /** Binding strength of `code`'s outermost operator, as in TypeScript; 20 for what needs no parentheses. */
  readonly strength: number;
  /** Evaluating it can fail where CEL would fail. */
  readonly fails: boolean;
  readonly proof: Proof;
  /** The path it reads, when it is nothing but a path. */
  readonly path?: string;
}

/** What a translation shares while it walks. */
export interface TranslationContext {
  readonly source: string;
  /** Place of the expression's text, to be narrowed to a node. */
  readonly locate: (start: number, end: number) => Location | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Names that macros around this place bind in TypeScript. */
  readonly bound: readonly string[];
  readonly symbols: Set<string>;
  /** Variables of TypeScript that the code reads: `inputs` for `inputs.region`, and what macros bind. */
  readonly reads: Set<string>;
  /** Inputs that the expression mentions. */
  readonly mentioned: Set<string>;
  /** Paths compared with a literal: TypeScript narrows on the first comparison. */
  readonly compared: Set<string>;
  /** It fills a hole of a text, which needs a value in every case. */
  readonly inText: boolean;
}

/** Reports at a node. */
export function problemAt(context: TranslationContext, node: CelNode, problem: string): undefined {
  context.report(diagnose("cel/type", context.locate(node.start, node.end), { problem }));
  return undefined;
}

export function unsupported(context: TranslationContext, node: CelNode, what: string): undefined {
  context.report(diagnose("cel/unsupported", context.locate(node.start, node.end), { what }));
  return undefined;
}

export function sourceOfNode(context: TranslationContext, node: CelNode): string {
  return context.source.slice(node.start, node.end).trim();
}

/** Registers the variable of TypeScript with which a path begins. */
export function markRead(context: TranslationContext, path: string): void {
  context.reads.add(/^[\w$]+/.exec(path)?.[0] ?? path);
}

/** Registers a runtime symbol and returns its name. */
export function symbol(context: TranslationContext, name: string): string {
  context.symbols.add(name);
  return name;
}

/** Code of an operand, in parentheses where its operator binds less than the one around it. */
export function operand(translated: Translated, strength: number): string {
  return translated.strength < strength ? `(${translated.code})` : translated.code;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** `.name`, or `["na-me"]`. */
export function accessor(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${quote(name)}]`;
}

/** The text of a literal that `quote` made, or undefined for any other code. */
export function literalText(code: string): string | undefined {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(code)) return undefined;
  const text: unknown = JSON.parse(code);
  return typeof text === "string" ? text : undefined;
}

/** A text as a TypeScript literal. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
