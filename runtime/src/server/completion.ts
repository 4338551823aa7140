import { type CompleteResult, ProtocolError } from "@modelcontextprotocol/server";
import type { MaybePromise } from "../json/thenable.js";
import { internalError, invalidParams, reportable, sendable } from "./errors.js";
import { callContext, type CallContext } from "./exchange.js";
import { report } from "./failing.js";
import { completionParams } from "./request-params.js";
import { uriOf } from "./resource-table.js";
import { requireScopes } from "./scopes.js";
import { type Declaration, exchangeOf, type ServedPart } from "./served-part.js";

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

/** Answers `completion/complete` for what was specified. */
export function completionRequests<Handlers>(completions: readonly Completion<Handlers>[]): ServedPart<Handlers> {
  const table = new Map(completions.map((entry) => [keyOf(entry.ref, entry.name, entry.argument), entry.complete]));
  return {
    declarations: [],
    prepare: (service, { declarations }) => {
      const known = new Map(declarations.map((declaration) => [referenceTo(declaration), declaration]));
      return (server) => {
        server.setRequestHandler("completion/complete", { params: completionParams }, async (params, context) => {
          const { ref, argument } = params;
          const [kind, name] =
            ref.type === "ref/prompt" ? (["prompt", ref.name] as const) : (["resource", ref.uri] as const);
          const declaration = known.get(`${kind} ${name}`);
          if (declaration === undefined) throw invalidParams(`Unknown ${kind}: ${name}`);
          const call = { method: "completion/complete", target: name };
          requireScopes(declaration, service, context, call);
          const complete = table.get(keyOf(kind, name, argument.name));
          if (complete === undefined) return { completion: { values: [] } };
          if (typeof complete !== "function") return answer(complete.filter(startingWith(argument.value)));
          try {
            const values = await complete(service.handlers, {
              value: argument.value,
              arguments: params.context?.arguments ?? {},
              context: callContext(exchangeOf(service, server, context)),
            });
            return answer(values);
          } catch (error) {
            const told = sendable(error);
            if (told instanceof ProtocolError) throw told;
            report(service, call, `completion ${argument.name}`, reportable(error));
            throw internalError();
          }
        });
      };
    },
  };
}

function referenceTo(declaration: Declaration): string {
  switch (declaration.kind) {
    case "resource":
    case "resourceTemplate":
      return `resource ${uriOf(declaration)}`;
    case "prompt":
    case "tool":
      return `${declaration.kind} ${declaration.listed.name}`;
  }
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
