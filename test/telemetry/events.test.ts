import { expect, it, vi } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import { ToolError } from "../../runtime/src/server/errors.js";
import { defaultLogger, type LogEvent } from "../../runtime/src/server/log.js";
import { bad, cancel, decline, filled, form, oneTool, type OneToolOptions, state } from "../runtime/one-tool.js";

const quote = {
  kind: "compute",
  name: "quote",
  needs: ["a"],
  schema: { type: "object" },
  compute: () => ({ price: "secret price" }),
} as const;

/** A tool that asks `a`, then `b`, with a clock that the test moves and every event that it logs. */
function observed(given: OneToolOptions = {}) {
  const events: LogEvent[] = [];
  const clock = { now: 1_000_000 };
  const tool = oneTool([form("a"), quote, form("b", { needs: ["quote"] })], {
    ...given,
    options: { log: (event) => events.push(event), now: () => clock.now, telemetry: false },
  });
  return { tool, events, clock };
}

it("logs one event per round, question, answer and completion, with how long they took", async () => {
  const { tool, events, clock } = observed({
    handler: () => {
      clock.now += 30;
      return { content: [] };
    },
  });
  const first = await tool.leg({});
  clock.now += 5000;
  const second = await tool.leg({}, { state: state(first), answers: { a: filled } });
  clock.now += 700;
  await tool.leg({}, { state: state(second), answers: { b: filled } });
  const of = { target: "act", flow: tool.calls[0]?.flow.id, level: "debug", method: "tools/call" };
  const request = "elicitation/create";
  expect(events).toEqual([
    { event: "round", ...of, round: 1, asked: ["a"], took: 0 },
    { event: "question", ...of, round: 1, input: "a", request },
    { event: "answer", ...of, input: "a", action: "accept", waited: 5000 },
    { event: "round", ...of, round: 2, asked: ["b"], took: 0 },
    { event: "question", ...of, round: 2, input: "b", request },
    { event: "answer", ...of, input: "b", action: "accept", waited: 700 },
    { event: "completed", ...of, rounds: 2, failed: false, took: 30, lasted: 5730 },
  ]);
});

it.each([
  ["decline", decline, 0, true],
  ["decline", decline, 200, true],
  ["decline", decline, 201, undefined],
  ["cancel", cancel, 200, true],
  ["cancel", cancel, 201, undefined],
  ["accept", filled, 0, undefined],
  ["invalid", bad, 0, undefined],
] as const)("%s: %o after %d ms is unseen: %s", async (action, answer, waited, unseen) => {
  const { tool, events, clock } = observed();
  const first = await tool.leg({});
  clock.now += waited;
  await tool.leg({}, { state: state(first), answers: { a: answer } });
  const logged = events.find((event) => event.event === "answer");
  expect(logged).toMatchObject({ action, waited });
  expect(logged?.event === "answer" && logged.unseen).toBe(unseen ?? undefined);
});

it.each([
  ["input_declined", { a: decline }],
  ["input_cancelled", { a: cancel }],
] as const)("logs how a call was refused: %s", async (reason, answers) => {
  const { tool, events } = observed();
  await tool.leg({}, { state: state(await tool.leg({})), answers });
  expect(events.at(-1)).toMatchObject({ event: "refused", method: "tools/call", target: "act", reason, input: "a" });
});

it("logs a refusal after too many invalid answers", async () => {
  const { tool, events } = observed();
  let leg = await tool.leg({});
  for (let attempt = 0; attempt < 4; attempt += 1) leg = await tool.leg({}, { state: state(leg), answers: { a: bad } });
  expect(events.filter((event) => event.event === "answer")).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ event: "refused", reason: "input_invalid", input: "a" });
});

it("logs calls that never began to ask: bad arguments, and clients that cannot be asked", async () => {
  const { tool, events } = observed({ listed: { inputSchema: { type: "object", required: ["x"] } } });
  await tool.leg({});
  await tool.leg({ x: 1 }, { capabilities: {} });
  expect(events).toEqual([
    expect.objectContaining({ event: "refused", reason: "arguments" }),
    expect.objectContaining({ event: "refused", reason: "capability" }),
  ]);
});

it("logs a call whose token lacks a scope, also where the HTTP entry refuses it", async () => {
  const { tool, events } = observed({ declaration: { scopes: ["admin"] } });
  const refused = { event: "refused", level: "debug", method: "tools/call", target: "act", reason: "scopes" };
  await tool.leg({});
  expect(events.splice(0)).toEqual([refused]);
  const handler = httpHandler(tool.factory, { authenticate: () => ({ token: "t", clientId: "app", scopes: ["x"] }) });
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { host: "localhost", "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "act" } }),
    }),
  );
  expect([response.status, events]).toEqual([403, [refused]]);
  await handler.close();
});

it("logs a completion that failed, for the model to know or not", async () => {
  for (const error of [new ToolError("told"), new Error("not told")]) {
    const events: LogEvent[] = [];
    const tool = oneTool([], {
      options: { log: (event) => events.push(event) },
      handler: () => {
        throw error;
      },
    });
    await tool.leg({});
    expect(events.filter((event) => event.event === "completed")).toEqual([
      expect.objectContaining({ failed: true, rounds: 0 }),
    ]);
  }
});

it("logs no arguments, answers, computed values, texts, states or callers", async () => {
  const { tool, events } = observed();
  const args = { text: "secret argument" };
  const authInfo = { token: "secret token", clientId: "secret client", scopes: [], extra: { sub: "secret subject" } };
  const answer = (value: string) => ({ action: "accept", content: { value } });
  const first = await tool.leg(args, { authInfo });
  await tool.leg(args, { authInfo, state: state(first), answers: { a: answer("s") } });
  const second = await tool.leg(args, { authInfo, state: state(first), answers: { a: answer("secret answer") } });
  await tool.leg(args, { authInfo, state: state(second), answers: { b: decline } });
  await tool.leg({}, { authInfo, state: state(second), answers: { b: decline } });
  const kinds = new Set(events.map((event) => event.event));
  expect([...kinds].sort()).toEqual(["answer", "question", "refused", "round", "state_refused"]);
  const logged = JSON.stringify(events);
  expect(logged).not.toMatch(/secret|Which/);
  for (const leg of [first, second]) expect(logged).not.toContain(state(leg));
});

it("writes none of it to standard error unless it is asked to", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  const tool = oneTool([form("a")], { options: { log: defaultLogger } });
  const first = await tool.leg({});
  await tool.leg({}, { state: state(first), answers: { a: decline } });
  expect(written).not.toHaveBeenCalled();
  await tool.leg({ other: true }, { state: state(first), answers: { a: decline } });
  expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("state_refused"));
  written.mockRestore();
});
