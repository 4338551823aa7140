import type { MaybePromise } from "../json/thenable.js";
import { InvalidToken } from "../sealing/codec.js";
import { randomBytes } from "../sealing/random.js";
import { type Binding, openState, RefusedState, type Sealing } from "../sealing/request-state.js";
import type { CallIdentity, Flow } from "./call.js";
import type { CallRun, Failing, FlowOptions, OpenCall } from "./call-run.js";
import { callerOf } from "./caller.js";
import { type Deadline, deadlineIn } from "./deadline.js";
import { invalidParams, invalidRequestState } from "./errors.js";
import { callContext, type Exchange } from "./exchange.js";
import { requireScopes } from "./scopes.js";
import type { Service } from "./service.js";
import { named } from "./wire-keys.js";

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

/** What a state of this call is bound to. */
export function bindingOf({ envelope }: Sealing, call: CallIdentity, principal: string | undefined): Binding {
  let argumentsDigest: string;
  try {
    argumentsDigest = envelope.digestArguments(call.received);
  } catch {
    throw invalidParams("The arguments are nested too deeply");
  }
  return { method: call.method, target: call.target, argumentsDigest, principal };
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
