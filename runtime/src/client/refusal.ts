import { isObject, own } from "../json/plain-object.js";
import { refusalMetaKey } from "../json/meta-keys.js";
import type { Problem } from "../validation/schemas.js";

/** Why a server made with Parley gave no result, for programs: the text beside it is written for a model. */
export interface Refusal {
  /** `arguments`, or what became of a question: `input_declined`, `input_cancelled`, ... (docs/running.md lists them). */
  readonly reason: string;
  /** Name of the question. */
  readonly input: string | undefined;
  /** The text is that of the specification's author. */
  readonly authored: boolean;
  /** What is wrong with the arguments; empty for any other reason. */
  readonly problems: readonly Problem[];
}

/**
 * Reads why there is no result from the `_meta` of a result, or the `data` of an error.
 *
 * @returns nothing for anything else, such as what any other server says.
 */
export function refusalOf(failed: unknown): Refusal | undefined {
  if (!isObject(failed)) return undefined;
  const meta = own(failed, "_meta");
  const why = isObject(meta) ? own(meta, refusalMetaKey) : own(failed, "data");
  const reason = isObject(why) ? own(why, "reason") : undefined;
  if (!isObject(why) || typeof reason !== "string") return undefined;
  const input = own(why, "input");
  const problems = own(why, "problems");
  return {
    reason,
    input: typeof input === "string" ? input : undefined,
    authored: own(why, "authored") === true,
    problems: Array.isArray(problems) ? problems.filter(isProblem) : [],
  };
}

function isProblem(value: unknown): value is Problem {
  return isObject(value) && typeof own(value, "path") === "string" && typeof own(value, "message") === "string";
}
