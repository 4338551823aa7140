import type { Code } from "./catalogue.js";
import { type CodeExample, examples } from "./examples.js";

/** Documents longer than this are cut; their point is their length. */
const longestExample = 2000;

/** The two documents that show a code, if a document can cause it. */
export function exampleOf(code: Code): CodeExample | undefined {
  const known: Readonly<Partial<Record<Code, CodeExample>>> = examples;
  return known[code];
}

/** Both documents as one listing of differences: `-` causes the code, `+` does not. They are alike but for the point. */
export function exampleListing({ fail, pass }: CodeExample): readonly string[] {
  const wrong = linesOf(fail);
  const right = linesOf(pass);
  const shorter = Math.min(wrong.length, right.length);
  let head = 0;
  while (head < shorter && wrong[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && wrong.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  return [
    ...wrong.slice(0, head).map((line) => ` ${line}`),
    ...wrong.slice(head, wrong.length - tail).map((line) => `-${line}`),
    ...right.slice(head, right.length - tail).map((line) => `+${line}`),
    ...wrong.slice(wrong.length - tail).map((line) => ` ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  const shown = text.length > longestExample ? `${text.slice(0, 120)}... (${text.length} characters)` : text;
  return shown.trimEnd().split("\n").map(printable);
}

/** Characters that would make a page a binary file, or hide in it, are written out. */
function printable(line: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return line.replaceAll(/[\u0000-\u001f\ufeff]/g, (control) => {
    return `<U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
