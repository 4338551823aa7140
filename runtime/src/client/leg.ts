import type { Progress, RequestOptions, Tool } from "@modelcontextprotocol/client";
import { isInputRequiredResult, LOG_LEVEL_META_KEY, ProtocolError } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import { CallError } from "./call-error.js";
import { type CallParams, type RetryParams, targetOf } from "./call-params.js";
import type { CallInFlight } from "./connection.js";
import { contained } from "./contained.js";
import { defined } from "./defined.js";
import { longestTimer, race } from "./interrupt.js";
import type { SavedCall } from "./saved-call.js";
import { methodOf, saveCall } from "./saved-call.js";
import { hadBadState, noResult, streamEnded } from "./watch-transport.js";

/** A leg's outcome: the result of the call, or where it stands. */
export type Reply<Raw> = { readonly result: Raw } | { readonly saved: SavedCall };

/** Rounds that a call may take unless it says otherwise; the SDKs' own limit. */
const defaultMaxRounds = 10;

/**
 * Sends one request of a call, under a fresh id. The answers of earlier rounds are not repeated: `inputResponses` is
 * replaced every round, and `requestState` is left out when the server sent none (MCP 2026-07-28, basic/patterns/mrtr).
 *
 * @throws {CallError} `too-many-rounds`, with the saved call, so that no answer given so far is lost.
 */
export async function sendLeg<Raw>(call: CallInFlight, retry: RetryParams): Promise<Reply<Raw>> {
  const { connection, declaration, params, interrupt } = call;
  const { inputResponses } = retry;
  // Where the server calls its questions by other keys on the wire than by their names.
  const { keys } = connection.contract;
  const sent = {
    ...params,
    ...retry,
    ...(inputResponses && { inputResponses: keys?.toKeys(declaration, inputResponses) ?? inputResponses }),
    _meta: metaOf(call),
  };
  const result = await race(request(call, sent), interrupt.signal).catch((error: unknown) => {
    throw call.failure ?? failureOf(call, error);
  });
  if (call.failure !== undefined) throw call.failure;
  // The SDK has parsed it by the schema of the method.
  if (!isInputRequiredResult(result)) return { result: trusted<Raw>(result) };
  const { inputRequests = {}, requestState } = result;
  if (hadBadState(inputRequests)) {
    throw new CallError("invalid-question", `${targetOf(call)} asks with a requestState that is no text`);
  }
  call.round += 1;
  const saved = saveCall(call, keys?.toNames(declaration, inputRequests) ?? inputRequests, requestState);
  checkRounds(call, 1, saved);
  return { saved };
}

/**
 * Ends a call that is asked more often than it allows.
 *
 * @param asksARound - how often the server asks in one round of the declaration: a 2025-era server, which pushes each question
 *   alone, as often as there are questions. `call.round` counts how often it has asked.
 * @throws {CallError} `too-many-rounds`.
 */
export function checkRounds(call: CallInFlight, asksARound: number, saved?: SavedCall): void {
  const most = call.options.maxRounds ?? call.connection.options.maxRounds ?? defaultMaxRounds;
  if (call.round > most * asksARound)
    throw new CallError("too-many-rounds", `${targetOf(call)} has asked for more than ${most} rounds`, { saved });
}

/** What a call fails with where an error came for it, which may be one that was put in place of what the server sent. */
function failureOf(call: CallInFlight, error: unknown): unknown {
  const data = error instanceof ProtocolError && error.data;
  if (data === noResult) return new CallError("invalid-result", `The result of ${targetOf(call)} is no object`);
  if (data !== streamEnded) return error;
  return new CallError(
    "disconnected",
    `The stream of ${targetOf(call)} ended before its result; the server may have done what it was asked`,
  );
}

function request(call: CallInFlight, params: CallParams & RetryParams): Promise<unknown> {
  const { client } = call.connection;
  const { declaration } = call;
  const options = requestOptions(call);
  // Not by `getPrompt` and `readResource`: the SDK's cache would keep the questions and serve them to the retry.
  if (declaration.kind !== "tool")
    return client.request({ method: methodOf(declaration), params: { ...params } }, options);
  // With the definition at hand the SDK mirrors `x-mcp-header` arguments into headers. The output schema is withheld:
  // the SDK would hold a round's questions against it. The result is checked here instead.
  const { name } = declaration;
  const toolDefinition: Tool = { name, inputSchema: trusted<Tool["inputSchema"]>(declaration.inputSchema) };
  return client.callTool({ ...params, name }, { ...options, toolDefinition });
}

function requestOptions(call: CallInFlight): RequestOptions {
  const { connection, declaration, interrupt, options } = call;
  const { onProgress } = options;
  // A 2025-era server asks in the middle of the request, where a person's thinking would count against the time-out
  // of the request: only signal and deadline end such a call, unless the caller set a time-out for it.
  const patient = connection.era() === "legacy" && Object.keys(declaration.questions).length > 0;
  return {
    allowInputRequired: true,
    signal: interrupt.wire,
    ...defined({
      timeout: options.timeout ?? connection.options.timeout ?? (patient ? longestTimer : undefined),
      onprogress: onProgress && ((progress: Progress) => void contained(connection.client, () => onProgress(progress))),
    }),
  };
}

/** On 2026-07-28 every request asks for log messages itself; before, it was done once for the connection. */
function metaOf({ connection, options }: CallInFlight): Record<string, unknown> {
  const level = options.logLevel ?? connection.options.logLevel;
  return { ...(connection.era() === "modern" && defined({ [LOG_LEVEL_META_KEY]: level })), ...options.meta };
}
