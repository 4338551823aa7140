import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { nearest } from "../diagnostics/suggest.js";

/** How many targets are named when there are many. */
const shown = 8;

/**
 * A reference without a target, with what it may have been meant to be.
 *
 * @param targets - fragments that it could have named, such as `#/schemas/Place`.
 */
export function unresolved(text: string, place: Location | undefined, targets: readonly string[]): Diagnostic {
  const hash = text.indexOf("#");
  const file = hash === -1 ? text : text.slice(0, hash);
  const fragment = text.slice(file.length);
  const meant = nearest(fragment, targets) ?? namedAlike(fragment, targets);
  const suggestion = meant === undefined ? "" : ` Did you mean "${file}${meant}"?`;
  const more = targets.length > shown ? ` and ${targets.length - shown} more` : "";
  const help =
    targets.length === 0
      ? "There is nothing to refer to: declare it, a schema under `schemas` or an input under `inputs`."
      : `There is ${targets.slice(0, shown).join(", ")}${more}.`;
  return diagnose("ref/unresolved", place, { reference: text, suggestion }, { help });
}

/** The target with the same name at another place. */
function namedAlike(fragment: string, targets: readonly string[]): string | undefined {
  const name = nameIn(fragment);
  const meant = targets.find((target) => nameIn(target) === name) ?? undefined;
  if (meant !== undefined) return meant;
  const near = nearest(name, targets.map(nameIn));
  return near === undefined ? undefined : targets.find((target) => nameIn(target) === near);
}

const nameIn = (fragment: string): string => fragment.slice(Math.max(fragment.lastIndexOf("/"), 0) + 1);
