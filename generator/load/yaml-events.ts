import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from "js-yaml";
import type { SourceFile } from "../diagnostics/source-file.js";
import type { Json, JsonObject } from "../model/model.js";
import { losesDigits } from "./json.js";
import { longestKey, maxDepth, maxNodes } from "./limits.js";
import type { Origins } from "./origin.js";
import { afterBlanks, afterGap, columnOf, endOfBlock, memberSpans } from "./spans.js";
import { setMember } from "./values.js";
import { coreValue } from "./yaml-core.js";

/**
 * Reads a YAML text that there is nothing to say about, from a flat list of events: that takes a fraction of the time of a tree
 * of tokens and nodes. Whatever is wrong with a text, and whatever readers of YAML take differently, ends the reading.
 *
 * @returns undefined when `readYamlDocument` is to read the text and to say what there is to say.
 */
export function readYamlEvents(file: SourceFile, origins: Origins): Json | undefined {
  if (isDoubtful(file.text)) return undefined;
  const found: Origins = new Map();
  try {
    // A scalar stands one level below the deepest collection.
    const events = parseEvents(file.text, { maxDepth: maxDepth + 1 });
    const value = readTree(file, events, found);
    for (const [of, origin] of found) origins.set(of, origin);
    return value;
  } catch (problem) {
    if (problem instanceof NotPlain || problem instanceof YAMLException) return undefined;
    throw problem;
  }
}

/** Ends a reading that met what is not for this reader; caught in `readYamlEvents` and nowhere else. */
class NotPlain extends Error {}

/** True where readers of YAML see different things in a text, or some a mistake that others let pass. */
function isDoubtful(text: string): boolean {
  // A tab: indentation, or not. A carriage return without a line feed: the end of a line, or not. A byte order mark inside.
  if (["\t", "\r", "\uFEFF"].some((mark) => text.includes(mark))) return true;
  // A first line that is indented: ` ---` starts a document, or is a text.
  if (text.startsWith(" ")) return true;
  // A last line of blanks that nothing ends: `|+` keeps it, or not.
  if (text.endsWith(" ")) return true;
  // A directive; the end of a document, which may stand before one and behind one.
  return ["%", "..."].some((mark) => text.startsWith(mark) || text.includes(`\n${mark}`));
}

/** An offset of what is not written. */
const absent = -1;

/** `"\UFFFFFFFF"` is no character; and of a blank line behind an escaped line end there is a line feed left, a blank, or nothing. */
const doubtfulEscape = /\\U|\\\n *\n/;

/** A last line of a block that has blanks only, more than the block is indented by: a part of the text, or none. */
const blankEnd = /(?:^|\n) +\n*$/;

interface Anchored {
  readonly value: Json;
  /** Nodes, this one included. */
  readonly size: number;
  /** Collections inside each other, this one included. */
  readonly height: number;
}

