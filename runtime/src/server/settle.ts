import { jsonProblem } from "../json/json-problem.js";
import { isObject, setOwn } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { Entry } from "../sealing/progress.js";
import { missingCapability as missingFor, mergedCapabilities } from "./capabilities.js";
import { missingCapability } from "./errors.js";
import { clientCapabilities } from "./exchange.js";
import type { AskedInput, ComputeInput, Consent, ElicitUrlInput, Input } from "./input.js";
import { inputRequests } from "./input-requests.js";
import { judgeAnswer } from "./judge.js";
import { traceAnswer, traceDropped, traceRefusal, traceRound } from "./events.js";
import { type CallRun, type OpenCall, type RefusedFor, sealCall, type Settled } from "./open-call.js";
import { type Question, renderQuestion, repeated } from "./question.js";
import { runStep } from "./run-step.js";
import { compiledSchema } from "./schemas.js";
import { answersOf, wasDropped } from "./wire-keys.js";
import { describeProblems } from "../validation/schemas.js";

const defaultAttempts = 3;

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
  handlers: Handlers,
): Promise<Settled<Inputs, Failure>> {
  const { run } = call;
  const values = trusted<Inputs & object>(Object.create(null));
  const walk: Walk<Args, Inputs, Handlers, Failure> = {
    call,
    handlers,
    run,
    values,
    capabilities: clientCapabilities(run.exchange),
    answers: answersOf(run),
    stateless:
      run.declaration.seal === "needed" && run.declaration.once === undefined && !run.resumed && isOneRound(inputs),
    settled: new Set(),
    entries: carriedEntries(run.entries, inputs),
    questions: new Map(),
    end: undefined,
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

interface Walk<Args, Inputs, Handlers, Failure> {
  readonly call: OpenCall<Args, Failure>;
  readonly handlers: Handlers;
  readonly run: CallRun<Failure>;
  /** Values of settled inputs by name. */
  readonly values: Inputs & object;
  readonly capabilities: ReturnType<typeof clientCapabilities>;
  readonly answers: { readonly [name: string]: unknown };
  /** Answers count without a state: `seal: needed`, one round, nothing computed. */
  readonly stateless: boolean;
  readonly settled: Set<string>;
  readonly entries: Map<string, Entry>;
  readonly questions: Map<string, Question>;
  end: End<Failure> | undefined;
}

/** How the call ends without its author's function. */
interface End<Failure> {
  readonly fail: () => Failure;
  /** Somebody decided so: the flow is over, and its states are used up. */
  readonly decided: boolean;
}

type Task = () => Promise<void>;

const consent: Consent = Object.freeze({ action: "accept" });

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
      const task = visit(walk, input);
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
  return input.kind === "compute" ? visitCompute(walk, input) : visitAsked(walk, input);
}

function visitCompute<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: ComputeInput<Args, Inputs, Handlers>,
): Task | undefined {
  const entry = walk.entries.get(input.name);
  if (entry?.kind === "computed" && input.refresh !== true) {
    // After a deployment the specification may ask for another shape than the one that was sealed.
    if (!walk.run.respecified || compiledSchema(input.schema)(entry.value) === undefined) {
      settleAs(walk, input.name, entry.value);
      return undefined;
    }
    traceDropped(walk.run, input.name, "respecified");
    // Once: the inputs may be gone over again before it is computed.
    walk.entries.delete(input.name);
  }
  return async () => {
    const where = `compute ${input.name}`;
    try {
      const value = await runStep(walk.run, where, () => input.compute(walk.handlers, computeCall(walk)));
      const unwritable = jsonProblem(value);
      if (unwritable !== undefined) throw new TypeError(`The value ${unwritable}, which JSON cannot carry`);
      const problems = compiledSchema(input.schema)(value);
      if (problems !== undefined)
        throw new TypeError(`The value does not match its schema: ${describeProblems(problems)}`);
      if (input.refresh !== true) walk.entries.set(input.name, { kind: "computed", value });
      settleAs(walk, input.name, value);
    } catch (error) {
      walk.end ??= { decided: false, fail: () => walk.run.failing.crash(walk.run, error, where) };
    }
  };
}

function visitAsked<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
): Task | undefined {
  const { args } = walk.call;
  const question = renderQuestion(input, args, walk.values);
  const digest = walk.run.service.progress.digest(question, input.pins?.(args, walk.values));
  const entry = walk.entries.get(input.name);
  if (entry !== undefined && entry.kind !== "computed") {
    if (entry.digest === digest) return resume(walk, input, question, entry);
    // Consent is to what was shown.
    traceDropped(walk.run, input.name, walk.run.respecified ? "respecified" : "reworded");
    walk.entries.delete(input.name);
  }
  if (missingFor(input, walk.capabilities) !== undefined) {
    settleUnavailable(walk, input);
    return undefined;
  }
  if (walk.stateless && Object.hasOwn(walk.answers, input.name)) {
    return takeAnswer(walk, input, question, { kind: "asked", digest, invalid: 0 });
  }
  return putQuestion(walk, input, question, { kind: "asked", digest, invalid: 0 });
}

