import { stripVTControlCharacters } from "node:util";
import { unprintable } from "../diagnostics/unprintable.js";

/** Text from a server as it may be printed: lines and tabs stay, escape sequences and control characters go. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text.replaceAll(/\r\n?/g, "\n")).replaceAll(unprintable, "");
}

/** The same on one line: for labels, choices and whatever stands inside a sentence of ours. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, " ").trim();
}

/** JSON that can be printed anywhere: what JSON leaves as it is and a terminal obeys is escaped. */
export function plainJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replaceAll(unprintable, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
