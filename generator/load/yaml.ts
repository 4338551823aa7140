import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type YAMLParseError,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { Json, JsonObject } from "../model/model.js";
import { losesDigits } from "./json.js";
import { maxDepth, maxNodes, maxSyntaxProblems } from "./limits.js";
import type { MemberSpan, Origins } from "./origin.js";
import { setMember } from "./values.js";
import { syntaxWords } from "./yaml-words.js";
import { composeYaml, type ComposedYaml } from "./yaml-syntax.js";

/** Parses YAML 1.2 (core schema) with the origin of every mapping and sequence. */
export function parseYaml(file: SourceFile, origins: Origins): [Json | undefined, readonly Diagnostic[]] {
  const composed = composeYaml(file.text);
  if (composed.kind === "too-deep") {
    const location = { file, start: composed.at, end: composed.at + 1 };
    return [undefined, [diagnose("yaml/too-deep", location, { limit: maxDepth })]];
  }
  const problems = syntaxProblems(file, composed);
  if (problems.length > 0) return [undefined, problems];
  return readTree(file, composed.document, origins);
}

type Composed = Extract<ComposedYaml, { kind: "composed" }>;

/** Sorts out what the YAML parser reports. */
function syntaxProblems(file: SourceFile, { document, second }: Composed): readonly Diagnostic[] {
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
      found.push(diagnoseTag(file, location));
    }
  }
  return found;
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
function diagnoseTag(file: SourceFile, location: Location): Diagnostic {
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

interface Anchored {
  readonly value: Json;
  /** Nodes, this one included. */
  readonly size: number;
  /** Collections inside each other, this one included. */
  readonly height: number;
}

/** Ends a walk that cannot give a value; caught in `readTree` and nowhere else. */
class UnusableDocument extends Error {}

function readTree(file: SourceFile, document: Document, origins: Origins): [Json | undefined, readonly Diagnostic[]] {
  const diagnostics: Diagnostic[] = [];
  const anchors = new Map<string, Anchored | "open">();
  let nodes = 0;
  let deepest = 0;

  const place = (node: Node | null | undefined): Location => {
    const [start, end] = node?.range ?? [0, 1];
    return { file, start, end: Math.max(end, start + 1) };
  };
  const count = (size: number, node: Node): void => {
    nodes += size;
    if (nodes <= maxNodes) return;
    diagnostics.push(diagnose("yaml/alias-bomb", place(node), { limit: maxNodes }));
    throw new UnusableDocument();
  };

  const descend = (depth: number, node: Node): void => {
    deepest = Math.max(deepest, depth);
    if (depth <= maxDepth) return;
    diagnostics.push(diagnose("yaml/too-deep", place(node), { limit: maxDepth }));
    throw new UnusableDocument();
  };

  const read = (node: unknown, depth: number): Json => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined || target === "open") {
        diagnostics.push(diagnose("yaml/recursive-alias", place(node), { name: node.source }));
        return null;
      }
      count(target.size, node);
      descend(depth - 1 + target.height, node);
      return target.value;
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const before = nodes;
    const around = deepest;
    deepest = depth - 1;
    count(1, node);
    if (node.anchor !== undefined) anchors.set(node.anchor, "open");
    const value = isScalar(node) ? scalar(node) : collection(node, depth);
    if (node.anchor !== undefined) {
      anchors.set(node.anchor, { value, size: nodes - before, height: deepest - (depth - 1) });
    }
    deepest = Math.max(deepest, around);
    return value;
  };

  const scalar = (node: Node & { value: unknown; source?: string }): Json => {
    const { value } = node;
    // `! has(x)`: the lone "!" is a tag too, and would turn the condition around without a word.
    if (node.tag === "!") {
      const [start, end] = node.range ?? [0, 1];
      const mark = file.text.lastIndexOf("!", start);
      diagnostics.push(diagnoseTag(file, { file, start: mark === -1 ? start : mark, end }));
    }
    if (typeof value === "number") {
      const source = node.source ?? String(value);
      if (losesDigits(source, value)) {
        diagnostics.push(diagnose("yaml/number-precision", place(node), { source, value }));
      }
      return value;
    }
    if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
    diagnostics.push(diagnose("yaml/tag", place(node), { tag: node.tag ?? typeof value }));
    return null;
  };

  const collection = (node: YAMLMap | YAMLSeq, depth: number): Json => {
    descend(depth, node);
    const value = isMap(node) ? mapping(node, depth) : node.items.map((item) => read(item, depth + 1));
    const [start, end] = node.range ?? [0, 1];
    origins.set(value, { file, start, end, member: lazyMembers(node) });
    return value;
  };

  const mapping = (node: YAMLMap, depth: number): JsonObject => {
    const value: { [key: string]: Json } = {};
    const seen = new Map<string, Node>();
    for (const pair of node.items) {
      const key = keyText(pair.key);
      if (key === undefined) {
        const actual = isMap(pair.key) ? "a mapping" : isSeq(pair.key) ? "a list" : "nothing";
        diagnostics.push(diagnose("yaml/key-type", place(isNode(pair.key) ? pair.key : node), { actual }));
        continue;
      }
      const keyNode = isNode(pair.key) ? pair.key : node;
      if (key === "<<") diagnostics.push(diagnose("yaml/merge-key", place(keyNode), {}));
      const first = seen.get(key);
      if (first !== undefined) {
        diagnostics.push(
          diagnose(
            "yaml/duplicate-key",
            place(keyNode),
            { key },
            {
              related: [{ message: "First given here.", location: place(first) }],
            },
          ),
        );
        continue;
      }
      seen.set(key, keyNode);
      // `{ description: Short, and clear }`: the comma ends the text, and what follows is a key.
      if (node.flow === true && pair.value === null) {
        diagnostics.push(diagnose("yaml/key-without-value", place(keyNode), { key }));
      }
      setMember(value, key, read(pair.value, depth + 1));
    }
    return value;
  };

  try {
    return [read(document.contents, 1), diagnostics];
  } catch (problem) {
    if (problem instanceof UnusableDocument) return [undefined, diagnostics];
    throw problem;
  }
}

/** A key as JSON has it. `200:` and `true:` are texts as written. */
function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === "string") return key.value;
  if (typeof key.value === "number" || typeof key.value === "boolean") return key.source ?? String(key.value);
  return undefined;
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range === undefined || range === null ? undefined : [range[0], range[1]];
}

function lazyMembers(node: YAMLMap | YAMLSeq): (key: string) => MemberSpan | undefined {
  let known: ReadonlyMap<string, MemberSpan> | undefined;
  return (key) => (known ??= membersOf(node)).get(key);
}

function membersOf(node: YAMLMap | YAMLSeq): ReadonlyMap<string, MemberSpan> {
  const members = new Map<string, MemberSpan>();
  for (const [index, item] of node.items.entries()) {
    const key = isPair(item) ? keyText(item.key) : String(index);
    if (key === undefined || members.has(key)) continue;
    const [keyStart, keyEnd] = rangeOf(isPair(item) ? item.key : item) ?? [0, 1];
    const [start, end] = rangeOf(isPair(item) ? item.value : item) ?? [keyStart, keyEnd];
    // A value that is left out has an empty range; its key is what a person sees.
    if (end > start) members.set(key, { keyStart, keyEnd, start, end });
    else members.set(key, { keyStart, keyEnd, start: keyStart, end: keyEnd });
  }
  return members;
}
