const protocol = "io.modelcontextprotocol";

/** What came for one request, and from which server. */
export interface Reply {
  readonly server: string;
  readonly result?: { readonly [member: string]: unknown };
  readonly error?: unknown;
}

interface Retry {
  readonly requestState?: unknown;
  readonly inputResponses?: object;
}

/** Sends one request of `tools/call`, as a 2026-07-28 client does. */
export async function call(url: string, name: string, amount: number, retry: Retry = {}): Promise<Reply> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: { amount },
        ...retry,
        _meta: {
          [`${protocol}/protocolVersion`]: "2026-07-28",
          [`${protocol}/clientInfo`]: { name: "cluster", version: "1" },
          [`${protocol}/clientCapabilities`]: { elicitation: { form: {} } },
        },
      },
    }),
  });
  const text = await response.text();
  const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
  return { ...(JSON.parse(json) as Reply), server: response.headers.get("x-upstream") ?? "" };
}

/** Answers the first question and comes back with the last request of the flow, which may be sent any number of times. */
export async function lastRequest(url: string, name: string, amount: number): Promise<Retry> {
  const first = await call(url, name, amount);
  const second = await call(url, name, amount, { requestState: stateOf(first), inputResponses: { card } });
  return { requestState: stateOf(second), inputResponses: { agree: { action: "accept" } } };
}

export const card = { action: "accept", content: { digits: "4242" } } as const;

export function stateOf({ result, error }: Reply): string {
  const state = result?.["requestState"];
  if (typeof state !== "string") throw new Error(`There is no state: ${JSON.stringify(result ?? error)}`);
  return state;
}

/** The receipt of a charge; `undefined` when there is none. */
export function receiptOf({ result }: Reply): unknown {
  return (result?.["structuredContent"] as { receipt?: unknown } | undefined)?.receipt;
}
