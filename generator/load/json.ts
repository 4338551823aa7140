import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { Json, JsonObject } from "../model/model.js";
import { maxDepth } from "./limits.js";
import type { MemberSpan, Origin, Origins } from "./origin.js";
import { readTextLiteral, setMember } from "./values.js";

/** Ends a parse at the first syntax error; caught in `parseJson` and nowhere else. */
class JsonSyntaxError extends Error {
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

const whitespace = /[ \t\n\r]*/y;
const wordToken = /[a-z]+/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 section 7: control characters must be escaped
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/**
 * Parses JSON (RFC 8259) with the position of every member. Unlike `JSON.parse` it reports a repeated key and a number
 * that a double cannot hold, and it bounds the nesting.
 */
export function parseJson(file: SourceFile, origins: Origins): [Json | undefined, readonly Diagnostic[]] {
  const { text } = file;
  const diagnostics: Diagnostic[] = [];
  let at = 0;

  const place = (start: number, end: number): Location => ({ file, start, end: Math.max(end, start + 1) });
  const fail = (problem: string): never => {
    throw new JsonSyntaxError(diagnose("yaml/syntax", place(at, at + 1), { problem }));
  };
  const skip = (): void => {
    if (text.charCodeAt(at) > 32) return;
    whitespace.lastIndex = at;
    whitespace.test(text);
    at = whitespace.lastIndex;
  };
  const token = (pattern: RegExp): string | undefined => {
    const start = at;
    pattern.lastIndex = at;
    if (!pattern.test(text)) return undefined;
    at = pattern.lastIndex;
    return text.slice(start, at);
  };
  const string = (what: string): string => {
    const found = token(stringToken);
    if (found === undefined) return fail(`Expected ${what}`);
    return readTextLiteral(found);
  };

  const remember = (value: object, start: number, member: Origin["member"]): void => {
    origins.set(value, { file, start, end: at, member });
  };

  const object = (depth: number): JsonObject => {
    const start = at++;
    const value: { [key: string]: Json } = {};
    const members: NamedSpan[] = [];
    /** The members by key, from the first key that is given twice. */
    let given: Map<string, NamedSpan> | undefined;
    skip();
    while (text[at] !== "}") {
      const keyStart = at;
      const key = string("a key in double quotes or }");
      const keyEnd = at;
      skip();
      if (text[at] !== ":") fail("Expected :");
      at++;
      skip();
      const valueStart = at;
      const item = read(depth + 1);
      if (Object.hasOwn(value, key)) given ??= new Map(members.map((member) => [member.key, member]));
      const first = given?.get(key);
      if (first === undefined) {
        const member = { key, keyStart, keyEnd, start: valueStart, end: at };
        members.push(member);
        given?.set(key, member);
        setMember(value, key, item);
      } else {
        diagnostics.push(
          diagnose(
            "yaml/duplicate-key",
            place(keyStart, keyEnd),
            { key },
            {
              related: [{ message: "First given here.", location: place(first.keyStart, first.keyEnd) }],
            },
          ),
        );
      }
      if (key === "<<") diagnostics.push(diagnose("yaml/merge-key", place(keyStart, keyEnd), {}));
      skip();
      if (text[at] === ",") {
        at++;
        skip();
        if (text[at] === "}") fail("Expected a key after the comma");
      } else if (text[at] !== "}") fail("Expected , or }");
    }
    at++;
    remember(value, start, finder(members));
    return value;
  };

  const array = (depth: number): readonly Json[] => {
    const start = at++;
    const value: Json[] = [];
    const members: MemberSpan[] = [];
    skip();
    while (text[at] !== "]") {
      const itemStart = at;
      const item = read(depth + 1);
      members.push({ keyStart: itemStart, keyEnd: at, start: itemStart, end: at });
      value.push(item);
      skip();
      if (text[at] === ",") {
        at++;
        skip();
        if (text[at] === "]") fail("Expected a value after the comma");
      } else if (text[at] !== "]") fail("Expected , or ]");
    }
    at++;
    remember(value, start, (index) => members[Number(index)]);
    return value;
  };

  const number = (): Json => {
    const start = at;
    const source = token(numberToken);
    if (source === undefined) return fail(at === 0 ? "This is not JSON" : "Expected a value");
    const value = Number(source);
    if (losesDigits(source, value)) {
      diagnostics.push(diagnose("yaml/number-precision", place(start, at), { source, value }));
    }
    return value;
  };

  const read = (depth: number): Json => {
    if (depth > maxDepth) {
      throw new JsonSyntaxError(diagnose("yaml/too-deep", place(at, at + 1), { limit: maxDepth }));
    }
    const first = text[at];
    if (first === "{") return object(depth);
    if (first === "[") return array(depth);
    if (first === '"') return string("a text");
    const found = token(wordToken);
    if (found === undefined) return number();
    const value = words.get(found);
    if (value === undefined) {
      at -= found.length;
      return fail(`Unexpected "${found}"`);
    }
    return value;
  };

  try {
    skip();
    const value = read(1);
    skip();
    if (at < text.length) fail("Unexpected text after the document");
    return [value, diagnostics];
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return [undefined, [...diagnostics, problem.diagnostic]];
    throw problem;
  }
}

interface NamedSpan extends MemberSpan {
  readonly key: string;
}

/** Finds members by key. Few are ever looked for, so they are sorted out when the first one is. */
function finder(members: readonly NamedSpan[]): Origin["member"] {
  let byKey: ReadonlyMap<string, MemberSpan> | undefined;
  return (key) => {
    byKey ??= new Map(members.map((member) => [member.key, member]));
    return byKey.get(key);
  };
}

/** True when the number that was written is not the number that was read. */
export function losesDigits(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  if (value === 0) return /^[-+]?[\d.]*[1-9]/.test(source);
  if (source.length < 16 || !/^[-+]?(?:\d+|0x[\da-fA-F]+|0o[0-7]+)$/.test(source)) return false;
  const written = BigInt(source.replace(/^[-+]/, ""));
  const read = Math.abs(value);
  return written !== BigInt(read) && written !== BigInt(shortestDigits(read));
}

/** A whole number with no more digits than tell it from its neighbours, which is how it is written again. */
function shortestDigits(value: number): string {
  const [digits = "", exponent] = value.toExponential().split("e");
  return digits.replace(".", "").padEnd(Number(exponent) + 1, "0");
}
