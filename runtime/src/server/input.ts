import type { CreateMessageRequestParams } from "@modelcontextprotocol/server";
import type { MaybePromise } from "../json/thenable.js";
import type { FormSchema, JsonSchema } from "../validation/schemas.js";
import type { Flow } from "./call.js";
import type { AskNow } from "./call-run.js";
import type { CallContext } from "./exchange.js";

/**
 * What came of a question, when the author handles more than acceptance. `Others` are the other actions that can be:
 * `decline` and `cancel` with `onDecline: continue`, `unavailable` (the client could not be asked) with `whenUnavailable:
 * continue`. Without content (`confirm`, `elicitUrl`) acceptance is the whole answer.
 */
export type Outcome<Content, Others extends string = "decline" | "cancel"> =
  | ([Content] extends [undefined] ? Consent : { readonly action: "accept"; readonly content: Content })
  | { readonly action: Others };

/** A person agreed. */
export interface Consent {
  readonly action: "accept";
}

/** One entry of `requires`. */
export type Input<Args, Inputs, Handlers> =
  | ElicitInput<Args, Inputs>
  | ConfirmInput<Args, Inputs>
  | ElicitUrlInput<Args, Inputs, Handlers>
  | SampleInput<Args, Inputs>
  | RootsInput<Args, Inputs>
  | ComputeInput<Args, Inputs, Handlers>;

export type AskedInput<Args, Inputs, Handlers> = Exclude<
  Input<Args, Inputs, Handlers>,
  ComputeInput<Args, Inputs, Handlers>
>;

interface InputBase<Args, Inputs> {
  /** The key on the wire and the property of the handler's `inputs`. */
  readonly name: keyof Inputs & string;
  /** Inputs that must be settled before this one is looked at. */
  readonly needs: readonly (keyof Inputs & string)[];
  /** False: the input is skipped. */
  readonly when?: (args: Args, inputs: Inputs) => boolean;
}

interface AskedBase<Args, Inputs> extends InputBase<Args, Inputs> {
  /** Default: a refusal ends the call. With words: and says this, after a dismissal what `cancel` says. */
  readonly onDecline?:
    | "fail"
    | "continue"
    | { readonly fail: Words<Args, Inputs>; readonly cancel?: Words<Args, Inputs> };
  /** Default: a client that cannot be asked gets -32021. With words: the call ends and says this, once `needs` are settled. */
  readonly whenUnavailable?:
    | "fail"
    | "continue"
    | { readonly default: unknown }
    | { readonly fail: Words<Args, Inputs>; readonly needs: readonly (keyof Inputs & string)[] };
  readonly checks?: readonly Check<Args, Inputs>[];
  /** How often an invalid answer is asked again before the call fails; 3 when absent. */
  readonly attempts?: number;
  /** How long an answer is waited for, where one is; then `whenUnavailable` decides. */
  readonly within?: AskNow;
  /** Values that must not change between asking and running, even where the text does not mention them. */
  readonly pins?: (args: Args, inputs: Inputs) => readonly unknown[];
}

/** What a call says that ends without an answer. */
type Words<Args, Inputs> = (args: Args, inputs: Inputs) => string;

/** A condition on an accepted answer beyond its schema. */
export interface Check<Args, Inputs> {
  // `never`: each check is written for the type of its own answer.
  readonly rule: (args: Args, inputs: Inputs, answer: never) => boolean;
  readonly message: (args: Args, inputs: Inputs, answer: never) => string;
}

/** Asks a person by a form. */
export interface ElicitInput<Args, Inputs> extends AskedBase<Args, Inputs> {
  readonly kind: "elicit";
  readonly question: (args: Args, inputs: Inputs) => { readonly message: string; readonly requestedSchema: FormSchema };
}

/** Asks a person by a form without fields: the action is the answer. */
export interface ConfirmInput<Args, Inputs> extends AskedBase<Args, Inputs> {
  readonly kind: "confirm";
  readonly message: (args: Args, inputs: Inputs) => string;
}

/** Sends a person to a URL. */
export interface ElicitUrlInput<Args, Inputs, Handlers> extends AskedBase<Args, Inputs> {
  readonly kind: "elicitUrl";
  readonly question: (args: Args, inputs: Inputs) => { readonly message: string; readonly url: string };
  /** Whether the step outside is done; until it is, the question is put again. */
  readonly completed?: (handlers: Handlers, call: ComputeCall<Args, Inputs>) => MaybePromise<boolean>;
}

/** Asks the client's model. */
export interface SampleInput<Args, Inputs> extends AskedBase<Args, Inputs> {
  readonly kind: "sample";
  /** The request has `tools` or `toolChoice`. */
  readonly withTools?: boolean;
  readonly request: (args: Args, inputs: Inputs) => CreateMessageRequestParams;
}

/** Asks the client for its roots. */
export interface RootsInput<Args, Inputs> extends AskedBase<Args, Inputs> {
  readonly kind: "roots";
}

/** Computed by the server, once per flow, and sealed. */
export interface ComputeInput<Args, Inputs, Handlers> extends InputBase<Args, Inputs> {
  readonly kind: "compute";
  readonly schema: JsonSchema;
  /** Computed again every round. */
  readonly refresh?: boolean;
  readonly compute: (handlers: Handlers, call: ComputeCall<Args, Inputs>) => MaybePromise<unknown>;
}

/** What a compute function and a completion check are called with. */
export interface ComputeCall<Args, Inputs> {
  readonly args: Args;
  /** All values that are settled so far: of those that it needs one can be sure. They are the call's own, to be read only. */
  readonly inputs: Inputs;
  readonly flow: Flow;
  readonly context: CallContext;
}
