import type { InputRequiredResult } from "@modelcontextprotocol/server";
import { trusted } from "../json/trusted.js";
import type { Entry } from "../sealing/progress.js";
import { traceRound } from "./events.js";
import { clientCapabilities } from "./exchange.js";
import type { Input } from "./input.js";
import { inputRequests } from "./input-requests.js";
import { kindOf, type Kinds } from "./kinds/kind.js";
import type { CallRun, OpenCall } from "./call-run.js";
import { sealCall } from "./seal-call.js";
import { visitAsked } from "./visit-asked.js";
import { type End, guarded, settleAs, type Task, type Walk } from "./walk.js";
import { answersOf } from "./wire-keys.js";
import { refuseCertain } from "./without-answer.js";

/** The inputs once all are settled, or how the call ends before. */
export type Settled<Inputs, Failure> =
  | { readonly done: false; readonly inputs: Inputs }
  | { readonly done: true; readonly result: InputRequiredResult | Failure };

/**
 * Settles the inputs of a call, as far as the answers reach: takes what was recorded, judges what was answered, computes what
 * can be computed, and asks for everything that can be asked now.
 *
 * @returns the values once all inputs are settled; else the result that asks for the rest, or that ends the call.
 * @throws -32021 when a question cannot be put to this client, before anything is computed.
 */
export async function settle<Args, Inputs, Handlers, Failure>(
  call: OpenCall<Args, Failure>,
  inputs: readonly Input<Args, Inputs, Handlers>[],
  kinds: Kinds,
  handlers: Handlers,
): Promise<Settled<Inputs, Failure>> {
  const { run } = call;
  const values = trusted<Inputs & object>(Object.create(null));
  const walk: Walk<Args, Inputs, Handlers, Failure> = {
    call,
    handlers,
    run,
    values,
    kinds,
    capabilities: clientCapabilities(run.exchange),
    answers: answersOf(run),
    stateless:
      run.declaration.seal === "needed" &&
      run.declaration.once === undefined &&
      run.resumed === undefined &&
      isOneRound(inputs),
    settled: new Set(),
    entries: carriedEntries(run.resumed?.entries, inputs),
    questions: new Map(),
    end: undefined,
    waiting: undefined,
  };
  refuseCertain(walk, inputs);
  let open: readonly Input<Args, Inputs, Handlers>[] = inputs;
  for (;;) {
    const step = takeStep(walk, open);
    if (step.tasks.length > 0) await Promise.all(step.tasks.map((task) => task()));
    if (walk.end !== undefined) return { done: true, result: await endOf(walk.run, walk.end) };
    if (step.tasks.length === 0) break;
    open = step.open;
  }
  if (walk.questions.size === 0) return { done: false, inputs: values };
  return { done: true, result: await ask(walk) };
}

/**
 * Goes over the inputs until nothing changes without computing. Computations that are possible then are returned, not started:
 * every question that can be refused for want of a capability has been by then.
 */
function takeStep<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  inputs: readonly Input<Args, Inputs, Handlers>[],
): { readonly tasks: readonly Task[]; readonly open: readonly Input<Args, Inputs, Handlers>[] } {
  let open = inputs;
  for (;;) {
    const tasks: Task[] = [];
    const left: Input<Args, Inputs, Handlers>[] = [];
    for (const input of open) {
      const task = guarded(walk, input, () => visit(walk, input));
      if (walk.end !== undefined) return { tasks: [], open: [] };
      if (task !== undefined) tasks.push(task);
      if (!walk.settled.has(input.name)) left.push(input);
    }
    if (left.length === open.length) return { tasks, open: left };
    open = left;
  }
}

/** Looks at one input: settles it, asks it, or returns what must be computed for it. */
function visit<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: Input<Args, Inputs, Handlers>,
): Task | undefined {
  const { args } = walk.call;
  if (walk.questions.has(input.name) || !input.needs.every((name) => walk.settled.has(name))) return undefined;
  if (input.when !== undefined && !input.when(args, walk.values)) {
    settleAs(walk, input.name, undefined);
    return undefined;
  }
  return input.kind === "compute" ? kindOf(walk.kinds, input)(walk, input) : visitAsked(walk, input);
}

/** A refusal of a flow that may run once uses it up, so that nobody can think better of it with the same state. */
function endOf<Failure>(run: CallRun<Failure>, { fail, decided }: End<Failure>): Failure | Promise<Failure> {
  const { once } = run.declaration;
  return decided && once !== undefined && run.resumed !== undefined ? once(run, async () => fail()) : fail();
}

async function ask<Args, Inputs, Handlers, Failure>(walk: Walk<Args, Inputs, Handlers, Failure>) {
  const { run } = walk;
  const requests = inputRequests(run, walk.questions);
  traceRound(run, walk.questions);
  if (walk.stateless && ![...walk.entries.values()].some(isProgress)) {
    return { resultType: "input_required" as const, inputRequests: requests };
  }
  const requestState = await sealCall(run, walk.entries, undefined);
  return { resultType: "input_required" as const, inputRequests: requests, requestState };
}

/** Something that the next round must know; a question that was merely put is not. */
function isProgress(entry: Entry): boolean {
  return entry.kind !== "asked" || entry.invalid > 0;
}

/** Only what this primitive knows is carried on; what an earlier version remembered is left behind. */
function carriedEntries(
  entries: ReadonlyMap<string, Entry> | undefined,
  inputs: readonly { readonly name: string; readonly kind: string }[],
): Map<string, Entry> {
  const carried = new Map<string, Entry>();
  if (entries === undefined) return carried;
  for (const { name, kind } of inputs) {
    const entry = entries.get(name);
    if (entry !== undefined && (entry.kind === "computed") === (kind === "compute")) carried.set(name, entry);
  }
  return carried;
}

/** A flow of one round that computes nothing. */
function isOneRound(
  inputs: readonly { readonly kind: string; readonly needs: readonly string[]; readonly completed?: unknown }[],
): boolean {
  return inputs.every((input) => input.kind !== "compute" && input.needs.length === 0 && input.completed === undefined);
}
