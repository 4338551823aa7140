/** Something outside this program is in the way: a message for people, without a stack. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}
