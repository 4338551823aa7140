import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";
import { jsonProblem } from "../json/json-problem.js";
import { isObject, setOwn } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { MaybePromise } from "../json/thenable.js";
import { describeProblems, type JsonSchema } from "../validation/schemas.js";
import { type ClientAbility, isAble } from "./capabilities.js";
import { isWireError, missingCapability } from "./errors.js";
import { traceAnswer, traceCompletion, traceRefusal, traceRound } from "./events.js";
import { clientCapabilities } from "./exchange.js";
import type { AskedInput, Outcome } from "./input.js";
import { inputRequests } from "./input-requests.js";
import { judgeAnswer } from "./judge.js";
import { kindOf, type Kinds } from "./kinds/kind.js";
import type { OpenCall } from "./call-run.js";
import { sealCall } from "./seal-call.js";
import { completePrompt, type PromptContent } from "./prompt.js";
import type { Question } from "./question.js";
import { completeResource, type OpenResourceCall, type ResourceContent } from "./resource.js";
import { compiledSchema } from "./schemas.js";
import { type AnyToolSuccess, completeTool, type OpenToolCall } from "./tool.js";
import { runStep } from "./run-step.js";
import { answersOf, wasDropped } from "./wire-keys.js";

/** A question that an author's function decided to ask; made by `ask`. */
export interface ManualQuestion {
  readonly name: string;
}

/** What an author's function returns to ask and be called again. */
export interface AskFor<State> {
  readonly askFor: readonly ManualQuestion[];
  readonly state: State | undefined;
}

/**
 * Asks questions and keeps a state for the next round; it is sealed, the client cannot read or change it.
 *
 * With a state the list of questions may be empty: the client then calls again without having been asked.
 */
export function askFor<State = undefined>(questions: readonly ManualQuestion[], state?: State): AskFor<State> {
  return { askFor: questions, state };
}

/** An answer of this round. `invalid`: it does not match what was asked; `problem` says why, for people. */
export type ManualResponse<Content> = Outcome<Content> | { readonly action: "invalid"; readonly problem: string };

/** What a flow by hand works with. */
export interface Manual<Ask, Responses, State> {
  /** One function per declared question. */
  readonly ask: Ask;
  /** The answers of this round, to questions that the round before asked; nothing else counts. */
  readonly responses: Responses;
  /** What the round before kept; `undefined` in the first. */
  readonly state: State | undefined;
}

/** What the texts of the questions see beside the arguments: the state that is returned together with them. */
interface Seen<State> {
  readonly state: State;
}

/**
 * A declared question of a flow by hand. What it says is a function of the arguments and of the state that it is asked with, so
 * that it can be told, when the answer comes, whether it would be asked in the same words.
 */
export type ManualInput<Args, State, Ask> = ByHand<AskedInput<Args, Seen<State>, never>, keyof Ask & string>;

type ByHand<Input, Name> = Input extends unknown
  ? Omit<Input, "name" | "needs"> & { readonly name: Name; readonly needs: readonly [] }
  : never;

/** The same as the engine reads it. */
type Declared<Args> = AskedInput<Args, Seen<unknown>, never>;

/**
 * Runs a tool's flow by hand: the author's function gets builders for the declared questions, the answers of this round and the
 * state of the one before; it finishes the call or asks.
 *
 * @param kinds - those that the questions are of.
 * @param stateSchema - the schema of the state; what an earlier version of the specification kept and does not match is dropped.
 */
export function completeManualTool<Args, Ask extends object, Responses, State>(
  call: OpenToolCall<Args>,
  questions: readonly ManualInput<Args, State, Ask>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<AnyToolSuccess | AskFor<State>>,
): Promise<CallToolResult | InputRequiredResult> {
  return completeManual(call, questions, kinds, stateSchema, handler, (finished) =>
    completeTool(ranAlready(call), () => finished),
  );
}

