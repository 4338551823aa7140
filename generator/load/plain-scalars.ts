import { losesDigits } from "./json.js";
import { longestKey, maxDepth } from "./limits.js";
import { coreValue } from "./yaml-core.js";

/** Ends a reading that met what is not written plainly. */
export class NotPlain extends Error {}

/** Text in quotes, of which the double ones are those of JSON. */
const quoted = String.raw`"[^"\\]*(?:\\["\\/bfnrt][^"\\]*)*"|'[^']*(?:''[^']*)*'`;
const quotedLine = new RegExp(`^(${quoted})(?: +#.*| *)$`);

/** A text without marks, as it can begin and as it goes on in braces. */
const flowWord = String.raw`-?[\w$/.][^,[\]{}:#"'\\ ]*(?: +[^,[\]{}:#"'\\ ]+)*`;
const flowToken = new RegExp(String.raw` *(?:([[\]{},])|(${quoted}|${flowWord})(:(?= |$))?)`, "y");
const flowEnd = /(?: +#.*| *)$/y;

/** The JSON of a text. */
function textJson(text: string): string {
  return /["\\\n]/.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotedJson(source: string): string {
  return source.startsWith('"') ? source : textJson(source.slice(1, -1).replaceAll("''", "'"));
}

/** The JSON of a scalar without quotes. */
export function plainJson(source: string): string {
  const value = coreValue(source);
  if (typeof value === "string") return textJson(value);
  if (typeof value === "number" && (losesDigits(source, value) || Object.is(value, -0))) throw new NotPlain();
  return String(value);
}

/**
 * The JSON of a key, which is a text as written.
 *
 * @param column - characters in front of it in its line, where they count.
 */
export function keyJson(source: string, column = 0): string {
  if (column + source.length > longestKey || source.slice(1, -1) === "<<") throw new NotPlain();
  if (source.startsWith('"') || source.startsWith("'")) return quotedJson(source);
  if (coreValue(source) === null) throw new NotPlain();
  return textJson(source);
}

/** The JSON of a scalar that is the rest of its line but for a comment. */
export function scalarJson(rest: string): string {
  const [, inQuotes] = quotedLine.exec(rest) ?? [];
  if (inQuotes !== undefined) return quotedJson(inQuotes);
  const comment = rest.indexOf(" #");
  let end = comment === -1 ? rest.length : comment;
  while (rest[end - 1] === " ") end--;
  const source = rest.slice(0, end);
  if (!/^(?:[\w/.(+$]|-[\w.])/.test(source) || /:(?: |$)/.test(source)) throw new NotPlain();
  return plainJson(source);
}

/** The JSON of braces that are closed on their line, and how many keys are in it. */
export function flowJson(rest: string): readonly [string, number] {
  let json = "";
  let keys = 0;
  let depth = 0;
  flowToken.lastIndex = 0;
  do {
    const [, mark, scalar, colon] = flowToken.exec(rest) ?? [];
    if (mark !== undefined) {
      if (mark === "[" || mark === "{") depth++;
      else if (mark !== ",") depth--;
      json += mark;
    } else if (scalar === undefined) throw new NotPlain();
    else if (colon !== undefined) {
      json += `${keyJson(scalar)}:`;
      keys++;
    } else json += /^["']/.test(scalar) ? quotedJson(scalar) : plainJson(scalar);
    if (depth > maxDepth) throw new NotPlain();
  } while (depth > 0);
  flowEnd.lastIndex = flowToken.lastIndex;
  if (!flowEnd.test(rest)) throw new NotPlain();
  return [json, keys];
}

/**
 * The JSON of a block of text, and the offset behind it.
 *
 * @param from - offset of its first line.
 * @param column - of what the block belongs to: it stands further right.
 */
export function blockJson(text: string, from: number, header: string, column: number): readonly [string, number] {
  if (!/^[|>]-?$/.test(header)) throw new NotPlain();
  const lines: string[] = [];
  let indent: number | undefined;
  let at = from;
  for (let end = text.indexOf("\n", at); at < text.length; at = end + 1, end = text.indexOf("\n", at)) {
    const whole = text.slice(at, end === -1 ? text.length : end);
    const start = whole.search(/[^ ]/);
    if (start !== -1 && start <= column) break;
    // What the last line is without its end, readers see differently.
    if (end === -1) throw new NotPlain();
    indent ??= start;
    // A blank line in front, or blanks that belong to the text or do not.
    if (start === -1 ? whole.length > indent : start < indent) throw new NotPlain();
    lines.push(whole.slice(indent));
  }
  while (lines.at(-1) === "") lines.pop();
  const body = lines.join("\n");
  if (body === "" || body.startsWith("\n")) throw new NotPlain();
  const end = header.endsWith("-") ? "" : "\n";
  if (header.startsWith("|")) return [JSON.stringify(body + end), at];
  // A line that is indented further, or that ends with a blank, is folded otherwise.
  if (/^ | $/m.test(body)) throw new NotPlain();
  return [JSON.stringify(body.replaceAll(/\n+/g, (ends) => (ends === "\n" ? " " : ends.slice(1))) + end), at];
}