/** Goes on with a question that this flow has asked, in these very words. */
function resume<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Exclude<Entry, { kind: "computed" }>,
): Task | undefined {
  switch (entry.kind) {
    case "accepted":
      if (walk.run.respecified && !stillHolds(walk, input, entry.value)) {
        traceDropped(walk.run, input.name, "respecified");
        return putIfPossible(walk, input, question, { kind: "asked", digest: entry.digest, invalid: 0 });
      }
      settleAs(walk, input.name, accepted(input, entry.value));
      return undefined;
    case "declined":
    case "cancelled":
      settleRefused(walk, input, entry.kind);
      return undefined;
    case "unanswered":
      settleUnavailable(walk, input);
      return undefined;
    case "consented":
      if (input.kind === "elicitUrl") return checkOutside(walk, input, question, entry.digest);
      return takeAnswer(walk, input, question, { kind: "asked", digest: entry.digest, invalid: 0 });
    case "asked":
      return takeAnswer(walk, input, question, entry);
  }
}

function takeAnswer<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Extract<Entry, { kind: "asked" }>,
): Task | undefined {
  const answered = Object.hasOwn(walk.answers, input.name);
  if (!answered && !wasDropped(walk.run, input.name)) return putIfPossible(walk, input, question, entry);
  return judge(walk, input, question, entry, answered ? walk.answers[input.name] : undefined);
}

function judge<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Extract<Entry, { kind: "asked" }>,
  answer: unknown,
): Task | undefined {
  const { name } = input;
  const verdict = judgeAnswer(input, walk.call.args, walk.values, answer);
  traceAnswer(walk.run, name, verdict.kind);
  const { digest } = entry;
  switch (verdict.kind) {
    case "accepted":
      if (input.kind === "elicitUrl" && input.completed !== undefined)
        return checkOutside(walk, input, question, digest);
      walk.entries.set(name, { kind: "accepted", digest, value: verdict.value });
      settleAs(walk, name, accepted(input, verdict.value));
      return undefined;
    case "declined":
    case "cancelled":
      walk.entries.set(name, { kind: verdict.kind, digest });
      settleRefused(walk, input, verdict.kind);
      return undefined;
    case "invalid":
      return askAgain(walk, input, question, { ...entry, invalid: entry.invalid + 1 }, verdict.problem);
  }
}

function askAgain<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Extract<Entry, { kind: "asked" }>,
  problem: string,
): Task | undefined {
  const attempts = input.attempts ?? defaultAttempts;
  if (entry.invalid > attempts) {
    end(
      walk,
      `The input ${JSON.stringify(input.name)} was asked ${entry.invalid} times without a valid answer. ${problem}`,
      { reason: "input_invalid", input: input.name },
    );
    return undefined;
  }
  return putIfPossible(walk, input, repeated(question, problem), entry);
}

/** After a deployment, conditions may have been added that an answer was never held against. */
function stillHolds<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  value: unknown,
): boolean {
  return judgeAnswer(input, walk.call.args, walk.values, answerOf(input.kind, value)).kind === "accepted";
}

/** The answer that a recorded value came from. */
function answerOf(kind: AskedInput<never, never, never>["kind"], value: unknown): unknown {
  switch (kind) {
    case "elicit":
      return { action: "accept", content: value };
    case "confirm":
    case "elicitUrl":
      return { action: "accept" };
    case "sample":
      return value;
    case "roots":
      return { roots: value };
  }
}

/** A person agreed to a step outside: settled when it is done, asked again when it is not. */
function checkOutside<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: ElicitUrlInput<Args, Inputs, Handlers>,
  question: Question,
  digest: string,
): Task | undefined {
  const { completed } = input;
  if (completed === undefined) {
    walk.entries.set(input.name, { kind: "accepted", digest, value: undefined });
    settleAs(walk, input.name, accepted(input, undefined));
    return undefined;
  }
  if (refusedSince(walk, input, digest)) return undefined;
  return async () => {
    const where = `completion ${input.name}`;
    let done: unknown;
    try {
      done = await runStep(walk.run, where, () => completed(walk.handlers, computeCall(walk)));
      if (typeof done !== "boolean") throw new TypeError("The completion check must return true or false");
    } catch (error) {
      walk.end ??= { decided: false, fail: () => walk.run.failing.crash(walk.run, error, where) };
      return;
    }
    if (done) {
      walk.entries.set(input.name, { kind: "accepted", digest, value: undefined });
      settleAs(walk, input.name, accepted(input, undefined));
    } else putIfPossible(walk, input, question, { kind: "consented", digest });
  };
}

/** Somebody who consented before may still step back while the outside step is not done. */
function refusedSince<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: ElicitUrlInput<Args, Inputs, Handlers>,
  digest: string,
): boolean {
  if (!Object.hasOwn(walk.answers, input.name)) return false;
  const { kind } = judgeAnswer(input, walk.call.args, walk.values, walk.answers[input.name]);
  if (kind !== "declined" && kind !== "cancelled") return false;
  traceAnswer(walk.run, input.name, kind);
  walk.entries.set(input.name, { kind, digest });
  settleRefused(walk, input, kind);
  return true;
}

