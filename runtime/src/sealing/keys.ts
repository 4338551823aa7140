/** A secret of at least 32 bytes; a string counts as its UTF-8 bytes. */
export type Key = string | Uint8Array;

/** Fewer bytes than this are refused: the secret must be worth an AES-256 key. */
export const minimumKeyBytes = 32;

/** How to make a good key; said where one is missing or bad. */
export const howToGenerate =
  "Generate one with: node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"";

/** Where keys are that the program itself gives. */
export const givenKeys = "the list of state keys";

const ordinals = ["first", "second", "third"];

/** A key by its place, as people count: the key itself is never shown. */
export function keyName(index: number, where: string): string {
  const ordinal = ordinals[index];
  return `${ordinal === undefined ? `Key number ${index + 1}` : `The ${ordinal} key`} in ${where}`;
}

/**
 * Copies the keys of a ring into bytes and checks them.
 *
 * @param keys - the first mints, all open.
 * @param where - they come from, for messages.
 * @throws {RangeError} for a short key, naming its place and how to make a good one, never the key.
 * @throws {TypeError} for an entry that is neither text nor bytes.
 */
export function keyRing(keys: readonly Key[], where: string): readonly Buffer[] {
  if (!Array.isArray(keys)) throw new TypeError("The state keys must be a list");
  return keys.map((key: unknown, index) => {
    if (typeof key !== "string" && !(key instanceof Uint8Array)) {
      throw new TypeError(`${keyName(index, where)} is neither text nor bytes`);
    }
    // A copy: what the caller does with its own bytes later changes nothing here.
    const bytes = Buffer.from(key);
    if (bytes.length < minimumKeyBytes) {
      throw new RangeError(
        `${keyName(index, where)} has ${bytes.length} bytes, and at least ${minimumKeyBytes} are needed. ${howToGenerate}`,
      );
    }
    return bytes;
  });
}

/**
 * Splits the text of an environment variable or a file: keys are separated by commas or line breaks, white space around them
 * does not count.
 */
export function splitKeys(text: string): readonly string[] {
  return text
    .split(/[,\r\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
