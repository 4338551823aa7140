/** What is wrong with an expression, in the words of someone who knows the language that it was written in. */
export interface Habit {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
  readonly help: string;
}

/** Longest expression that anyone wrote by hand. */
const longest = 4000;

/** Operators of other languages, and CEL's. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/!==/g, "!="],
  [/===/g, "=="],
  [/<>/g, "!="],
  [/(?<![=!<>])=(?!=)/g, "=="],
  [/(?<!&)&(?!&)/g, "&&"],
  [/(?<!\|)\|(?!\|)/g, "||"],
  [/\band\b/gi, "&&"],
  [/\bor\b/gi, "||"],
  [/\bnot\s+/gi, "!"],
];

/** Things that CEL says in another way altogether. */
const absent: readonly (readonly [RegExp, string])[] = [
  [/\?\?/, "`has(path) ? path : other` gives a value that may be absent another one."],
  [/\?\./, "`has(path)` tests whether a value is there."],
  [/`/, "A text stands in double or single quotes."],
];

/** Blanks out the texts in quotes, whose words and signs are nobody's operators. */
const withoutTexts = (source: string): string =>
  source.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => " ".repeat(text.length));

/** The habit of another language that makes an expression unreadable, if one explains it. */
export function habitOf(source: string): Habit | undefined {
  if (source.length > longest) return undefined;
  const braces = /^\s*(\$?\{\{)([\s\S]*?)(?:\}\})?\s*$/.exec(source);
  if (braces !== null) {
    const [, open = "", inner = ""] = braces;
    const start = source.indexOf(open);
    const problem = `"${open} }}" is for texts`;
    return { problem, start, end: start + open.length, help: `Write \`${inner.trim()}\`.` };
  }
  const bare = withoutTexts(source);
  for (const [pattern, operator] of operators) {
    const [found] = bare.matchAll(pattern);
    if (found === undefined) continue;
    const written = found[0].trim();
    const problem = `"${written}" is "${operator}" in CEL`;
    return { problem, start: found.index, end: found.index + written.length, help: `Write \`${rewritten(source)}\`.` };
  }
  for (const [pattern, help] of absent) {
    const found = pattern.exec(bare);
    if (found === null) continue;
    const end = found.index + found[0].length;
    return { problem: `CEL has no "${found[0]}"`, start: found.index, end, help };
  }
  return undefined;
}

/** The expression with the operators of CEL. */
function rewritten(source: string): string {
  let text = source;
  for (const [pattern, operator] of operators) {
    let from = 0;
    let next = "";
    for (const found of withoutTexts(text).matchAll(pattern)) {
      next += text.slice(from, found.index) + operator;
      from = found.index + found[0].length;
    }
    text = next + text.slice(from);
  }
  return text.trim();
}
