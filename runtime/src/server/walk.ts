import { setOwn } from "../json/plain-object.js";
import type { Entry } from "../sealing/progress.js";
import { traceRefusal } from "./events.js";
import { isAble } from "./capabilities.js";
import type { clientCapabilities } from "./exchange.js";
import type { AskedInput, ComputeCall, Consent } from "./input.js";
import { kindOf, type Kinds } from "./kinds/kind.js";
import type { RefusedFor } from "./call.js";
import type { CallRun, OpenCall } from "./call-run.js";
import type { Question } from "./question.js";

/** One going over the inputs of a call, and what it has found out. */
export interface Walk<Args, Inputs, Handlers, Failure> {
  readonly call: OpenCall<Args, Failure>;
  readonly handlers: Handlers;
  readonly run: CallRun<Failure>;
  /** Values of settled inputs by name. */
  readonly values: Inputs & object;
  readonly kinds: Kinds;
  readonly capabilities: ReturnType<typeof clientCapabilities>;
  readonly answers: { readonly [name: string]: unknown };
  /** Answers count without a state: `seal: needed`, one round, nothing computed. */
  readonly stateless: boolean;
  readonly settled: Set<string>;
  readonly entries: Map<string, Entry>;
  readonly questions: Map<string, Question>;
  end: End<Failure> | undefined;
  /** Aborted when the call ends, for questions whose answers are waited for; there once one is. */
  waiting: AbortController | undefined;
}

/** How the call ends without its author's function. */
export interface End<Failure> {
  readonly fail: () => Failure;
  /** Somebody decided so: the flow is over, and its states are used up. */
  readonly decided: boolean;
}

/** What must be waited for before the walk can go on. */
export type Task = () => Promise<void>;

export function settleAs(
  walk: { readonly values: object; readonly settled: Set<string> },
  name: string,
  value: unknown,
): void {
  setOwn(walk.values, name, value);
  walk.settled.add(name);
}

/** True when the client has declared what the question needs. */
export function canAsk<Args, Inputs, Handlers, Failure>(
  { kinds, capabilities }: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
): boolean {
  return isAble(capabilities, kindOf(kinds, input).ability(input));
}

const consent: Consent = Object.freeze({ action: "accept" });

/** The value of an accepted answer as the author asked to see it. */
export function accepted<Args, Inputs, Handlers>(input: AskedInput<Args, Inputs, Handlers>, content: unknown): unknown {
  if (input.kind === "confirm" || input.kind === "elicitUrl") return consent;
  const outcome = input.onDecline === "continue" || input.whenUnavailable === "continue";
  return outcome ? { action: "accept", content } : content;
}

type Ending<Failure> = Pick<Walk<never, never, never, Failure>, "run" | "end" | "waiting">;

/** Ends the call, unless it has ended already. */
export function end<Failure>(walk: Ending<Failure>, text: string, why: RefusedFor): void {
  endAs(walk, {
    decided: why.reason !== "input_unavailable" && why.reason !== "input_unanswered",
    fail: () => {
      traceRefusal(walk.run, why.reason, why.input);
      return walk.run.failing.refuse(text, why);
    },
  });
}

/** Ends the call for what an author's function threw, unless it has ended already. */
export function crash<Failure>(walk: Ending<Failure>, error: unknown, where: string): void {
  endAs(walk, { decided: false, fail: () => walk.run.failing.crash(walk.run, error, where) });
}

/** What other questions are still waited for is taken back: no answer to them would count. */
function endAs<Failure>(walk: Ending<Failure>, ending: End<Failure>): void {
  walk.end ??= ending;
  walk.waiting?.abort("The call has ended");
}

/** Looks at an input. What is thrown over it, at once or by its task, ends the call, and the log names the input. */
export function guarded<Failure>(
  walk: Ending<Failure>,
  { kind, name }: { readonly kind: string; readonly name: string },
  look: () => Task | undefined,
): Task | undefined {
  const failed = (error: unknown): void => crash(walk, error, `${kind === "compute" ? kind : "question"} ${name}`);
  try {
    const task = look();
    return task && (() => task().catch(failed));
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** What a function of the author is called with. */
export function computeCall<Args, Inputs, Failure>(walk: {
  readonly call: OpenCall<Args, Failure>;
  readonly values: Inputs;
}): ComputeCall<Args, Inputs> {
  const { call } = walk;
  return { args: call.args, inputs: walk.values, flow: call.flow, context: call.context };
}