function readTree(file: SourceFile, events: readonly Event[], origins: Origins): Json {
  const { text } = file;
  /** A symbol is a node that is still open. */
  const anchors = new Map<string, Anchored | symbol>();
  let next = 0;
  let nodes = 0;
  let deepest = 0;
  /** Span of the node that was read last. */
  let start = 0;
  let end = 0;
  /** Offset of the colon behind the key that was read last. */
  let colon = 0;

  const take = (): Event => {
    const event = events[next++];
    if (event === undefined) throw new NotPlain();
    return event;
  };
  const count = (size: number): void => {
    nodes += size;
    if (nodes > maxNodes) throw new NotPlain();
  };
  const descend = (depth: number): void => {
    deepest = Math.max(deepest, depth);
    if (depth > maxDepth) throw new NotPlain();
  };
  const nameOf = ({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }): string => {
    // `&name[1]` is one word to some.
    if (!/[\s,\]}]/.test(text[anchorEnd] ?? "\n")) throw new NotPlain();
    return text.slice(anchorStart, anchorEnd);
  };

  const read = (depth: number): Json => {
    const event = take();
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) throw new NotPlain();
    if (event.type === EVENT_ID.ALIAS) {
      const target = anchors.get(nameOf(event));
      if (target === undefined || typeof target === "symbol") throw new NotPlain();
      count(target.size);
      descend(depth - 1 + target.height);
      start = event.anchorStart - 1;
      end = event.anchorEnd;
      return target.value;
    }
    if (event.tagStart !== absent) throw new NotPlain();
    if (event.anchorStart === absent) return content(event, depth);
    const name = nameOf(event);
    const before = nodes;
    const around = deepest;
    deepest = depth - 1;
    const open = Symbol();
    anchors.set(name, open);
    const value = content(event, depth);
    // A node inside can have taken the name; it is the later one, since it begins later (YAML 1.2.2 section 7.1).
    if (anchors.get(name) === open) {
      anchors.set(name, { value, size: nodes - before, height: deepest - (depth - 1) });
    }
    deepest = Math.max(deepest, around);
    return value;
  };

  const content = (event: ScalarEvent | MappingEvent | SequenceEvent, depth: number): Json => {
    count(1);
    if (event.type === EVENT_ID.SCALAR) return scalar(event);
    descend(depth);
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    const from = event.start;
    // `[a: 1]` is a list of one mapping, which nobody expects.
    if (isFlow && text[from] !== "{" && text[from] !== "[") throw new NotPlain();
    end = isFlow ? from + 1 : from;
    const spans: number[] = [];
    const keys: string[] | undefined = event.type === EVENT_ID.MAPPING ? [] : undefined;
    const column = isFlow ? undefined : columnOf(text, from);
    const value = keys === undefined ? items(depth, column, spans) : members(depth, column, spans, keys);
    next++;
    start = from;
    if (isFlow) end = afterGap(text, end, ",") + 1;
    origins.set(value, { file, start, end, member: memberSpans(spans, keys) });
    return value;
  };

  const scalar = (event: ScalarEvent): Json => {
    const from = end;
    const source = textOf(event);
    if (event.style !== SCALAR_STYLE.PLAIN) return source;
    // A comment between the colon and the text: to some the text goes on in the next line.
    if (start - from > 1 && text.slice(from, start).includes("#")) throw new NotPlain();
    const value = coreValue(source);
    if (typeof value === "number" && losesDigits(source, value)) throw new NotPlain();
    return value;
  };

  const items = (depth: number, column: number | undefined, spans: number[]): readonly Json[] => {
    const value: Json[] = [];
    while (events[next]?.type !== EVENT_ID.POP) {
      if (column !== undefined) {
        const dash = afterGap(text, end, "");
        if (value.length > 0) startsLine(dash, column);
        end = dash + 1;
      }
      value.push(read(depth + 1));
      spans.push(start, end, start, end);
    }
    return value;
  };

  const members = (depth: number, column: number | undefined, spans: number[], keys: string[]): JsonObject => {
    const value: { [key: string]: Json } = {};
    while (events[next]?.type !== EVENT_ID.POP) {
      const key = readKey(column ?? 0);
      if (key === "<<" || Object.hasOwn(value, key)) throw new NotPlain();
      if (column !== undefined && keys.length > 0) startsLine(start, column);
      const keyStart = start;
      const keyEnd = end;
      end = colon + 1;
      setMember(value, key, read(depth + 1));
      keys.push(key);
      if (end > start) spans.push(keyStart, keyEnd, start, end);
      // `{ description: Short, and clear }`: the comma ends the text, and what follows is a key.
      else if (column === undefined) throw new NotPlain();
      // A value that is left out has an empty span; its key is what a person sees.
      else spans.push(keyStart, keyEnd, keyStart, keyEnd);
    }
    return value;
  };

  /** The entries of a block stand below each other: `- [] key: value` is two things on one line. */
  const startsLine = (at: number, column: number): void => {
    if (text[at - column - 1] !== "\n") throw new NotPlain();
  };

  /** A key as JSON has it, and its colon on the same line. `200:` and `true:` are texts as written. */
  const readKey = (column: number): string => {
    const event = take();
    if (event.type !== EVENT_ID.SCALAR || event.valueStart === absent) throw new NotPlain();
    if (event.anchorStart !== absent || event.tagStart !== absent) throw new NotPlain();
    const key = textOf(event);
    // A block of text as a key.
    if (text[end - 1] === "\n") throw new NotPlain();
    colon = afterBlanks(text, end);
    if (text[colon] !== ":" || column + colon - start > longestKey) throw new NotPlain();
    if (event.style !== SCALAR_STYLE.PLAIN) return key;
    if (coreValue(key) === null || !/\s/.test(text[colon + 1] ?? "\n")) throw new NotPlain();
    return key;
  };

  /** The text of a scalar; notes where it stands, marks and quotes included. */
  const textOf = (event: ScalarEvent): string => {
    const { style, valueStart, valueEnd } = event;
    const before = Math.max(end, event.anchorEnd);
    if (valueStart === absent) start = end = afterBlanks(text, before);
    else if (style === SCALAR_STYLE.PLAIN) {
      start = valueStart;
      end = valueEnd;
    } else if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
      start = valueStart - 1;
      end = valueEnd + 1;
      if (!event.fast && doubtfulEscape.test(text.slice(start, end))) throw new NotPlain();
    } else {
      start = afterGap(text, before, "");
      end = endOfBlock(text, start, valueEnd);
      // Blanks alone: some of them belong to the text, or none.
      if (end <= valueStart) throw new NotPlain();
      const block = getScalarValue(text, event);
      if (blankEnd.test(block)) throw new NotPlain();
      return block;
    }
    return getScalarValue(text, event);
  };

  if (take().type !== EVENT_ID.DOCUMENT) throw new NotPlain();
  // A text alone is no document of ours.
  if (events[next]?.type === EVENT_ID.SCALAR) throw new NotPlain();
  const value = read(1);
  next++;
  if (next < events.length) throw new NotPlain();
  return value;
}
