const columns = 120;

/** One line in which nothing has to be escaped or trimmed. */
const plainLine = /^(?![ @])[ -)+-~]+(?<! )$/;

/**
 * A JSDoc comment, or nothing for an empty text. `*` and `/` never touch inside it, and an `@` at the start of a line
 * is kept from being read as a tag.
 */
export function docComment(text: string, indent = 0): string {
  if (text.length + indent <= columns - "/**  */".length && plainLine.test(text)) return `/** ${text} */`;
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .split("\n")
    .map((line) => harmless(line).trimEnd());
  while (lines.length > 0 && lines[0] === "") lines.shift();
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  const [first] = lines;
  if (first === undefined) return "";
  if (lines.length === 1 && indent + first.length + "/**  */".length <= columns) return `/** ${first} */`;
  const wrapped = lines.flatMap((line) => wrap(line, columns - indent - " * ".length));
  return `/**\n${wrapped.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n")}\n */`;
}

function harmless(line: string): string {
  return (
    line
      .replaceAll("*/", "*\\/")
      // A line that starts with a slash would close the comment together with the star of its margin.
      .replace(/^\//, "\\/")
      .replaceAll(/\p{Cc}|\p{Bidi_C}/gu, (character) => (character === "\t" ? " " : "\ufffd"))
      .replace(/^(\s*)@(?!deprecated\b|throws\b)/, "$1\\@")
  );
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
