import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { streamEnded, watchTransport } from "../../runtime/src/client/watch-transport.js";

/** A watched transport that sends nothing, what it received, and how it was told to send. */
function watched(send: () => Promise<void> = async () => {}) {
  const received: JSONRPCMessage[] = [];
  const given: TransportSendOptions[] = [];
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    onmessage: (message) => void received.push(message),
    send: (_message, options) => {
      given.push(options ?? {});
      return send();
    },
  };
  watchTransport(transport);
  return { transport, received, endStream: () => given[0]?.onRequestStreamEnd?.() };
}

const request: JSONRPCMessage = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "t" } };
const result: JSONRPCMessage = { jsonrpc: "2.0", id: 7, result: {} };

it("answers a request whose stream has ended", async () => {
  const { transport, received, endStream } = watched();
  await transport.send(request);
  endStream();
  endStream();
  expect(received).toEqual([expect.objectContaining({ id: 7, error: expect.objectContaining({ data: streamEnded }) })]);
});

// What nobody waits for any more is not remembered either: a client on stdio, which has no streams, lives for weeks.
it("does not answer a request that has its result", async () => {
  const { transport, received, endStream } = watched();
  await transport.send(request);
  transport.onmessage?.(result);
  endStream();
  expect(received).toEqual([result]);
});

it("does not answer a request that was cancelled", async () => {
  const { transport, received, endStream } = watched();
  await transport.send(request);
  await transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
  endStream();
  expect(received).toEqual([]);
});

it("answers a request when another was cancelled", async () => {
  const { transport, received, endStream } = watched();
  await transport.send(request);
  await transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 6 } });
  endStream();
  expect(received).toMatchObject([{ id: 7 }]);
});

it("does not answer a request whose stream was given up", async () => {
  const { transport, received, endStream } = watched();
  const given = new AbortController();
  await transport.send(request, { requestSignal: given.signal });
  given.abort();
  endStream();
  expect(received).toEqual([]);
});

it("does not answer a request that could not be sent, which fails for itself", async () => {
  const { transport, received, endStream } = watched(() => Promise.reject(new Error("the pipe is closed")));
  await expect(transport.send(request)).rejects.toThrow("the pipe is closed");
  endStream();
  expect(received).toEqual([]);
});
