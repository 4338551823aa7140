/** Largest document, in bytes of UTF-8 as near as the text tells. A thousand tools are about half a megabyte. */
export const maxDocumentSize = 4 * 1024 * 1024;

/** Deepest nesting. Real tool lists reach 17; recursion over this many levels is safe on any stack. */
export const maxDepth = 200;

/** Most nodes after aliases are followed. */
export const maxNodes = 1_000_000;

/** Most syntax problems that one document reports: later ones are usually echoes. */
export const maxSyntaxProblems = 10;

/**
 * Longest key that the fast readers of YAML take, in characters from the start of its line. A key has up to 1024 of them (YAML 1.2.2
 * section 7.4.2), and readers differ in what they count.
 */
export const longestKey = 1000;
