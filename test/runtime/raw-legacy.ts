import { type AuthInfo, InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";
import type { ServerFactory } from "../../runtime/src/server/server-factory.js";
import { everything, type Wire } from "./connections.js";

/** What a 2025-era client says to a request of the server: a result or an error, right or wrong. */
export type Said = { readonly result: unknown } | { readonly error: object };

/** One message as it came. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
}

export interface RawLegacy {
  call(method: string, params: object): Promise<Omit<Wire, "status">>;
  /** Sends any other message: a late answer, a notification. */
  send(message: object): Promise<void>;
  /** The client gives the call up. */
  cancel(): Promise<void>;
  close(): Promise<void>;
  /** Requests and notifications of the server. */
  readonly pushed: readonly Message[];
}

/**
 * A 2025-era client that is not held to anything: it answers what it likes, or nothing. What `answer` throws is what becomes of
 * the server's sending, as if the connection had failed. With `auth` its messages come as over HTTP, with this token.
 */
export async function rawLegacy(
  factory: ServerFactory,
  answer: (request: Message) => Said | undefined = () => undefined,
  auth?: AuthInfo,
): Promise<RawLegacy> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await factory().connect(far);
  const waiting = new Map<unknown, (message: Omit<Wire, "status">) => void>();
  const pushed: Message[] = [];
  const send = (message: object): Promise<void> =>
    near.send({ jsonrpc: "2.0", ...message } as JSONRPCMessage, auth === undefined ? {} : { authInfo: auth });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the transports of the SDK are no event targets
  near.onmessage = (received) => {
    const message = received as Message;
    if (message.method === undefined) {
      waiting.get(message.id)?.(received as Omit<Wire, "status">);
      return;
    }
    pushed.push(message);
    const said = message.id === undefined ? undefined : answer(message);
    if (said !== undefined) void send({ id: message.id, ...said });
  };
  await near.start();
  let id = 100;
  const call: RawLegacy["call"] = (method, params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, resolve);
      send({ id, method, params }).catch(reject);
    });
  await call("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: everything,
    clientInfo: { name: "raw", version: "1" },
  });
  await send({ method: "notifications/initialized" });
  const cancel = (): Promise<void> => send({ method: "notifications/cancelled", params: { requestId: id } });
  return { call, send, cancel, close: () => near.close(), pushed };
}
