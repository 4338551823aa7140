import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";
import { isObject, setOwn } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { MaybePromise } from "../sealing/codec.js";
import { describeProblems, type JsonSchema } from "../validation/schemas.js";
import { missingCapability as missingFor, mergedCapabilities } from "./capabilities.js";
import { missingCapability } from "./errors.js";
import { clientCapabilities } from "./exchange.js";
import type { AskedInput, Outcome } from "./input.js";
import { inputRequests } from "./input-requests.js";
import { judgeAnswer } from "./judge.js";
import { type CallRun, type FlowOptions, type OpenCall, sealCall } from "./open-call.js";
import { completePrompt, type PromptContent } from "./prompt.js";
import { type Question, questionDigest, renderQuestion } from "./question.js";
import { completeResource, type OpenResourceCall, type ResourceContent } from "./resource.js";
import { compiledSchema } from "./schemas.js";
import { completeTool, type OpenToolCall, type ToolSuccess } from "./tool.js";

/** A question that an author's function decided to ask; made by `ask`. */
export interface ManualQuestion {
  readonly name: string;
  /** The values that its text mentions. */
  readonly inputs: object;
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

/** A call of a flow by hand, and what its author's function gets. */
export interface ManualCall<Call, Ask, Responses, State> {
  readonly call: Call;
  readonly manual: Manual<Ask, Responses, State>;
  readonly questions: readonly AskedInput<never, never, never>[];
  readonly stateSchema: JsonSchema | undefined;
}

/**
 * Prepares a flow by hand: builders for the declared questions, the answers of this round, the state of the one before.
 *
 * @param stateSchema the schema of the state; what an earlier version of the specification kept and does not match is dropped.
 */
export function openManual<Ask, Responses, State, Args, Inputs, Call extends OpenCall<Args, unknown>>(
  call: Call & OpenCall<Args, unknown>,
  questions: readonly AskedInput<Args, Inputs, never>[],
  stateSchema?: JsonSchema,
): ManualCall<Call, Ask, Responses, State> {
  const { run } = call;
  const kept = readKept(run.manual);
  const ask = {};
  const responses = {};
  for (const input of questions) {
    setOwn(ask, input.name, (inputs: object = {}): ManualQuestion => ({ name: input.name, inputs }));
    const response = responseTo(call, input, kept.asked.get(input.name));
    if (response !== undefined) setOwn(responses, input.name, response);
  }
  const state = run.respecified && !matches(stateSchema, kept.state) ? undefined : kept.state;
  return {
    call,
    manual: {
      ask: trusted<Ask>(ask),
      responses: trusted<Responses>(responses),
      state: trusted<State | undefined>(state),
    },
    questions: trusted<readonly AskedInput<never, never, never>[]>(questions),
    stateSchema,
  };
}

/** Runs a tool's flow by hand. */
export function completeManualTool<Output, Ask, Responses, State>(
  manual: ManualCall<OpenToolCall<unknown>, Ask, Responses, State>,
  handler: () => MaybePromise<ToolSuccess<Output> | AskFor<State>>,
): Promise<CallToolResult | InputRequiredResult> {
  return completeManual(manual, handler, (finished) => completeTool<Output>(manual.call, () => finished));
}

/** Runs a prompt's flow by hand. */
export function completeManualPrompt<Ask, Responses, State>(
  manual: ManualCall<OpenCall<unknown, never>, Ask, Responses, State>,
  handler: () => MaybePromise<PromptContent | AskFor<State>>,
): Promise<GetPromptResult | InputRequiredResult> {
  return completeManual(manual, handler, (finished) => completePrompt(manual.call, () => finished));
}

/** Runs a resource's flow by hand. */
export function completeManualResource<Ask, Responses, State>(
  manual: ManualCall<OpenResourceCall<unknown>, Ask, Responses, State>,
  handler: () => MaybePromise<ResourceContent | AskFor<State>>,
): Promise<ReadResourceResult | InputRequiredResult> {
  return completeManual(manual, handler, (finished) => completeResource(manual.call, () => finished));
}

async function completeManual<Finished, Failure, Ask, Responses, State, Result>(
  manual: ManualCall<OpenCall<unknown, Failure, FlowOptions>, Ask, Responses, State>,
  handler: () => MaybePromise<Finished | AskFor<State>>,
  complete: (finished: Finished) => Promise<Result>,
): Promise<Result | Failure | InputRequiredResult> {
  const { run } = manual.call;
  let returned: Finished | AskFor<State>;
  try {
    returned = await handler();
  } catch (error) {
    return run.crash(error, "handler");
  }
  if (!isAskFor(returned)) return complete(returned);
  let asked: Asked;
  try {
    asked = askedBy(manual, returned);
  } catch (error) {
    return run.crash(error, "questions");
  }
  const requestState = await sealCall(run, new Map(), writeKept(asked.kept, returned.state));
  return {
    resultType: "input_required",
    ...(asked.questions.size > 0 && { inputRequests: inputRequests(run.exchange, asked.questions) }),
    requestState,
  };
}

function isAskFor<Finished, State>(returned: Finished | AskFor<State>): returned is AskFor<State> {
  return isObject(returned) && Array.isArray(returned["askFor"]);
}

interface Kept {
  readonly digest: string;
  readonly inputs: object;
}

interface Asked {
  readonly questions: ReadonlyMap<string, Question>;
  readonly kept: ReadonlyMap<string, Kept>;
}

function askedBy<Failure, Ask, Responses, State>(
  manual: ManualCall<OpenCall<unknown, Failure>, Ask, Responses, State>,
  { askFor: asks, state }: AskFor<State>,
): Asked {
  if (asks.length === 0 && state === undefined) throw new TypeError("A round needs a question or a state");
  if (!matches(manual.stateSchema, state))
    throw new TypeError(`The state does not match its schema: ${problems(manual.stateSchema, state)}`);
  const questions = new Map<string, Question>();
  const kept = new Map<string, Kept>();
  const declared = clientCapabilities(manual.call.run.exchange);
  let missing: ReturnType<typeof missingFor>;
  for (const { name, inputs } of asks) {
    const input = manual.questions.find((candidate) => candidate.name === name);
    if (input === undefined) throw new TypeError(`There is no question ${JSON.stringify(name)}`);
    const needed = missingFor(input, declared);
    if (needed !== undefined) missing = missing === undefined ? needed : mergedCapabilities(missing, needed);
    const question = renderQuestion(input, trusted<never>(manual.call.args), trusted<never>(inputs));
    questions.set(name, question);
    kept.set(name, { digest: questionDigest(question, undefined), inputs });
  }
  if (missing !== undefined) throw missingCapability(missing);
  return { questions, kept };
}

/** An answer counts only if its question was asked by the round before, in the words in which it would be asked now. */
function responseTo<Args, Inputs>(
  call: OpenCall<Args, unknown>,
  input: AskedInput<Args, Inputs, never>,
  asked: Kept | undefined,
): ManualResponse<unknown> | undefined {
  const answers = call.run.exchange.context.mcpReq.inputResponses;
  if (asked === undefined || answers === undefined || !Object.hasOwn(answers, input.name)) return undefined;
  const inputs = trusted<Inputs>(asked.inputs);
  if (questionDigest(renderQuestion(input, call.args, inputs), undefined) !== asked.digest) return undefined;
  const verdict = judgeAnswer(input, call.args, inputs, answers[input.name]);
  switch (verdict.kind) {
    case "accepted":
      return input.kind === "confirm" || input.kind === "elicitUrl"
        ? { action: "accept", content: undefined }
        : { action: "accept", content: verdict.value };
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

function writeKept(kept: ReadonlyMap<string, Kept>, state: unknown): unknown {
  return { s: state, q: Array.from(kept, ([name, { digest, inputs }]) => [name, digest, inputs]) };
}

function readKept(manual: CallRun<unknown>["manual"]): {
  readonly state: unknown;
  readonly asked: ReadonlyMap<string, Kept>;
} {
  const asked = new Map<string, Kept>();
  if (!isObject(manual)) return { state: undefined, asked };
  const tuples = manual["q"];
  for (const tuple of Array.isArray(tuples) ? tuples : []) {
    if (!Array.isArray(tuple)) continue;
    const [name, digest, inputs]: unknown[] = tuple;
    if (typeof name === "string" && typeof digest === "string" && isObject(inputs)) asked.set(name, { digest, inputs });
  }
  return { state: manual["s"], asked };
}
