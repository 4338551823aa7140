import type { Transport } from "@modelcontextprotocol/client";
import { isObject } from "../json/plain-object.js";
import { ownValue } from "./own-value.js";

/** Marks the answer that {@link watchTransport} gives in place of a server that can give none any more. */
export const streamEnded: unique symbol = Symbol("parley.streamEnded");

/** The `inputRequests` of rounds whose `requestState` was there and no text. */
const withBadState = new WeakSet<object>();

/** Whether a round came with a state that cannot be sent back. The SDK leaves it out, as if there had been none. */
export function hadBadState(inputRequests: object): boolean {
  return withBadState.has(inputRequests);
}

/**
 * Looks at the messages of a connected transport for what the SDK does not pass on: a state that is no text, and the end of
 * the stream that a request waits on (Streamable HTTP), after which no answer can come. The SDK has tried to take the stream
 * up again by then, where the server lets it.
 */
export function watchTransport(transport: Transport): void {
  const waiting = new Set<unknown>();
  const receive = transport.onmessage;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports are no event targets
  transport.onmessage = (message, extra) => {
    if (!("method" in message)) waiting.delete(message.id);
    if ("result" in message) noteState(message.result);
    receive?.(message, extra);
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

function noteState(result: unknown): void {
  const inputRequests = ownValue(result, "inputRequests");
  // An explicit `null` counts as absent.
  const state = ownValue(result, "requestState") ?? "";
  if (typeof state !== "string" && isObject(inputRequests)) withBadState.add(inputRequests);
}