/** Runs a prompt's flow by hand; see {@link completeManualTool}. */
export function completeManualPrompt<Args, Ask extends object, Responses, State>(
  call: OpenCall<Args, never>,
  questions: readonly ManualInput<Args, State, Ask>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<PromptContent | AskFor<State>>,
): Promise<GetPromptResult | InputRequiredResult> {
  return completeManual(call, questions, kinds, stateSchema, handler, (finished) =>
    completePrompt(ranAlready(call), () => finished),
  );
}

/** Runs a resource's flow by hand; see {@link completeManualTool}. */
export function completeManualResource<Args, Ask extends object, Responses, State>(
  call: OpenResourceCall<Args>,
  questions: readonly ManualInput<Args, State, Ask>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<ResourceContent | AskFor<State>>,
): Promise<ReadResourceResult | InputRequiredResult> {
  return completeManual(call, questions, kinds, stateSchema, handler, (finished) =>
    completeResource(ranAlready(call), () => finished),
  );
}

/** The call as it is completed: what it completes with is there, so there is no step to follow any more. */
function ranAlready<Call extends OpenCall<unknown, unknown>>(call: Call): Call {
  const { leg, ...service } = call.run.service;
  return leg === undefined ? call : { ...call, run: { ...call.run, service } };
}

/** Any round may turn out to be the last when the author's function is called in it, so each is run once where the flow is. */
function completeManual<Args, Failure, Finished, Ask extends object, Responses, State, Result>(
  call: OpenCall<Args, Failure>,
  inputs: readonly ManualInput<Args, State, Ask>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<Finished | AskFor<State>>,
  complete: (finished: Finished) => MaybePromise<Result>,
): Promise<Result | Failure | InputRequiredResult> {
  const { declaration, resumed, flow } = call.run;
  const round = () => runRound(call, inputs, kinds, stateSchema, handler, complete);
  return declaration.once !== undefined && resumed !== undefined
    ? declaration.once<Result | Failure | InputRequiredResult>(call.run, round, `${flow.id}.${flow.round}`)
    : round();
}

async function runRound<Args, Failure, Finished, Ask extends object, Responses, State, Result>(
  call: OpenCall<Args, Failure>,
  inputs: readonly ManualInput<Args, State, Ask>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<Finished | AskFor<State>>,
  complete: (finished: Finished) => MaybePromise<Result>,
): Promise<Result | Failure | InputRequiredResult> {
  const { run } = call;
  // Names and needs are written for the author's types; what the engine reads is the same data.
  const questions = trusted<readonly Declared<Args>[]>(inputs);
  let returned: Finished | AskFor<State>;
  try {
    const manual = openManual<Args, Ask, Responses, State>(call, questions, kinds, stateSchema);
    returned = await runStep(run, "handler", () => handler(manual));
  } catch (error) {
    traceCompletion(run, true);
    return run.failing.crash(run, error, "handler");
  }
  if (!isAskFor(returned)) return complete(returned);
  let asked: Asked;
  try {
    asked = askedBy(call, questions, kinds, stateSchema, returned);
  } catch (error) {
    // A client that cannot be asked has been refused.
    if (!isWireError(error)) traceCompletion(run, true);
    return run.failing.crash(run, error, "questions");
  }
  traceRound(run, asked.questions);
  const requestState = await sealCall(run, new Map(), writeKept(asked.digests, returned.state));
  return {
    resultType: "input_required",
    ...(asked.questions.size > 0 && { inputRequests: inputRequests(run, asked.questions) }),
    requestState,
  };
}

