import type { JSONRPCMessage, JSONRPCResultResponse, Transport } from "@modelcontextprotocol/client";
import { isObject, own } from "../json/plain-object.js";
import { ownValue } from "./own-value.js";

/** Marks the answer that {@link watchTransport} gives in place of a server that can give none any more. */
export const streamEnded: unique symbol = Symbol("parley.streamEnded");

/** Marks the answer in place of one whose result is none: the SDK drops that, and would wait on. */
export const noResult: unique symbol = Symbol("parley.noResult");

/** What is wrong with rounds that the SDK makes something else of, by the `inputRequests` that it passes on. */
const problems = new WeakMap<object, string>();

/**
 * What is wrong with a round, to be read after the name of the tool: a state that cannot be sent back, which the SDK leaves out, or
 * questions that are none, in whose place it puts a round without any.
 */
export function roundProblem(inputRequests: object): string | undefined {
  return problems.get(inputRequests);
}

/**
 * Looks at the messages of a connected transport for what the SDK does not pass on: a state that is no text, questions or a result
 * that are no object, and the end of the stream that a request waits on (Streamable HTTP), after which no answer can come. The SDK has tried to take the stream
 * up again by then, where the server lets it.
 */
export function watchTransport(transport: Transport): void {
  const waiting = new Set<unknown>();
  const receive = transport.onmessage;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports are no event targets
  transport.onmessage = (message, extra) => {
    if (!("method" in message)) waiting.delete(message.id);
    receive?.("result" in message ? withReadableResult(message) : message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message) || !("id" in message) || options?.onRequestStreamEnd !== undefined) {
      if ("method" in message && message.method === "notifications/cancelled") {
        waiting.delete(ownValue(message.params, "requestId"));
      }
      return send(message, options);
    }
    const { id } = message;
    waiting.add(id);
    const forget = (): boolean => waiting.delete(id);
    // Who gives a stream up is not told of its end.
    options?.requestSignal?.addEventListener("abort", forget);
    const onRequestStreamEnd = (): void => {
      if (!forget()) return;
      const error = { code: -32000, message: "The stream has ended", data: streamEnded };
      receive?.({ jsonrpc: "2.0", id, error });
    };
    const sent = send(message, { ...options, onRequestStreamEnd });
    sent.catch(forget);
    return sent;
  };
}

function withReadableResult(message: JSONRPCResultResponse): JSONRPCMessage {
  const { id } = message;
  const result: unknown = message.result;
  if (!isObject(result)) {
    return { jsonrpc: "2.0", id, error: { code: -32603, message: "The result is no object", data: noResult } };
  }
  const inputRequests = own(result, "inputRequests");
  if (!isObject(inputRequests)) {
    if (inputRequests === undefined || own(result, "resultType") !== "input_required") return message;
    const none = {};
    problems.set(none, "asks with inputRequests that are no object");
    return { ...message, result: { ...result, inputRequests: none } };
  }
  // An explicit `null` counts as absent.
  const state = own(result, "requestState") ?? "";
  if (typeof state !== "string") problems.set(inputRequests, "asks with a requestState that is no text");
  return message;
}
