import { expect, it, vi } from "vitest";
import { callContext } from "../../runtime/src/server/exchange.js";

/** The context of a request whose notifications go to `notify`. */
function contextWith(mcpReq: object, more: object = {}, deadline?: AbortSignal) {
  const changes = { publish: vi.fn() };
  const exchange = {
    context: { mcpReq: { signal: new AbortController().signal, ...mcpReq }, ...more },
    server: { transport: {}, getClientCapabilities: () => undefined, getClientVersion: () => undefined, ...more },
    changes,
  };
  return { context: callContext(exchange as never, deadline), changes };
}

it("reports progress with what there is to say, and none that nobody asked for", async () => {
  const notify = vi.fn(() => Promise.resolve());
  const { context } = contextWith({ notify, _meta: { progressToken: 0 } });
  await context.progress(1);
  await context.progress(2, 3, "more");
  expect(notify.mock.calls.map((call: readonly unknown[]) => call[0])).toStrictEqual([
    { method: "notifications/progress", params: { progressToken: 0, progress: 1 } },
    { method: "notifications/progress", params: { progressToken: 0, progress: 2, total: 3, message: "more" } },
  ]);
  for (const _meta of [undefined, {}]) await contextWith({ notify, _meta }).context.progress(1);
  expect(notify.mock.calls).toHaveLength(2);
});

it.each([
  ["has gone", {}, { transport: undefined }, false],
  ["has given the request up", { signal: AbortSignal.abort() }, {}, false],
  ["is there", {}, {}, true],
])("fails where a client that %s cannot be told: %s", async (_, request, more, fails) => {
  const down = () => Promise.reject(new Error("closed"));
  const { context } = contextWith({ notify: down, log: down, _meta: { progressToken: 1 }, ...request }, more);
  for (const told of [context.progress(1), context.log("info", "x")]) {
    if (fails) await expect(told).rejects.toThrow("closed");
    else await expect(told).resolves.toBeUndefined();
  }
});

it("announces changes, and closes a stream where there is one", () => {
  const closeSSE = vi.fn();
  const { context, changes } = contextWith({}, { http: { closeSSE } });
  context.changed({ resource: "note://1" });
  context.closeStream();
  expect(changes.publish.mock.calls).toHaveLength(1);
  expect(closeSSE.mock.calls).toHaveLength(1);
  for (const more of [{}, { http: {} }]) contextWith({}, more).context.closeStream();
});

it("fires when the time is over as well as when the client gives up", () => {
  const client = new AbortController();
  const deadline = new AbortController();
  expect(contextWith({ signal: client.signal }).context.signal).toBe(client.signal);
  const { signal } = contextWith({ signal: client.signal }, {}, deadline.signal).context;
  expect(signal.aborted).toBe(false);
  deadline.abort();
  expect(signal.aborted).toBe(true);
});
