import type { CompleteRequest, CompleteResult } from "@modelcontextprotocol/server";
import type { MaybePromise } from "../sealing/codec.js";
import { internalError, invalidParams, isWireError, RequestError, unsendable, wireError } from "./errors.js";
import { callContext, type CallContext, type Exchange } from "./exchange.js";
import type { Service } from "./service.js";

/** The completion of one argument of a prompt, or of one variable of a resource template. */
export interface Completion<Handlers> {
  readonly ref: "prompt" | "resource";
  /** Name of the prompt, or the template. */
  readonly name: string;
  readonly argument: string;
  readonly complete:
    | readonly string[]
    | ((handlers: Handlers, call: CompletionCall) => MaybePromise<readonly string[]>);
}

/** What a completion function is called with. */
export interface CompletionCall {
  /** What has been typed so far. */
  readonly value: string;
  /** Arguments that are filled in already. */
  readonly arguments: { readonly [name: string]: string };
  readonly context: CallContext;
}

/** Most values that one answer may hold (MCP 2026-07-28, completion). */
const mostValues = 100;

/** Serves `completion/complete` for the completions that were specified. */
export function completionHandler<Handlers>(
  service: Service<Handlers>,
  completions: readonly Completion<Handlers>[],
  known: (ref: "prompt" | "resource", name: string) => boolean,
): (request: CompleteRequest, exchange: Exchange) => Promise<CompleteResult> {
  const table = new Map(completions.map((entry) => [keyOf(entry.ref, entry.name, entry.argument), entry.complete]));
  return async (request, exchange) => {
    const { ref, argument, context } = request.params;
    const [kind, name] = ref.type === "ref/prompt" ? (["prompt", ref.name] as const) : (["resource", ref.uri] as const);
    if (!known(kind, name)) throw invalidParams(`Unknown ${kind}: ${name}`);
    const complete = table.get(keyOf(kind, name, argument.name));
    if (complete === undefined) return { completion: { values: [] } };
    if (typeof complete !== "function") return answer(complete.filter(startingWith(argument.value)));
    try {
      const call = { value: argument.value, arguments: context?.arguments ?? {}, context: callContext(exchange) };
      return answer(await complete(service.handlers, call));
    } catch (error) {
      const problem = unsendable(error);
      if (problem === undefined) {
        if (error instanceof RequestError) throw wireError(error.code, error.message, error.data);
        if (isWireError(error)) throw error;
      }
      const cause = problem === undefined ? error : new TypeError(problem, { cause: error });
      const where = `completion ${argument.name}`;
      const method = "completion/complete";
      service.log({ event: "failed", level: "error", method, target: name, where, error: cause });
      throw internalError();
    }
  };
}

/** @throws {TypeError} for what is no list of texts; the SDK would tell the client about it at length. */
function answer(values: readonly string[]): CompleteResult {
  const given: unknown = values;
  if (!Array.isArray(given) || !given.every((value) => typeof value === "string")) {
    throw new TypeError("The completion returned no list of texts");
  }
  return {
    completion: { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues },
  };
}

function startingWith(typed: string): (value: string) => boolean {
  const start = typed.toLowerCase();
  return (value) => value.toLowerCase().startsWith(start);
}

function keyOf(ref: string, name: string, argument: string): string {
  return JSON.stringify([ref, name, argument]);
}
