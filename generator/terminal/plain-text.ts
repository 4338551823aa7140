import { stripVTControlCharacters } from "node:util";

/**
 * What can move the cursor, ring, hide, or show text in another order than it is read: control characters, and the
 * invisible and reordering ones of Unicode (Unicode TR 36, section 3; bidirectional controls as in UAX 9).
 */
const unsafe =
  /(?![\n\t])[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text from a server as it may be printed: lines and tabs stay, escape sequences and control characters go. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text.replaceAll(/\r\n?/g, "\n")).replaceAll(unsafe, "");
}

/** The same on one line: for labels, choices and whatever stands inside a sentence of ours. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, " ").trim();
}

/** JSON that can be printed anywhere: what JSON leaves as it is and a terminal obeys is escaped. */
export function plainJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replaceAll(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
