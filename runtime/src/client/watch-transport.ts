import type { JSONRPCMessage, JSONRPCResultResponse, Transport } from "@modelcontextprotocol/client";
import { isObject } from "../json/plain-object.js";
import { ownValue } from "./own-value.js";

/** Marks the answer that {@link watchTransport} gives in place of a server that can give none any more. */
export const streamEnded: unique symbol = Symbol("The stream has ended");

/** Marks the answer in place of one whose result is none: the SDK drops that, and would wait on. */
export const noResult: unique symbol = Symbol("The result is no object");

/** The `inputRequests` of rounds whose `requestState` was there and no text. */
const withBadState = new WeakSet<object>();

/** Whether a round came with a state that cannot be sent back. The SDK leaves it out, as if there had been none. */
export function hadBadState(inputRequests: object): boolean {
  return withBadState.has(inputRequests);
}

/**
 * Looks at the messages of a connected transport for what the SDK does not pass on: a state that is no text, questions or a result
 * that are no object, and the end of the stream that a request waits on (Streamable HTTP), after which no answer can come. The SDK
 * has tried to take the stream up again by then, where the server lets it.
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
      if (forget()) receive?.(failure(id, streamEnded));
    };
    const sent = send(message, { ...options, onRequestStreamEnd });
    sent.catch(forget);
    return sent;
  };
}

function failure(id: JSONRPCResultResponse["id"], data: symbol): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: -32000, message: data.description ?? "", data } };
}

function withReadableResult(message: JSONRPCResultResponse): JSONRPCMessage {
  const result: unknown = message.result;
  if (!isObject(result)) return failure(message.id, noResult);
  const { inputRequests = {}, requestState } = result;
  // The SDK would make a round without questions of it; this is one with a question that is none.
  if (!isObject(inputRequests)) return { ...message, result: { ...result, inputRequests: { "": inputRequests } } };
  // An explicit `null` counts as absent.
  if (typeof (requestState ?? "") !== "string") withBadState.add(inputRequests);
  return message;
}
