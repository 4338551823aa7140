import type { McpRequestContext, Server, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { isWireError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { report } from "./failing.js";
import { type CallIdentity, checkStrayState } from "./open-call.js";
import type { PromptDeclaration } from "./prompt.js";
import { pushRounds, type Unasked } from "./push-rounds.js";
import type { ResourceDeclaration } from "./resource.js";
import type { Service } from "./service.js";
import { followed } from "./telemetry.js";
import type { ToolDeclaration } from "./tool.js";

export type Declaration = ToolDeclaration | PromptDeclaration | ResourceDeclaration;

/** One kind of request that a server answers. Generated code names those that it has, so that a bundle holds no others. */
export interface ServedPart<Handlers> {
  /** The primitives that it serves. */
  readonly declarations: readonly Declaration[];
  /** The scopes that a request needs; `undefined` for requests of other parts. */
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
  ofMethod: CallIdentity["method"],
  declarations: readonly (ToolDeclaration | PromptDeclaration)[],
): (method: string, target: string) => readonly string[] | undefined {
  const scopes = new Map(declarations.map((declaration) => [declaration.listed.name, declaration.scopes]));
  return (method, target) => (method === ofMethod ? scopes.get(target) : undefined);
}

export function exchangeOf(service: Service<unknown>, server: Server, context: ServerContext): Exchange {
  return { server, context, changes: service.changes };
}

/** How a call is answered: by the function of its primitive, where there is one. */
export interface Answering<Handlers, Result> {
  readonly answer: ((service: Service<Handlers>, exchange: Exchange) => Promise<Result>) | undefined;
  /** What is thrown when there is none. */
  readonly unknown: () => Error;
  /** How a call ends that could not be asked to its end. */
  readonly refuse: Unasked<Result>["refuse"];
  /** What comes of an error that was not written for the wire: a result, or another error. */
  readonly crash: () => Result;
}

/** Answers one call. Only what was written for the wire reaches it. */
export function answerCall<Handlers, Result>(
  service: Service<Handlers>,
  server: Server,
  context: ServerContext,
  call: CallIdentity,
  answering: Answering<Handlers, Result>,
): Promise<Result> {
  const answer = (context: ServerContext): Promise<Result> => answerRound(service, server, context, call, answering);
  return context.mcpReq.envelope === undefined
    ? pushRounds(service, context, call, answer, answering)
    : answer(context);
}

/** Answers one round of a call, followed where somebody does. */
function answerRound<Handlers, Result>(
  service: Service<Handlers>,
  server: Server,
  context: ServerContext,
  call: CallIdentity,
  { answer, unknown, crash }: Answering<Handlers, Result>,
): Promise<Result> {
  return followed(service, call, context, async (service) => {
    const exchange = exchangeOf(service, server, context);
    try {
      if (answer !== undefined) return await answer(service, exchange);
      await checkStrayState(service, exchange, call);
    } catch (error) {
      if (isWireError(error)) throw error;
      report(service, call, "call", error);
      return crash();
    } finally {
      exchange.answered?.();
    }
    throw unknown();
  });
}
