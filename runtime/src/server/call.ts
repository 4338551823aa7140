import type { Problem } from "../validation/schemas.js";

/** Which call this is; what a state is bound to. */
export interface CallIdentity {
  readonly method: "tools/call" | "prompts/get" | "resources/read";
  readonly target: string;
  /** The arguments as received: before defaults, with whatever the schema does not know. */
  readonly received: object | undefined;
}

/** A call's flow: one call over all its rounds. */
export interface Flow {
  /** The same in every round and for nothing else; an idempotency key for what the author's function calls in turn. */
  readonly id: string;
  /** How many rounds of questions came before; 0 when nothing was asked. */
  readonly round: number;
}

/** Why a call is over before its author's function ran. */
export type RefusalReason =
  | "arguments"
  | "scopes"
  | "capability"
  | "input_declined"
  | "input_cancelled"
  | "input_invalid"
  | "input_unavailable"
  | "input_unanswered"
  | "too_many_rounds";

/** Why a call ends without its author's function, for programs: the text beside it is for a model. */
export interface RefusedFor {
  readonly reason: RefusalReason;
  readonly input?: string;
  /** The text is the author's own. */
  readonly authored?: true;
  /** Of the arguments. */
  readonly problems?: readonly Problem[];
}
