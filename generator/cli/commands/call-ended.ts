/** What ended a call that asks, with what there is still to say: after the reason, since that comes first. */
export class CallEnded extends Error {
  override readonly name = "CallEnded";
  /** What to do next, for people. */
  readonly advice: string;

  constructor(cause: unknown, advice: string) {
    super("The call has ended", { cause });
    this.advice = advice;
  }
}
