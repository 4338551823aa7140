/**
 * Takes a value for what a check that TypeScript cannot follow has just shown it to be: a schema from which the type was
 * generated, or the SDK's own validation. The one place for such claims, so that each can be found.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what has been checked
export function trusted<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return value as T;
}
