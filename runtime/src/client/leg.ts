import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  InputResponse,
  ReadResourceResult,
  RequestOptions,
  Tool,
} from "@modelcontextprotocol/client";
import { isInputRequiredResult, LOG_LEVEL_META_KEY } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import type { CallInFlight, Connection } from "./connection.js";
import { defined } from "./defined.js";
import { race, toError } from "./interrupt.js";
import { byKey, byName } from "./wire-keys.js";

/** The params of a call that stay the same on every leg; never changed once made. */
export type CallParams =
  | { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> }
  | { readonly uri: string };

/** What a retry adds to them. */
export interface RetryParams {
  readonly inputResponses?: Readonly<Record<string, InputResponse>>;
  readonly requestState?: string;
}

/** A leg's outcome, told apart by where it came from. */
export type Reply<Result> =
  | { readonly done: true; readonly result: Result }
  | { readonly done: false; readonly asked: InputRequiredResult };

/** The result of each kind of primitive. */
export interface RawResults {
  readonly tool: CallToolResult;
  readonly prompt: GetPromptResult;
  readonly resource: ReadResourceResult;
}

/**
 * Sends one request of a call, under a fresh id. The answers of earlier rounds are not repeated: `inputResponses` is
 * replaced every round, and `requestState` is left out when the server sent none (MCP 2026-07-28, basic/patterns/mrtr).
 */
export async function sendLeg<Kind extends keyof RawResults>(
  connection: Connection,
  call: CallInFlight,
  params: CallParams,
  retry: RetryParams,
): Promise<Reply<RawResults[Kind]>> {
  const meta = metaOf(connection, call);
  const { keyPrefix = "" } = connection.contract;
  const sent = { ...params, ...keyed(call, keyPrefix, retry), ...defined({ _meta: meta }) };
  const result: unknown = await race(request(connection, call, sent), call.interrupt.signal).catch((error: unknown) => {
    throw toError(call.failure === undefined ? error : call.failure.error);
  });
  if (call.failure !== undefined) throw toError(call.failure.error);
  if (isInputRequiredResult(result)) return { done: false, asked: named(call, keyPrefix, result) };
  // The SDK has parsed it by the schema of the method.
  return { done: true, result: trusted<RawResults[Kind]>(result) };
}

function keyed({ declaration }: CallInFlight, prefix: string, retry: RetryParams): RetryParams {
  const { inputResponses } = retry;
  if (prefix === "" || inputResponses === undefined) return retry;
  return { ...retry, inputResponses: byKey(declaration, prefix, inputResponses) };
}

function named({ declaration }: CallInFlight, prefix: string, asked: InputRequiredResult): InputRequiredResult {
  const { inputRequests } = asked;
  if (prefix === "" || inputRequests === undefined) return asked;
  return { ...asked, inputRequests: byName(declaration, prefix, inputRequests) };
}

function request(connection: Connection, call: CallInFlight, params: CallParams & RetryParams): Promise<unknown> {
  const { client } = connection;
  const { declaration } = call;
  const options = requestOptions(connection, call);
  if ("uri" in params) {
    // The SDK's cache would keep the questions and serve them to the retry.
    return client.readResource({ ...params }, { ...options, cacheMode: "bypass" });
  }
  if (declaration.kind !== "tool") return client.getPrompt(promptParams(params), options);
  // With the definition at hand the SDK mirrors `x-mcp-header` arguments into headers. The output schema is withheld:
  // the SDK would hold a round's questions against it. The result is checked here instead.
  const definition: Tool = { name: declaration.name, inputSchema: toolInput(declaration.inputSchema) };
  return client.callTool({ ...params }, { ...options, toolDefinition: definition });
}

function toolInput(schema: Readonly<Record<string, unknown>>): Tool["inputSchema"] {
  return { ...schema, type: "object" };
}

function promptParams(params: { readonly name: string }): { name: string } {
  return { ...params };
}

function requestOptions(connection: Connection, call: CallInFlight): RequestOptions {
  const timeout = call.options.timeout ?? connection.options.timeout;
  const { onProgress } = call.options;
  // A 2025-era server asks in the middle of the request, where a person's thinking would count against the time-out
  // of the request: only signal and deadline end such a call, unless the caller set a time-out for it.
  const patient = connection.era() === "legacy" && Object.keys(call.declaration.questions).length > 0;
  return {
    allowInputRequired: true,
    signal: call.interrupt.wire,
    ...defined({ timeout: timeout ?? (patient ? 2 ** 31 - 1 : undefined), onprogress: onProgress }),
  };
}

function metaOf(connection: Connection, call: CallInFlight): Record<string, unknown> | undefined {
  const level = call.options.logLevel ?? connection.options.logLevel;
  const opted = level !== undefined && connection.era() === "modern";
  if (!opted && call.options.meta === undefined) return undefined;
  return { ...(opted ? { [LOG_LEVEL_META_KEY]: level } : {}), ...call.options.meta };
}