function settleRefused<Args, Inputs, Handlers, Failure>(
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

function settleUnavailable<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
): void {
  const policy = input.whenUnavailable;
  if (policy === "continue") settleAs(walk, input.name, { action: "unavailable" });
  else if (isObject(policy)) {
    if ("fail" in policy) {
      const why = { reason: "input_unavailable", input: input.name, authored: true } as const;
      end(walk, policy.fail(walk.call.args, walk.values), why);
    } else settleAs(walk, input.name, accepted(input, policy.default));
  } else {
    const missing = missingFor(input, walk.capabilities);
    if (missing === undefined) {
      const text = `The input ${JSON.stringify(input.name)} was not answered in time, so nothing was done.`;
      end(walk, text, { reason: "input_unanswered", input: input.name });
      return;
    }
    traceRefusal(walk.run, "capability", input.name);
    throw missingCapability(missing);
  }
}

/**
 * Refuses a call whose questions are sure to be asked and cannot be, before anything is computed. Questions with a condition are
 * refused when the condition turns out true.
 */
function refuseCertain<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  inputs: readonly Input<Args, Inputs, Handlers>[],
): void {
  let missing: ReturnType<typeof missingFor>;
  for (const input of inputs) {
    if (input.kind === "compute" || input.when !== undefined) continue;
    const { whenUnavailable: policy = "fail" } = input;
    const inWords = isObject(policy) && "fail" in policy && policy.needs.length === 0;
    if (policy !== "fail" && !inWords) continue;
    const entry = walk.entries.get(input.name);
    if (entry !== undefined && entry.kind !== "asked" && entry.kind !== "consented") continue;
    const needed = missingFor(input, walk.capabilities);
    if (needed === undefined) continue;
    if (inWords) settleUnavailable(walk, input);
    else missing = missing === undefined ? needed : mergedCapabilities(missing, needed);
  }
  if (missing === undefined) return;
  traceRefusal(walk.run, "capability");
  throw missingCapability(missing);
}

/** A refusal of a flow that may run once uses it up, so that nobody can think better of it with the same state. */
function endOf<Failure>(run: CallRun<Failure>, { fail, decided }: End<Failure>): Failure | Promise<Failure> {
  const { once } = run.declaration;
  return decided && once !== undefined && run.resumed ? once(run, async () => fail()) : fail();
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

/** A client may no longer be able to answer what it was asked before: it declares what it can with every request. */
function putIfPossible<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Entry,
): Task | undefined {
  if (missingFor(input, walk.capabilities) === undefined) return putQuestion(walk, input, question, entry);
  settleUnavailable(walk, input);
  return undefined;
}

/** Puts a question with the others of its round; or by itself, where its answer is waited for only so long. */
function putQuestion<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Entry,
): Task | undefined {
  const ask = entry.kind === "asked" ? input.within?.(walk.run, input.name, question) : undefined;
  if (entry.kind !== "asked" || ask === undefined) {
    walk.questions.set(input.name, question);
    walk.entries.set(input.name, entry);
    return undefined;
  }
  return async () => {
    let answer: unknown;
    try {
      answer = await ask();
    } catch (error) {
      walk.end ??= { decided: false, fail: () => walk.run.failing.crash(walk.run, error, `question ${input.name}`) };
      return;
    }
    if (answer === undefined) {
      traceAnswer(walk.run, input.name, "unanswered");
      walk.entries.set(input.name, { kind: "unanswered", digest: entry.digest });
      settleUnavailable(walk, input);
    } else await judge(walk, input, question, entry, answer)?.();
  };
}

function settleAs(
  walk: { readonly values: object; readonly settled: Set<string> },
  name: string,
  value: unknown,
): void {
  setOwn(walk.values, name, value);
  walk.settled.add(name);
}

/** The value of an accepted answer as the author asked to see it. */
function accepted<Args, Inputs, Handlers>(input: AskedInput<Args, Inputs, Handlers>, content: unknown): unknown {
  if (input.kind === "confirm" || input.kind === "elicitUrl") return consent;
  const outcome = input.onDecline === "continue" || input.whenUnavailable === "continue";
  return outcome ? { action: "accept", content } : content;
}

function end<Failure>(
  walk: { readonly run: CallRun<Failure>; end: End<Failure> | undefined },
  text: string,
  why: RefusedFor,
): void {
  walk.end ??= {
    decided: why.reason !== "input_unavailable" && why.reason !== "input_unanswered",
    fail: () => {
      traceRefusal(walk.run, why.reason, why.input);
      return walk.run.failing.refuse(text, why);
    },
  };
}

function computeCall<Args, Inputs, Failure>(walk: { readonly call: OpenCall<Args, Failure>; readonly values: Inputs }) {
  const { call } = walk;
  return { args: call.args, inputs: walk.values, flow: call.flow, context: call.context };
}

/** Only what this primitive knows is carried on; what an earlier version remembered is left behind. */
function carriedEntries(
  entries: ReadonlyMap<string, Entry>,
  inputs: readonly { readonly name: string; readonly kind: string }[],
): Map<string, Entry> {
  const carried = new Map<string, Entry>();
  if (entries.size === 0) return carried;
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
