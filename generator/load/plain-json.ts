import { type PlainDocument, readPlainText } from "./plain-document.js";

/** Digits that a double may not hold, an exponent that it may not reach, and the key `<<`. */
const doubtful = /\d{16}|\d[eE][-+]?\d{3}|"(?:<|\\u003[cC]){2}"/;

/** The end of a key and its colon, and whatever looks like that in a text. An odd backslash keeps a quote from ending anything. */
const keyEnd = /(?<!(?<!\\)\\)"\s*:/g;

/**
 * Reads JSON that there is nothing to say about, without places.
 *
 * @returns undefined when `parseJson` is to read the text and to say what there is to say.
 */
export function readPlainJson(text: string): PlainDocument | undefined {
  return doubtful.test(text) ? undefined : readPlainText(text, text.match(keyEnd)?.length ?? 0);
}
