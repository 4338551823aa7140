/**
 * A value as JSON will have it: what becomes of the original later changes nothing, and what is checked is what is sent.
 *
 * @returns nothing for what JSON cannot say: a cycle, a BigInt, a function.
 */
export function jsonCopy(value: unknown): unknown {
  try {
    // Of `undefined` and functions there is no text, and nothing to parse.
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}
