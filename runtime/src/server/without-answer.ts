import { isObject } from "../json/plain-object.js";
import type { ClientAbility } from "./capabilities.js";
import { missingCapability } from "./errors.js";
import { traceRefusal } from "./events.js";
import type { AskedInput, Input } from "./input.js";
import { kindOf } from "./kinds/kind.js";
import { accepted, canAsk, end, guarded, settleAs, type Walk } from "./walk.js";

/** What a call says that ends because a 2025-era client did not answer. */
export function unanswered(input: string, late: boolean): string {
  return `The input ${JSON.stringify(input)} was not answered${late ? " in time" : ""}, so nothing was done.`;
}

/** A person said no: `onDecline` decides. */
export function settleRefused<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  kind: "declined" | "cancelled",
): void {
  const { onDecline } = input;
  if (onDecline === "continue") {
    settleAs(walk, input.name, { action: kind === "declined" ? "decline" : "cancel" });
    return;
  }
  const own = isObject(onDecline)
    ? ((kind === "cancelled" ? onDecline.cancel : undefined) ?? onDecline.fail)
    : undefined;
  end(
    walk,
    own?.(walk.call.args, walk.values) ??
      `The input ${JSON.stringify(input.name)} was ${kind}, so nothing was done. Do not call again unless the user asks for it.`,
    {
      reason: kind === "declined" ? "input_declined" : "input_cancelled",
      input: input.name,
      ...(own !== undefined && { authored: true }),
    },
  );
}

/**
 * A client that cannot be asked, or does not answer: `whenUnavailable` decides.
 *
 * @param late - false when it said that it would not, instead of letting the time pass.
 */
export function settleUnavailable<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  late?: boolean,
): void {
  const policy = input.whenUnavailable;
  if (policy === "continue") settleAs(walk, input.name, { action: "unavailable" });
  else if (isObject(policy)) {
    if ("fail" in policy) {
      const why = { reason: "input_unavailable", input: input.name, authored: true } as const;
      end(walk, policy.fail(walk.call.args, walk.values), why);
    } else settleAs(walk, input.name, accepted(input, policy.default));
  } else {
    if (canAsk(walk, input)) {
      end(walk, unanswered(input.name, late !== false), { reason: "input_unanswered", input: input.name });
      return;
    }
    traceRefusal(walk.run, "capability", input.name);
    throw missingCapability([kindOf(walk.kinds, input).ability(input)]);
  }
}

/**
 * Refuses a call whose questions are sure to be asked and cannot be, before anything is computed. Questions with a condition are
 * refused when the condition turns out true.
 */
export function refuseCertain<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  inputs: readonly Input<Args, Inputs, Handlers>[],
): void {
  const missing: ClientAbility[] = [];
  for (const input of inputs) {
    if (input.kind === "compute" || input.when !== undefined) continue;
    const { whenUnavailable: policy = "fail" } = input;
    const inWords = isObject(policy) && "fail" in policy && policy.needs.length === 0;
    if (policy !== "fail" && !inWords) continue;
    const entry = walk.entries.get(input.name);
    if (entry !== undefined && entry.kind !== "asked" && entry.kind !== "consented") continue;
    if (canAsk(walk, input)) continue;
    if (inWords) {
      guarded(walk, input, () => {
        settleUnavailable(walk, input);
        return undefined;
      });
    } else missing.push(kindOf(walk.kinds, input).ability(input));
  }
  if (missing.length === 0) return;
  traceRefusal(walk.run, "capability");
  throw missingCapability(missing);
}
