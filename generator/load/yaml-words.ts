/** What a person is told of a syntax error in YAML. */
export interface SyntaxWords {
  readonly problem: string;
  readonly help?: string;
  /** What follows is read in the light of this error: the rest is echoes. */
  readonly isLast?: boolean;
}

/** The messages of the library that people get to see, by how they begin: they speak of the grammar, not of the text. */
const words: readonly (readonly [RegExp, (match: RegExpExecArray) => SyntaxWords])[] = [
  [
    /^Tabs are not allowed/,
    () => ({
      problem: "A tab stands in the indentation",
      help: "YAML is indented with spaces; replace the tab.",
      isLast: true,
    }),
  ],
  [
    /^Implicit keys need to be on a single line/,
    () => ({
      problem: "This text runs on into the next line, which holds a key",
      help: "A key wants a colon and a space after it, as in `key: value`, and keys that belong together start at the same column.",
      isLast: true,
    }),
  ],
  [
    /^Implicit map keys need to be followed/,
    () => ({
      problem: "This key has no value",
      help: "A key wants a colon and a space after it, as in `key: value`.",
    }),
  ],
  [
    /^Nested mappings are not allowed in compact/,
    () => ({
      problem: "This text holds a colon with a space after it, and so looks like a key",
      help: "Put the text in quotes, or start the mapping on a line of its own.",
    }),
  ],
  [
    /^All (?:mapping|sequence) items must start at the same column/,
    () => ({
      problem: "The indentation of this line fits nothing that is still open above it",
      help: "What belongs together starts at the same column; see which of the lines above is too far left or right.",
      isLast: true,
    }),
  ],
  [
    /^Flow (?:map|sequence) .*end with a (.)$/,
    ([, mark]) => ({ problem: `A ${mark} is missing before this`, isLast: true }),
  ],
  [
    /^Missing , (?:or : )?between/,
    () => ({ problem: "A comma is missing before this, or a quote is missing or one too many", isLast: true }),
  ],
  [/^Missing closing (['"])quote/, ([, mark]) => ({ problem: `This ${mark} is never closed`, isLast: true })],
  [
    /^Unexpected block-seq-ind on same line/,
    () => ({
      problem: "A list with dashes cannot start on the line of its key",
      help: "Start it on a line of its own, or write it as [a, b].",
      isLast: true,
    }),
  ],
  [/^Missing space after :/, () => ({ problem: "A space is missing after the colon" })],
  [/^Comments must be separated/, () => ({ problem: "A space is missing before the #" })],
  [
    /^Plain value cannot start with .*?(\S+)$/,
    ([, mark]) => ({ problem: `Without quotes a text cannot start with ${mark}`, help: "Put the text in quotes." }),
  ],
  [
    /^Invalid escape sequence (.*)$/,
    ([, sequence]) => ({
      problem: `${sequence} means nothing between double quotes`,
      help: "Write \\\\ for a backslash, or use single quotes.",
    }),
  ],
];

/** Puts a message of the YAML library into plain words; one that is not known stays as it is. */
export function syntaxWords(message: string): SyntaxWords {
  const said = message.replace(/\.$/, "").replaceAll(/\s+/g, " ");
  for (const [pattern, write] of words) {
    const match = pattern.exec(said);
    if (match !== null) return write(match);
  }
  return { problem: said };
}
