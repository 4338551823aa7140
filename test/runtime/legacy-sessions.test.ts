import { afterEach, expect, it, vi } from "vitest";
import { httpHandler } from "../../runtime/src/http/index.js";
import type { LegacySessionLimits } from "../../runtime/src/http/legacy-sessions.js";
import { oneTool } from "./one-tool.js";

afterEach(() => vi.useRealTimers());

/** Sends what 2025-era clients send to a server that keeps sessions for them within these limits. */
function sessions(limits: LegacySessionLimits) {
  const handler = httpHandler(oneTool([]).factory, { legacySessions: limits });
  const post = (body: object, session?: string): Promise<Response> =>
    handler.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          host: "localhost",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session !== undefined && { "mcp-session-id": session }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      }),
    );
  const open = async (): Promise<string> => {
    const clientInfo = { name: "raw", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const response = await post({ id: 1, method: "initialize", params });
    await response.text();
    const id = response.headers.get("mcp-session-id") ?? "";
    await post({ method: "notifications/initialized" }, id);
    return id;
  };
  /** The status of a call in a session. */
  const use = async (session: string): Promise<number> => {
    const response = await post({ id: 2, method: "tools/call", params: { name: "act" } }, session);
    await response.text();
    return response.status;
  };
  return { open, use, close: () => handler.close() };
}

it("closes the session that was silent longest when there is no room for another", async () => {
  const { open, use, close } = sessions({ maxSessions: 2 });
  const first = await open();
  const second = await open();
  // Whoever is heard of is not silent.
  expect(await use(first)).toBe(200);
  const third = await open();
  expect([await use(first), await use(second), await use(third)]).toEqual([200, 404, 200]);
  await close();
});

it("closes a session that is silent for too long, whether or not somebody else comes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { open, use, close } = sessions({ idle: 60_000 });
  const one = await open();
  const other = await open();
  vi.setSystemTime(Date.now() + 60_000);
  expect(await use(one)).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  expect([await use(one), await use(other)]).toEqual([200, 404]);
  vi.setSystemTime(Date.now() + 60_001);
  const last = await open();
  expect([await use(one), await use(last)]).toEqual([404, 200]);
  await close();
});
