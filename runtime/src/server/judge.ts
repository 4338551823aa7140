import { isObject, type JsonObject, own } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { AskedInput, Check } from "./input.js";
import { kindOf, type Kinds } from "./kinds/kind.js";

/** What an answer amounts to. */
export type Verdict =
  | { readonly kind: "accepted"; readonly value: unknown }
  | { readonly kind: "declined" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "invalid"; readonly problem: string };

export const wrongKind: Verdict = { kind: "invalid", problem: "The answer is not of the kind that was asked for." };

/** Judges an answer to a question that is known to have been asked, by the kind of the question. */
export function judgeAnswer<Args, Inputs, Handlers>(
  kinds: Kinds,
  input: AskedInput<Args, Inputs, Handlers>,
  args: Args,
  inputs: Inputs,
  answer: unknown,
): Verdict {
  return isObject(answer) ? kindOf(kinds, input).judge(input, args, inputs, answer) : wrongKind;
}

/** What a person did; what follows from acceptance is another matter. */
export function judgeAction(answer: JsonObject, accept: () => Verdict): Verdict {
  switch (own(answer, "action")) {
    case "decline":
      return { kind: "declined" };
    case "cancel":
      return { kind: "cancelled" };
    case "accept":
      return accept();
    default:
      return wrongKind;
  }
}

/** Without fields the action is the whole answer; whatever a client adds to it is not looked at. */
export function judgeConsent<Args, Inputs>(
  { checks }: { readonly checks?: readonly Check<Args, Inputs>[] },
  args: Args,
  inputs: Inputs,
  answer: JsonObject,
): Verdict {
  return judgeAction(answer, () => checked(checks, args, inputs, undefined));
}

/** Holds an answer to the conditions that it has to meet beyond its schema. */
export function checked<Args, Inputs>(
  checks: readonly Check<Args, Inputs>[] | undefined,
  args: Args,
  inputs: Inputs,
  value: unknown,
): Verdict {
  for (const check of checks ?? []) {
    if (!holds(check, args, inputs, value)) {
      return { kind: "invalid", problem: check.message(args, inputs, trusted<never>(value)) };
    }
  }
  return { kind: "accepted", value };
}

/** A condition that cannot be evaluated for an answer does not hold for it. */
function holds<Args, Inputs>(check: Check<Args, Inputs>, args: Args, inputs: Inputs, value: unknown): boolean {
  try {
    return check.rule(args, inputs, trusted<never>(value));
  } catch {
    return false;
  }
}
