import { stripVTControlCharacters } from "node:util";

/**
 * What can move the cursor, ring, hide, or show text in another order than it is read: control characters, separators of lines, and
 * what is invisible or reorders (Unicode TR 36, section 3; `Default_Ignorable_Code_Point` and `Bidi_Control` of UAX 44). Joiners and
 * variation selectors stay: scripts and emoji need them.
 */
const unsafe =
  /(?![\n\t]|\p{Join_Control}|[\ufe00-\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/gu;

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
