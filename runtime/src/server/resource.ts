import type {
  InputRequiredResult,
  ReadResourceRequest,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { isSpecType } from "@modelcontextprotocol/server";
import { jsonProblem } from "../json/json-problem.js";
import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { MaybePromise } from "../json/thenable.js";
import { conclude } from "./conclude.js";
import type { Exchange } from "./exchange.js";
import { failingRequest } from "./failing.js";
import type { CallIdentity } from "./call.js";
import type { CallRun, FlowOptions, OpenCall } from "./call-run.js";
import { beginCall, openCall } from "./open-call.js";
import type { Service } from "./service.js";

/** How long a client may keep a result (MCP 2026-07-28, caching). */
export interface CacheHint {
  readonly ttlMs?: number;
  readonly cacheScope?: "public" | "private";
}

/** A resource with one URI. */
export interface StaticResourceDeclaration extends FlowOptions {
  readonly kind: "resource";
  /** As `resources/list` shows it. */
  readonly listed: Resource;
  readonly cacheHint?: CacheHint;
}

/** Resources whose URIs follow a template (RFC 6570). */
export interface ResourceTemplateDeclaration extends FlowOptions {
  readonly kind: "resourceTemplate";
  /** As `resources/templates/list` shows it. */
  readonly listed: ResourceTemplateType;
  readonly cacheHint?: CacheHint;
}

export type ResourceDeclaration = StaticResourceDeclaration | ResourceTemplateDeclaration;

/** A request for a resource whose state, if one came, is good. */
export type OpenResourceCall<Args> = OpenCall<Args, never, ResourceDeclaration>;

/** The variables of a template, as the URI has them. */
export type ResourceVariables = { readonly [name: string]: string | readonly string[] };

/** What a resource's author returns: text, bytes, or the whole result. */
export type ResourceContent = string | Uint8Array | ReadResourceResult;

/** A generated function that serves one resource or template. */
export type ResourceRead<Handlers> = (
  service: Service<Handlers>,
  request: ReadResourceRequest,
  exchange: Exchange,
  variables: ResourceVariables,
) => Promise<ReadResourceResult | InputRequiredResult>;

/**
 * Opens a request for a resource: checks the state if one came. The URI is the only thing that a state is bound to, since the
 * variables come from it.
 *
 * @throws the frozen -32602 for a state that was not minted for this request.
 */
export function openResource<Args>(
  service: Service<unknown>,
  resource: ResourceDeclaration,
  request: ReadResourceRequest,
  exchange: Exchange,
  variables: ResourceVariables,
): MaybePromise<OpenResourceCall<Args>> {
  const call: CallIdentity = { method: "resources/read", target: request.params.uri, received: undefined };
  const begun = beginCall(service, exchange, call, resource, failingRequest);
  const open = (run: CallRun<never, ResourceDeclaration>) => openCall(trusted<Args>(variables), run);
  return begun instanceof Promise ? begun.then(open) : open(begun);
}

/** Runs the author's function, or takes the declared content, and makes its value the result. */
export function completeResource(
  call: OpenResourceCall<unknown>,
  handler: () => MaybePromise<ResourceContent>,
): MaybePromise<ReadResourceResult> {
  return conclude<never, ReadResourceResult, ResourceDeclaration>(call.run, handler, (run, returned) => {
    const { listed, cacheHint } = run.declaration;
    const result = asResult(returned, run.call.target, listed.mimeType);
    if (!isObject(result) || !isSpecType.ReadResourceResult(result) || jsonProblem(result) !== undefined) {
      return run.failing.crash(run, new TypeError("The handler returned no resource"), "handler");
    }
    const hint = cacheHint !== undefined && wasAnswered(run) ? uncached : cacheHint;
    return hint === undefined ? result : { ...hint, ...result };
  });
}

// What somebody's answers led to is theirs, and the next read may be answered otherwise.
const uncached: CacheHint = { ttlMs: 0, cacheScope: "private" };

function wasAnswered(run: CallRun<never, ResourceDeclaration>): boolean {
  // With `seal: needed` answers come without a state.
  return run.resumed !== undefined || Object.keys(run.exchange.context.mcpReq.inputResponses ?? {}).length > 0;
}

function asResult(returned: unknown, uri: string, mimeType: string | undefined): unknown {
  const described = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (typeof returned === "string") return { contents: [{ ...described, text: returned }] };
  if (returned instanceof Uint8Array) return { contents: [{ ...described, blob: base64(returned) }] };
  return returned;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
