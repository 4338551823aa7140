import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { Json, JsonObject } from "../model/model.js";
import { maxDepth } from "./limits.js";
import type { MemberSpan, Origins } from "./origin.js";
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
    whitespace.lastIndex = at;
    whitespace.test(text);
    at = whitespace.lastIndex;
  };
  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const string = (what: string): string => {
    const found = token(stringToken);
    if (found === undefined) return fail(`Expected ${what}`);
    return readTextLiteral(found);
  };

  const remember = (value: object, start: number, members: Map<string, MemberSpan>): void => {
    origins.set(value, { file, start, end: at, member: (key) => members.get(key) });
  };

  const object = (depth: number): JsonObject => {
    const start = at++;
    const value: { [key: string]: Json } = {};
    const members = new Map<string, MemberSpan>();
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
      const first = members.get(key);
      if (first === undefined) {
        members.set(key, { keyStart, keyEnd, start: valueStart, end: at });
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
    remember(value, start, members);
    return value;
  };

  const array = (depth: number): readonly Json[] => {
    const start = at++;
    const value: Json[] = [];
    const members = new Map<string, MemberSpan>();
    skip();
    while (text[at] !== "]") {
      const itemStart = at;
      const item = read(depth + 1);
      members.set(String(value.length), { keyStart: itemStart, keyEnd: at, start: itemStart, end: at });
      value.push(item);
      skip();
      if (text[at] === ",") {
        at++;
        skip();
        if (text[at] === "]") fail("Expected a value after the comma");
      } else if (text[at] !== "]") fail("Expected , or ]");
    }
    at++;
    remember(value, start, members);
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
    const word = /[a-z]+/y;
    const found = token(word);
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

/** True when the number that was written is not the number that was read. */
export function losesDigits(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  if (!/^[-+]?\d+$/.test(source) || source.length < 16) return false;
  return BigInt(source.replace(/^\+/, "")) !== BigInt(value);
}
