/**
 * An option that is a count: what is none, such as a variable that is not set made a number, would take its limit away.
 *
 * @throws {RangeError} when it is no whole number from 1.
 */
export function wholeNumber(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be a whole number, at least 1`);
  return value;
}
