import { columns } from "./columns.js";

/** One line in which nothing has to be escaped or trimmed. */
const plainLine = /^(?![ @])[ -)+-~]+(?<! )$/;

/**
 * A JSDoc comment, or nothing when there is nothing to say. `*` and `/` never touch inside it, and an `@` at the start of
 * a line is kept from being read as a tag: tags are only those that are given as such.
 *
 * @param tags - with their sign and text: `@deprecated Use the other.`
 */
export function docComment(text: string, indent = 0, tags: readonly string[] = []): string {
  if (tags.length === 0 && text.length + indent <= columns - "/**  */".length && plainLine.test(text)) {
    return `/** ${text} */`;
  }
  const body = linesOf(text);
  const tagged = tags.map(linesOf).filter((lines) => lines.length > 0);
  const [first, ...more] = [...body, ...tagged.flat()];
  if (first === undefined) return "";
  if (more.length === 0 && indent + first.length + "/**  */".length <= columns) {
    return `/** ${body.length > 0 ? untagged(first) : first} */`;
  }
  const width = columns - indent - " * ".length;
  const broken = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => wrap(line, width));
  const wrapped = broken(body).map(untagged);
  if (wrapped.length > 0 && tagged.length > 0) wrapped.push("");
  for (const lines of tagged) wrapped.push(...broken(lines).map((line, at) => (at === 0 ? line : untagged(line))));
  return `/**\n${wrapped.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

/** The lines of a text, without the empty ones around it. */
function linesOf(text: string): readonly string[] {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .split("\n")
    .map((line) => harmless(line).trimEnd());
  while (lines.length > 0 && lines[0] === "") lines.shift();
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines;
}

function harmless(line: string): string {
  return (
    line
      .replaceAll("*/", "*\\/")
      // A line that starts with a slash would close the comment together with the star of its margin.
      .replace(/^\//, "\\/")
      .replaceAll(/\p{Cc}|\p{Bidi_C}/gu, (character) => (character === "\t" ? " " : "\ufffd"))
  );
}

/** A line as it stands in the comment in the end: breaking long ones moves words to where a line starts. */
function untagged(line: string): string {
  return line.replace(/^(\s*)@/, "$1\\@");
}

/** Breaks at spaces only, so that no word, path or URL is torn. */
function wrap(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  lines.push(current);
  return lines;
}
