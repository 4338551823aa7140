import type { McpRequestContext, Server, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { type MaybePromise, whenDone } from "../json/thenable.js";
import type { CallIdentity } from "./call.js";
import { isWireError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { report, type Unasked } from "./failing.js";
import { checkStrayState } from "./open-call.js";
import type { PromptDeclaration } from "./prompt.js";
import { pushRounds } from "./push-rounds.js";
import type { ResourceDeclaration } from "./resource.js";
import type { Service } from "./service.js";
import { follow, legOf } from "./telemetry.js";
import type { ToolDeclaration } from "./tool.js";

export type Declaration = ToolDeclaration | PromptDeclaration | ResourceDeclaration;

/** One kind of request that a server answers. Generated code names those that it has, so that a bundle holds no others. */
export interface ServedPart<Handlers> {
  /** The primitives that it serves. */
  readonly declarations: readonly Declaration[];
  /**
   * The scopes that a request needs; `undefined` for requests of other parts.
   *
   * @param method - of a completion, the type of its reference.
   * @param target - name, URI or, of a reference, template.
   */
  scopesOf?(method: string, target: string): readonly string[] | undefined;
  /** Makes once what all servers share, and returns what is done to each of them. */
  prepare(service: Service<Handlers>, about: ServedTogether): Install;
}

/** The server that a part belongs to. */
export interface ServedTogether {
  readonly capabilities: ServerCapabilities;
  readonly declarations: readonly Declaration[];
}

/** Sets up one server; `context` is that of the connection or HTTP request that it is for. */
export type Install = (server: Server, context: McpRequestContext | undefined) => void;

/** Scopes by the name of tool or prompt. */
export function scopesByName(
  methods: readonly string[],
  declarations: readonly (ToolDeclaration | PromptDeclaration)[],
): (method: string, target: string) => readonly string[] | undefined {
  const scopes = new Map(declarations.map((declaration) => [declaration.listed.name, declaration.scopes]));
  return (method, target) => (methods.includes(method) ? scopes.get(target) : undefined);
}

export function exchangeOf(service: Service<unknown>, server: Server, context: ServerContext): Exchange {
  return { server, context, changes: service.changes };
}

/** The function of a primitive; `undefined` when nothing has the name that a request gives. */
export type Answer<Handlers, Result> =
  | ((service: Service<Handlers>, exchange: Exchange) => MaybePromise<Result>)
  | undefined;

/** How calls of one method end that are not answered by a function. */
export interface Endings<Result> extends Unasked<Result> {
  /** What is thrown for a target that there is not. */
  readonly unknown: (target: string) => Error;
}

/** Answers one call. Only what was written for the wire reaches it. */
export function answerCall<Handlers, Result>(
  service: Service<Handlers>,
  exchange: Exchange,
  call: CallIdentity,
  answer: Answer<Handlers, Result>,
  endings: Endings<Result>,
): MaybePromise<Result> {
  return exchange.context.mcpReq.envelope === undefined
    ? pushRounds(service, exchange, call, (round) => answerRound(service, round, call, answer, endings), endings)
    : answerRound(service, exchange, call, answer, endings);
}

/** Answers one round of a call, followed where somebody does. */
function answerRound<Handlers, Result>(
  service: Service<Handlers>,
  exchange: Exchange,
  call: CallIdentity,
  answer: Answer<Handlers, Result>,
  endings: Endings<Result>,
): MaybePromise<Result> {
  const { loading } = service.telemetry;
  if (loading !== undefined) return loading.then(() => answerRound(service, exchange, call, answer, endings));
  const leg = legOf(service, call, exchange.context);
  return leg === undefined
    ? answerOrEnd(service, exchange, call, answer, endings)
    : follow(service, leg, (followed) => answerOrEnd(followed, exchange, call, answer, endings));
}

function answerOrEnd<Handlers, Result>(
  service: Service<Handlers>,
  exchange: Exchange,
  call: CallIdentity,
  answer: Answer<Handlers, Result>,
  { unknown, crash }: Endings<Result>,
): MaybePromise<Result> {
  return whenDone(
    () => (answer === undefined ? refuseUnknown(service, exchange, call, unknown) : answer(service, exchange)),
    (result) => {
      exchange.answered?.();
      return result;
    },
    (error) => {
      exchange.answered?.();
      if (isWireError(error)) throw error;
      report(service, call, "call", error);
      return crash(call.target);
    },
  );
}

async function refuseUnknown(
  service: Service<unknown>,
  exchange: Exchange,
  call: CallIdentity,
  unknown: Endings<unknown>["unknown"],
): Promise<never> {
  await checkStrayState(service, exchange, call);
  throw unknown(call.target);
}
