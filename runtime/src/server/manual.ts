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
import { type CallRun, type OpenCall, sealCall } from "./open-call.js";
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

/** The declared questions of a flow by hand. */
type Questions<Args, Inputs> = readonly AskedInput<Args, Inputs, never>[];

/**
 * Runs a tool's flow by hand: the author's function gets builders for the declared questions, the answers of this round and the
 * state of the one before; it finishes the call or asks.
 *
 * @param stateSchema the schema of the state; what an earlier version of the specification kept and does not match is dropped.
 */
export function completeManualTool<Args, Inputs, Ask, Responses, State, Output>(
  call: OpenToolCall<Args>,
  questions: Questions<Args, Inputs>,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<ToolSuccess<Output> | AskFor<State>>,
): Promise<CallToolResult | InputRequiredResult> {
  return completeManual(call, questions, stateSchema, handler, (finished) =>
    completeTool<Output>(call, () => finished),
  );
}

/** Runs a prompt's flow by hand; see {@link completeManualTool}. */
export function completeManualPrompt<Args, Inputs, Ask, Responses, State>(
  call: OpenCall<Args, never>,
  questions: Questions<Args, Inputs>,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<PromptContent | AskFor<State>>,
): Promise<GetPromptResult | InputRequiredResult> {
  return completeManual(call, questions, stateSchema, handler, (finished) => completePrompt(call, () => finished));
}

/** Runs a resource's flow by hand; see {@link completeManualTool}. */
export function completeManualResource<Args, Inputs, Ask, Responses, State>(
  call: OpenResourceCall<Args>,
  questions: Questions<Args, Inputs>,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<ResourceContent | AskFor<State>>,
): Promise<ReadResourceResult | InputRequiredResult> {
  return completeManual(call, questions, stateSchema, handler, (finished) => completeResource(call, () => finished));
}

async function completeManual<Args, Inputs, Failure, Finished, Ask, Responses, State, Result>(
  call: OpenCall<Args, Failure>,
  questions: Questions<Args, Inputs>,
  stateSchema: JsonSchema | undefined,
  handler: (manual: Manual<Ask, Responses, State>) => MaybePromise<Finished | AskFor<State>>,
  complete: (finished: Finished) => Promise<Result>,
): Promise<Result | Failure | InputRequiredResult> {
  const { run } = call;
  let returned: Finished | AskFor<State>;
  try {
    returned = await handler(openManual<Args, Inputs, Ask, Responses, State>(call, questions, stateSchema));
  } catch (error) {
    return run.crash(error, "handler");
  }
  if (!isAskFor(returned)) return complete(returned);
  let asked: Asked;
  try {
    asked = askedBy(call, questions, stateSchema, returned);
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

function openManual<Args, Inputs, Ask, Responses, State>(
  call: OpenCall<Args, unknown>,
  questions: Questions<Args, Inputs>,
  stateSchema: JsonSchema | undefined,
): Manual<Ask, Responses, State> {
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
  return { ask: trusted<Ask>(ask), responses: trusted<Responses>(responses), state: trusted<State | undefined>(state) };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is no question must narrow to what was finished
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

function askedBy<Args, Inputs, State>(
  call: OpenCall<Args, unknown>,
  declaredQuestions: Questions<Args, Inputs>,
  stateSchema: JsonSchema | undefined,
  { askFor: asks, state }: AskFor<State>,
): Asked {
  if (asks.length === 0 && state === undefined) throw new TypeError("A round needs a question or a state");
  if (!matches(stateSchema, state)) {
    throw new TypeError(`The state does not match its schema: ${problems(stateSchema, state)}`);
  }
  const questions = new Map<string, Question>();
  const kept = new Map<string, Kept>();
  const declared = clientCapabilities(call.run.exchange);
  let missing: ReturnType<typeof missingFor>;
  for (const { name, inputs } of asks) {
    const input = declaredQuestions.find((candidate) => candidate.name === name);
    if (input === undefined) throw new TypeError(`There is no question ${JSON.stringify(name)}`);
    const needed = missingFor(input, declared);
    if (needed !== undefined) missing = missing === undefined ? needed : mergedCapabilities(missing, needed);
    const question = renderQuestion(input, call.args, trusted<Inputs>(inputs));
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