function openManual<Args, Ask, Responses, State>(
  call: OpenCall<Args, unknown>,
  questions: readonly Declared<Args>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
): Manual<Ask, Responses, State> {
  const { run } = call;
  const { asked, state: keptState } = readKept(run.resumed?.manual);
  const stale = run.resumed?.respecified === true && !matches(stateSchema, keptState);
  const state = stale ? undefined : keptState;
  const ask = {};
  const responses = {};
  for (const input of questions) {
    setOwn(ask, input.name, (): ManualQuestion => ({ name: input.name }));
    const response = stale ? undefined : responseTo(call, input, kinds, asked.get(input.name), { state });
    if (response !== undefined) setOwn(responses, input.name, response);
  }
  return { ask: trusted<Ask>(ask), responses: trusted<Responses>(responses), state: trusted<State | undefined>(state) };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is no question must narrow to what was finished
function isAskFor<Finished, State>(returned: Finished | AskFor<State>): returned is AskFor<State> {
  return isObject(returned) && Array.isArray(returned["askFor"]);
}

interface Asked {
  readonly questions: ReadonlyMap<string, Question>;
  /** Digests of the questions, by name. */
  readonly digests: ReadonlyMap<string, string>;
}

function askedBy<Args, State>(
  call: OpenCall<Args, unknown>,
  declaredQuestions: readonly Declared<Args>[],
  kinds: Kinds,
  stateSchema: JsonSchema | undefined,
  { askFor: asks, state }: AskFor<State>,
): Asked {
  if (asks.length === 0 && state === undefined) throw new TypeError("A round needs a question or a state");
  const unwritable = state === undefined ? undefined : jsonProblem(state);
  if (unwritable !== undefined) throw new TypeError(`The state ${unwritable}, which JSON cannot carry`);
  if (!matches(stateSchema, state)) {
    throw new TypeError(`The state does not match its schema: ${problems(stateSchema, state)}`);
  }
  const questions = new Map<string, Question>();
  const digests = new Map<string, string>();
  const declared = clientCapabilities(call.run.exchange);
  const missing: ClientAbility[] = [];
  for (const { name } of asks) {
    const input = declaredQuestions.find((candidate) => candidate.name === name);
    if (input === undefined) throw new TypeError(`There is no question ${JSON.stringify(name)}`);
    const kind = kindOf(kinds, input);
    const ability = kind.ability(input);
    if (!isAble(declared, ability)) missing.push(ability);
    const question = kind.render(input, call.args, { state });
    questions.set(name, question);
    digests.set(name, call.run.service.progress.digest(question, undefined));
  }
  if (missing.length > 0) {
    traceRefusal(call.run, "capability");
    throw missingCapability(missing);
  }
  return { questions, digests };
}

/** An answer counts only if its question was asked by the round before, in the words in which it would be asked now. */
function responseTo<Args>(
  call: OpenCall<Args, unknown>,
  input: Declared<Args>,
  kinds: Kinds,
  digest: string | undefined,
  seen: Seen<unknown>,
): ManualResponse<unknown> | undefined {
  const answers = answersOf(call.run);
  const answered = Object.hasOwn(answers, input.name);
  if (digest === undefined || !(answered || wasDropped(call.run, input.name))) return undefined;
  const question = kindOf(kinds, input).render(input, call.args, seen);
  if (call.run.service.progress.digest(question, undefined) !== digest) return undefined;
  const verdict = judgeAnswer(kinds, input, call.args, seen, answered ? answers[input.name] : undefined);
  traceAnswer(call.run, input.name, verdict.kind);
  switch (verdict.kind) {
    case "accepted":
      return { action: "accept", content: verdict.value };
    case "declined":
      return { action: "decline" };
    case "cancelled":
      return { action: "cancel" };
    case "invalid":
      return { action: "invalid", problem: verdict.problem };
  }
}

function matches(schema: JsonSchema | undefined, state: unknown): boolean {
  return schema === undefined || state === undefined || compiledSchema(schema)(state) === undefined;
}

function problems(schema: JsonSchema | undefined, state: unknown): string {
  return schema === undefined ? "" : describeProblems(compiledSchema(schema)(state) ?? []);
}

function writeKept(digests: ReadonlyMap<string, string>, state: unknown): unknown {
  return { s: state, q: [...digests] };
}

function readKept(manual: unknown): {
  readonly state: unknown;
  readonly asked: ReadonlyMap<string, string>;
} {
  const asked = new Map<string, string>();
  if (!isObject(manual)) return { state: undefined, asked };
  const pairs = manual["q"];
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    if (!Array.isArray(pair)) continue;
    const [name, digest]: unknown[] = pair;
    if (typeof name === "string" && typeof digest === "string") asked.set(name, digest);
  }
  return { state: manual["s"], asked };
}
