import { handlers as provisionerHandlers, type Ran } from "./handlers.js";
import { serveHttp } from "provisioner/http";

const protocol = "io.modelcontextprotocol";

/** A generated server on a socket of its own, and everything that it did. */
export interface Victim {
  readonly ran: readonly Ran[];
  /** Moves the server's clock, in milliseconds. */
  wait(milliseconds: number): void;
  /** Sends one leg of `tools/call`; `params` are laid over it, and `user` is whose token comes with it. */
  leg(params: object, user?: string): Promise<Answer>;
  /** Sends a body as it is. */
  raw(body: string, user?: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export const args = { name: "orders", size: "large" };
export const key = "a key of at least thirty-two bytes, which all instances share";

/** Starts the generated server with these keys. Whoever sends `authorization: Bearer X` is the user X. */
export async function startVictim(keys: readonly string[] = [key]): Promise<Victim> {
  const ran: Ran[] = [];
  let now = Date.now();
  const served = await serveHttp(provisionerHandlers(ran), {
    keys,
    now: () => now,
    log: () => {},
    authenticate: (request) => {
      const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
      return token === undefined ? undefined : { token, clientId: "app", scopes: [], extra: { sub: token } };
    },
  });
  const raw = async (body: string, user?: string): Promise<Answer> => {
    const response = await fetch(served.url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "provision",
        ...(user !== undefined && { authorization: `Bearer ${user}` }),
      },
    });
    const text = await response.text();
    const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
    return { status: response.status, ...(JSON.parse(json) as object) };
  };
  return {
    ran,
    raw,
    wait: (milliseconds) => {
      now += milliseconds;
    },
    leg: (params, user) => raw(bodyOf(params), user),
    close: () => served.close(),
  };
}

/** The body of an honest leg with these parameters laid over it. */
export function bodyOf(params: object): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "provision",
      arguments: args,
      ...params,
      _meta: {
        [`${protocol}/protocolVersion`]: "2026-07-28",
        [`${protocol}/clientInfo`]: { name: "raw", version: "1" },
        [`${protocol}/clientCapabilities`]: { elicitation: { form: {} } },
      },
    },
  });
}

/** The names of what a leg asked; none when it asked nothing. */
export function askedBy({ result }: Answer): readonly string[] {
  return Object.keys((result?.["inputRequests"] as object | undefined) ?? {});
}

/** The state that a leg gave. */
export function stateOf(answer: Answer): string {
  const state = answer.result?.["requestState"];
  if (typeof state !== "string") throw new TypeError(`There is no state: ${JSON.stringify(answer)}`);
  return state;
}
