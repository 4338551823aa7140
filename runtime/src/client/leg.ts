import type {
  CallToolResult,
  GetPromptResult,
  InputResponse,
  Progress,
  ReadResourceResult,
  RequestOptions,
  Tool,
} from "@modelcontextprotocol/client";
import { isInputRequiredResult, LOG_LEVEL_META_KEY, ProtocolError } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import { CallError } from "./call-error.js";
import type { CallInFlight, Connection } from "./connection.js";
import { contained } from "./contained.js";
import { defined } from "./defined.js";
import { race, toError } from "./interrupt.js";
import type { SavedCall } from "./saved-call.js";
import { saveCall } from "./saved-call.js";
import { hadBadState, streamEnded } from "./watch-transport.js";

/** The params of a call that stay the same on every leg; never changed once made. */
export type CallParams =
  | { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> }
  | { readonly uri: string };

/** What a retry adds to them. */
export interface RetryParams {
  readonly inputResponses?: Readonly<Record<string, InputResponse>>;
  readonly requestState?: string;
}

/** A leg's outcome: the result of the call, or where it stands. */
export type Reply<Result> =
  | { readonly done: true; readonly result: Result }
  | { readonly done: false; readonly saved: SavedCall };

/** The result of each kind of primitive. */
export interface RawResults {
  readonly tool: CallToolResult;
  readonly prompt: GetPromptResult;
  readonly resource: ReadResourceResult;
}

/** Rounds that a call may take unless it says otherwise; the SDKs' own limit. */
const defaultMaxRounds = 10;

/**
 * Sends one request of a call, under a fresh id. The answers of earlier rounds are not repeated: `inputResponses` is
 * replaced every round, and `requestState` is left out when the server sent none (MCP 2026-07-28, basic/patterns/mrtr).
 *
 * @throws {CallError} `too-many-rounds`, with the saved call, so that no answer given so far is lost.
 */
export async function sendLeg<Kind extends keyof RawResults>(
  connection: Connection,
  call: CallInFlight,
  retry: RetryParams,
): Promise<Reply<RawResults[Kind]>> {
  const { declaration } = call;
  const { keys } = connection.contract;
  const { inputResponses } = retry;
  const sent = {
    ...call.params,
    ...retry,
    ...defined({
      inputResponses: inputResponses && keys ? keys.toKeys(declaration, inputResponses) : inputResponses,
      _meta: metaOf(connection, call),
    }),
  };
  const result: unknown = await race(request(connection, call, sent), call.interrupt.signal).catch((error: unknown) => {
    throw toError(call.failure === undefined ? disconnection(call, error) : call.failure.error);
  });
  if (call.failure !== undefined) throw toError(call.failure.error);
  // The SDK has parsed it by the schema of the method.
  if (!isInputRequiredResult(result)) return { done: true, result: trusted<RawResults[Kind]>(result) };
  const { inputRequests = {}, requestState } = result;
  if (hadBadState(inputRequests)) {
    throw new CallError("invalid-question", `${targetOf(call)} asks with a requestState that is no text`);
  }
  call.round += 1;
  const saved = saveCall(call, keys?.toNames(declaration, inputRequests) ?? inputRequests, requestState);
  checkRounds(connection, call, 1, saved);
  return { done: false, saved };
}

/**
 * Ends a call that is asked more often than it allows.
 *
 * @param pushes - how many pushes of a 2025-era server may be a round: counted are those.
 * @throws {CallError} `too-many-rounds`.
 */
export function checkRounds(connection: Connection, call: CallInFlight, pushes: number, saved?: SavedCall): void {
  const most = call.options.maxRounds ?? connection.options.maxRounds ?? defaultMaxRounds;
  if (call.round > most * (pushes || 1))
    throw new CallError("too-many-rounds", `${targetOf(call)} has asked for more than ${most} rounds`, { saved });
}

/** What a request failed with, in our words where its stream has ended. */
function disconnection(call: CallInFlight, error: unknown): unknown {
  if (!(error instanceof ProtocolError) || error.data !== streamEnded) return error;
  return new CallError(
    "disconnected",
    `The stream of ${targetOf(call)} ended before its result; the server may have done what it was asked`,
  );
}

/** Name of the tool or prompt, or the URI of the resource. */
export function targetOf({ params }: Pick<CallInFlight, "params">): string {
  return "uri" in params ? params.uri : params.name;
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
  const { onerror } = connection.client;
  // A 2025-era server asks in the middle of the request, where a person's thinking would count against the time-out
  // of the request: only signal and deadline end such a call, unless the caller set a time-out for it.
  const patient = connection.era() === "legacy" && Object.keys(call.declaration.questions).length > 0;
  return {
    allowInputRequired: true,
    signal: call.interrupt.wire,
    ...defined({
      timeout: timeout ?? (patient ? 2 ** 31 - 1 : undefined),
      onprogress:
        onProgress &&
        ((progress: Progress) =>
          void contained(
            () => onProgress(progress),
            (error) => onerror?.(error),
          )),
    }),
  };
}

function metaOf(connection: Connection, call: CallInFlight): Record<string, unknown> | undefined {
  const level = call.options.logLevel ?? connection.options.logLevel;
  const meta = {
    ...(connection.era() === "modern" ? defined({ [LOG_LEVEL_META_KEY]: level }) : {}),
    ...call.options.meta,
  };
  return Object.keys(meta).length > 0 ? meta : undefined;
}
