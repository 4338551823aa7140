import { bool } from "./cel-type.js";
import { noProof } from "./facts.js";
import type { Translated, TranslationContext } from "./translation.js";

/** A condition that is settled while it is translated. */
export const constant = (value: boolean): Translated => ({
  type: bool,
  code: String(value),
  strength: 20,
  fails: false,
  proof: noProof,
});

/** Whether a condition is settled, and how. */
export function constantOf({ code }: Translated): boolean | undefined {
  return code === "true" ? true : code === "false" ? false : undefined;
}

/**
 * Translates a part that is never run: only to see whether something is wrong with it. TypeScript takes nothing for tested in
 * code that it cannot reach, so that such a part is left out, with all that it would read and call.
 */
export function unprinted(
  context: TranslationContext,
  translate: (context: TranslationContext) => Translated | undefined,
): Translated | undefined {
  return translate({ ...context, reads: new Set(), symbols: new Set(), compared: new Set(context.compared) });
}
