import type { JsonObject } from "../../json/plain-object.js";
import type { ClientAbility } from "../capabilities.js";
import type { AskedInput } from "../input.js";
import type { Verdict } from "../judge.js";
import type { Question } from "../question.js";
import type { visitCompute } from "../visit-compute.js";
import type { Task, Walk } from "../walk.js";

/** One kind of question: how it is put and how its answers are judged. */
export interface QuestionKind {
  /** What a client must be able to do that is asked. */
  ability(input: AskedInput<never, never, never>): ClientAbility;
  /** The question of an input: a pure function of the call and of earlier answers. */
  render<Args, Inputs, Handlers>(input: AskedInput<Args, Inputs, Handlers>, args: Args, inputs: Inputs): Question;
  /**
   * Judges an answer to a question that is known to have been asked. The answer is whatever object a client sent: it is read by own
   * members only, and nothing of it is converted.
   */
  judge<Args, Inputs, Handlers>(
    input: AskedInput<Args, Inputs, Handlers>,
    args: Args,
    inputs: Inputs,
    answer: JsonObject,
  ): Verdict;
  /** The answer that a recorded value came from. */
  answerOf(value: unknown): unknown;
  /** What comes of an accepted answer where that is not the end of it. */
  agreed?<Args, Inputs, Handlers, Failure>(
    walk: Walk<Args, Inputs, Handlers, Failure>,
    input: AskedInput<Args, Inputs, Handlers>,
    question: Question,
    digest: string,
  ): Task | undefined;
}

/**
 * The kinds of inputs that a package has. Generated code passes in those that its inputs are of, so that a bundle holds no
 * others.
 */
export interface Kinds extends Partial<Record<AskedInput<never, never, never>["kind"], QuestionKind>> {
  readonly compute?: typeof visitCompute;
}

/** @throws {TypeError} for a kind that was not passed in: what is not settled must not be taken for settled. */
export function kindOf<Name extends keyof Kinds>(
  kinds: Kinds,
  { kind }: { readonly kind: Name },
): NonNullable<Kinds[Name]> {
  const known = kinds[kind];
  if (known === undefined) throw new TypeError(`No kind ${kind} was passed in`);
  return known;
}
