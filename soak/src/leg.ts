import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What a flow sends in one leg. */
export interface Leg {
  readonly user: string;
  readonly args: object;
  readonly state?: unknown;
  readonly answers?: unknown;
}

/** What came back. */
export interface Reply {
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const protocol = "io.modelcontextprotocol";
const meta = {
  [`${protocol}/protocolVersion`]: "2026-07-28",
  [`${protocol}/clientInfo`]: { name: "soak", version: "1" },
  [`${protocol}/clientCapabilities`]: { elicitation: { form: {} } },
};
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const pause = 25;
const longestOutage = 60_000;

export const sent = { legs: 0, lost: 0 };

/**
 * Sends one leg to whatever instance the balancer picks, and again to the next pick as long as none answers, as a client does
 * whose connection breaks.
 */
export async function sendLeg(balance: () => number, leg: Leg): Promise<Reply> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "provision",
      arguments: leg.args,
      ...(leg.state !== undefined && { requestState: leg.state }),
      ...(leg.answers !== undefined && { inputResponses: leg.answers }),
      _meta: meta,
    },
  });
  const deadline = Date.now() + longestOutage;
  for (;;) {
    sent.legs += 1;
    try {
      return await post(balance(), leg.user, body);
    } catch (error) {
      if (!(error instanceof Error && "code" in error) || Date.now() > deadline) throw error;
      sent.lost += 1;
      await sleep(pause);
    }
  }
}

function post(port: number, user: string, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        agent,
        port,
        host: "127.0.0.1",
        path: "/mcp",
        method: "POST",
        headers: {
          authorization: `Bearer ${user}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "provision",
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "");
          try {
            resolve(JSON.parse(json) as Reply);
          } catch {
            reject(new SyntaxError(`Not an answer: ${response.statusCode} ${text}`));
          }
        });
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });
}
