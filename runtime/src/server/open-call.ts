import { type InputRequiredResult, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { InvalidToken, type MaybePromise } from "../sealing/codec.js";
import type { Entry } from "../sealing/progress.js";
import { randomBytes } from "../sealing/random.js";
import { type Binding, openState, RefusedState, type Sealing, sealState } from "../sealing/request-state.js";
import { callerOf } from "./caller.js";
import { type Deadline, deadlineIn } from "./deadline.js";
import { aboutFlow, type RefusalReason } from "./events.js";
import { internalError, invalidParams, invalidRequestState, isWireError, wireError } from "./errors.js";
import { callContext, type CallContext, type Exchange } from "./exchange.js";
import { type Failing, report } from "./failing.js";
import type { Flow } from "./input.js";
import type { RunOnce } from "./once.js";
import type { Problem } from "../validation/schemas.js";
import { requireScopes } from "./scopes.js";
import type { Service } from "./service.js";
import { keyed, named } from "./wire-keys.js";

/** What a primitive says about its questions and its flow. */
export interface FlowOptions {
  /** `needed`: a flow of one round that computes nothing carries no state, and answers count without it. */
  readonly seal?: "always" | "needed";
  /** Digest of what the specification requires; a flow begun under another one has its answers judged again. */
  readonly specDigest?: string;
  /** Sees to it that the end of a flow happens at most once, however often its last state is sent. */
  readonly once?: RunOnce;
  /** Seconds that the author's functions may take in one round of a call. */
  readonly timeout?: number;
  /** Scopes that an access token must have. */
  readonly scopes?: readonly string[];
}

/** A call whose arguments are good and whose state, if one came, was minted here for it. */
export interface OpenCall<Args, Failure, Declaration extends FlowOptions = FlowOptions> {
  readonly done: false;
  readonly args: Args;
  readonly flow: Flow;
  readonly context: CallContext;
  /** What the runtime keeps about the call; generated code has no use for it. */
  readonly run: CallRun<Failure, Declaration>;
}

/** A call that has its answer already. */
export interface ClosedCall<Result> {
  readonly done: true;
  readonly result: Result;
}

export interface CallRun<Failure, Declaration extends FlowOptions = FlowOptions> {
  readonly service: Service<unknown>;
  readonly exchange: Exchange;
  readonly call: CallIdentity;
  readonly declaration: Declaration;
  readonly failing: Failing<Failure>;
  readonly flow: Flow;
  /** When the flow's first round was asked. */
  readonly started: number;
  /** When this request came. */
  readonly begun: number;
  /** `undefined` when the round may take any time. */
  readonly deadline: Deadline | undefined;
  /** What the state says that came back, without which answers do not count; `undefined` in the first round. */
  readonly resumed: Resumed | undefined;
}

/** What a flow remembers of its rounds before. */
export interface Resumed {
  /** When the questions of the round before went out. */
  readonly asked: number;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly manual: unknown;
  /** True when the questions were specified otherwise when the state was minted. */
  readonly respecified: boolean;
}

/** Which call this is; what a state is bound to. */
export interface CallIdentity {
  readonly method: "tools/call" | "prompts/get" | "resources/read";
  readonly target: string;
  /** The arguments as received: before defaults, with whatever the schema does not know. */
  readonly received: object | undefined;
}

/** Why a call ends without its author's function, for programs: the text beside it is for a model. */
export interface RefusedFor {
  readonly reason: RefusalReason;
  readonly input?: string;
  /** The text is the author's own. */
  readonly authored?: true;
  /** Of the arguments. */
  readonly problems?: readonly Problem[];
}

/**
 * Starts or resumes a call: opens the state if one came.
 *
 * @throws the frozen -32602 for any state that was not minted here, now, for this call and caller.
 */
export function beginCall<Failure, Declaration extends FlowOptions>(
  service: Service<unknown>,
  exchange: Exchange,
  call: CallIdentity,
  declaration: Declaration,
  failing: Failing<Failure>,
): MaybePromise<CallRun<Failure, Declaration>> {
  requireScopes(declaration, service, exchange.context, call);
  const token: unknown = exchange.context.mcpReq.requestState();
  const begun = service.sealing.now();
  if (token !== undefined) return resumeCall(service, exchange, call, declaration, failing, begun, token);
  const flow = new NewFlow();
  service.leg?.follow(flow, undefined);
  const deadline = deadlineOf(declaration, exchange);
  return { service, exchange, call, declaration, failing, flow, started: begun, begun, deadline, resumed: undefined };
}

async function resumeCall<Failure, Declaration extends FlowOptions>(
  service: Service<unknown>,
  exchange: Exchange,
  call: CallIdentity,
  declaration: Declaration,
  failing: Failing<Failure>,
  begun: number,
  token: unknown,
): Promise<CallRun<Failure, Declaration>> {
  const opened = await openForCall(service, exchange, call, token);
  const inner = service.progress.read(opened.state);
  const flow = { id: opened.flow, round: opened.round };
  service.leg?.follow(flow, opened.trace);
  const resumed = {
    asked: opened.issued,
    entries: named(inner.entries, service.keyPrefix),
    manual: inner.manual,
    respecified: opened.spec !== declaration.specDigest,
  };
  const deadline = deadlineOf(declaration, exchange);
  return { service, exchange, call, declaration, failing, flow, started: opened.started, begun, deadline, resumed };
}

/**
 * Checks a state that came with a call that will not be served, such as one to an unknown name: junk is refused as such
 * wherever it turns up.
 */
export async function checkStrayState(
  service: Service<unknown>,
  exchange: Exchange,
  call: CallIdentity,
): Promise<void> {
  const token: unknown = exchange.context.mcpReq.requestState();
  if (token !== undefined) await openForCall(service, exchange, call, token);
}

function deadlineOf({ timeout }: FlowOptions, exchange: Exchange): Deadline | undefined {
  if (timeout === undefined) return undefined;
  const deadline = deadlineIn(timeout);
  exchange.answered = deadline.end;
  return deadline;
}

async function openForCall(service: Service<unknown>, exchange: Exchange, call: CallIdentity, token: unknown) {
  const { sealing, principal, log } = service;
  try {
    if (typeof token !== "string") throw new InvalidToken("not a text");
    const caller = await callerOf(principal, exchange.context);
    if (caller === undefined && principal.kind === "required") throw new InvalidToken("no principal");
    return await openState(sealing, bindingOf(sealing, call, caller), token);
  } catch (error) {
    log({
      event: "state_refused",
      level: "warn",
      method: call.method,
      target: call.target,
      reason: error instanceof InvalidToken ? error.message : "check failed",
      ...(error instanceof RefusedState && { flow: error.flow }),
      ...(error instanceof InvalidToken ? error.cause !== undefined && { error: error.cause } : { error }),
    });
    throw invalidRequestState();
  }
}

/**
 * Seals what the flow remembers, for its next round.
 *
 * @throws -32603 when sealing fails, for whatever cause, and when the state is larger than it may be; then the message names the
 * biggest input.
 */
export async function sealCall(
  run: CallRun<unknown>,
  entries: ReadonlyMap<string, Entry>,
  manual: unknown,
): Promise<string> {
  const { service, exchange, call } = run;
  const { sealing, principal, progress, keyPrefix } = service;
  let token: string;
  try {
    const caller = await callerOf(principal, exchange.context);
    if (caller === undefined && principal.kind === "required") {
      throw wireError(ProtocolErrorCode.InvalidRequest, "This request needs an access token");
    }
    const flow = {
      flow: run.flow.id,
      round: run.flow.round + 1,
      started: run.started,
      spec: run.declaration.specDigest,
      trace: service.leg?.trace(),
    };
    const inner = progress.write(keyed(entries, keyPrefix), manual);
    const sealed = sealState(sealing, bindingOf(sealing, call, caller), flow, inner);
    token = typeof sealed === "string" ? sealed : await sealed;
  } catch (error) {
    if (isWireError(error)) throw error;
    report(service, call, "seal", error, run.flow.id);
    throw internalError();
  }
  if (token.length > sealing.maxStateBytes) {
    const input = biggestEntry(entries);
    service.log({ event: "state_too_large", ...aboutFlow(run), level: "error", input, characters: token.length });
    // The state of a flow by hand is the author's own, and has no inputs.
    const biggest = entries.size === 0 ? "" : `; the biggest input is ${JSON.stringify(input)}`;
    throw wireError(
      ProtocolErrorCode.InternalError,
      `The state of this call has ${token.length} characters, and ${sealing.maxStateBytes} are allowed${biggest}`,
    );
  }
  return token;
}

function bindingOf({ envelope }: Sealing, call: CallIdentity, principal: string | undefined): Binding {
  let argumentsDigest: string;
  try {
    argumentsDigest = envelope.digestArguments(call.received);
  } catch {
    throw invalidParams("The arguments are nested too deeply");
  }
  return { method: call.method, target: call.target, argumentsDigest, principal };
}

function biggestEntry(entries: ReadonlyMap<string, Entry>): string {
  let biggest = "";
  let size = -1;
  for (const [name, entry] of entries) {
    const length = JSON.stringify(entry).length;
    if (length > size) [biggest, size] = [name, length];
  }
  return biggest;
}

/** The open call that generated code works with. */
export function openCall<Args, Failure, Declaration extends FlowOptions>(
  args: Args,
  run: CallRun<Failure, Declaration>,
): OpenCall<Args, Failure, Declaration> {
  return { done: false, args, flow: run.flow, context: callContext(run.exchange, run.deadline?.signal), run };
}

// Most calls are answered at once and nobody reads their id; drawing it would be a tenth of what we add to them.
class NewFlow implements Flow {
  readonly round = 0;
  #id: string | undefined;

  get id(): string {
    this.#id ??= randomBytes(16).toString("base64url");
    return this.#id;
  }
}

export type Settled<Inputs, Failure> =
  | { readonly done: false; readonly inputs: Inputs }
  | { readonly done: true; readonly result: InputRequiredResult | Failure };
