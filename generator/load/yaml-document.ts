import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { Json, JsonObject } from "../model/model.js";
import { losesDigits } from "./json.js";
import { maxDepth, maxNodes } from "./limits.js";
import type { MemberSpan, Origins } from "./origin.js";
import { endOfBlock } from "./spans.js";
import { setMember } from "./values.js";
import { diagnoseTag, syntaxProblems } from "./yaml-problems.js";
import { composeYaml } from "./yaml-syntax.js";

/**
 * Reads YAML 1.2 (core schema) from a tree of tokens and nodes, and says all that there is to say about it: several syntax
 * errors in one run, keys that are given twice, tags, aliases that lead nowhere.
 */
export function readYamlDocument(file: SourceFile, origins: Origins): [Json | undefined, readonly Diagnostic[]] {
  const composed = composeYaml(file.text);
  if (composed.kind === "too-deep") {
    const location = { file, start: composed.at, end: composed.at + 1 };
    return [undefined, [diagnose("yaml/too-deep", location, { limit: maxDepth })]];
  }
  const problems = syntaxProblems(file, composed);
  if (problems.length > 0) return [undefined, problems];
  return readTree(file, composed.document, origins);
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
  /** A symbol is a node that is still open. */
  const anchors = new Map<string, Anchored | symbol>();
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
      if (target === undefined || typeof target === "symbol") {
        const code = target === undefined ? "yaml/unknown-alias" : "yaml/recursive-alias";
        diagnostics.push(diagnose(code, place(node), { name: node.source }));
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
    const open = Symbol();
    if (node.anchor !== undefined) anchors.set(node.anchor, open);
    const value = isScalar(node) ? scalar(node) : collection(node, depth);
    // A node inside can have taken the name; it is the later one, since it begins later (YAML 1.2.2 section 7.1).
    if (node.anchor !== undefined && anchors.get(node.anchor) === open) {
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
    const [start, end] = spanOf(file.text, node) ?? [0, 1];
    origins.set(value, { file, start, end, member: lazyMembers(file.text, node) });
    return value;
  };

  const mapping = (node: YAMLMap, depth: number): JsonObject => {
    const value: { [key: string]: Json } = {};
    const seen = new Map<string, Node>();
    for (const pair of node.items) {
      const key = keyText(pair.key);
      if (key === undefined) {
        diagnostics.push(diagnoseKey(pair.key, place(isNode(pair.key) ? pair.key : node)));
        continue;
      }
      const keyNode = isNode(pair.key) ? pair.key : node;
      // A key can be what an alias means: `&name key: value`.
      if (isScalar(pair.key) && pair.key.anchor !== undefined) {
        anchors.set(pair.key.anchor, { value: scalar(pair.key), size: 1, height: 0 });
      }
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

function diagnoseKey(key: unknown, location: Location): Diagnostic {
  if (isAlias(key)) return diagnose("yaml/key-type", location, { actual: "an alias" }, { help: "Write the key out." });
  const actual = isMap(key) ? "a mapping" : isSeq(key) ? "a list" : "nothing";
  return diagnose("yaml/key-type", location, { actual });
}

/** From the first character of a node to its last, without the comments and blank lines that follow. */
function spanOf(text: string, node: unknown): readonly [number, number] | undefined {
  const range = isNode(node) ? node.range : undefined;
  if (range === undefined || range === null) return undefined;
  const [start, end] = range;
  if (isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED")) {
    return [start, endOfBlock(text, start, end)];
  }
  if (!isCollection(node) || node.flow === true) return [start, end];
  const last = node.items.at(-1);
  const [, lastEnd] = spanOf(text, isPair(last) ? (last.value ?? last.key) : last) ?? [start, end];
  return [start, lastEnd];
}

function lazyMembers(text: string, node: YAMLMap | YAMLSeq): (key: string) => MemberSpan | undefined {
  let known: ReadonlyMap<string, MemberSpan> | undefined;
  return (key) => (known ??= membersOf(text, node)).get(key);
}

function membersOf(text: string, node: YAMLMap | YAMLSeq): ReadonlyMap<string, MemberSpan> {
  const members = new Map<string, MemberSpan>();
  for (const [index, item] of node.items.entries()) {
    const key = isPair(item) ? keyText(item.key) : String(index);
    if (key === undefined || members.has(key)) continue;
    const [keyStart, keyEnd] = spanOf(text, isPair(item) ? item.key : item) ?? [0, 1];
    const [start, end] = spanOf(text, isPair(item) ? item.value : item) ?? [keyStart, keyEnd];
    // A value that is left out has an empty range; its key is what a person sees.
    if (end > start) members.set(key, { keyStart, keyEnd, start, end });
    else members.set(key, { keyStart, keyEnd, start: keyStart, end: keyEnd });
  }
  return members;
}
