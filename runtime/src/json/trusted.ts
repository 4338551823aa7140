/**
 * Takes a value for what a check that TypeScript cannot follow has just shown it to be: a schema from which the type was
 * generated, or the SDK's own validation. The one place for such claims, so that each can be found.
 */
export function trusted<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as T;
}
