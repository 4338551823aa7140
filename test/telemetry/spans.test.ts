import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTelemetry } from "../../runtime/src/telemetry/index.js";
import { connectLegacy } from "../runtime/connections.js";
import { bad, decline, filled, form, frozen, oneTool, type OneToolOptions, state, text } from "../runtime/one-tool.js";
import { idOf, startTracing, stopTracing, takeSpans, traceOf } from "./spans.js";

beforeAll(() => startTracing());
afterAll(stopTracing);
beforeEach(() => void takeSpans());

const quote = {
  kind: "compute",
  name: "quote",
  needs: ["a"],
  schema: { type: "object" },
  compute: () => Promise.resolve({ price: "secret price" }),
} as const;
const traced = (given: OneToolOptions = {}) =>
  oneTool([form("a"), quote, form("b", { needs: ["quote"] })], {
    ...given,
    options: { telemetry: openTelemetry(), ...given.options },
  });
const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const otherTrace = "00-11111111111111111111111111111111-2222222222222222-01";

it("puts all rounds of a flow into one trace, below its first request, with what the author's functions did", async () => {
  const tool = traced();
  const first = await tool.leg({ text: "secret argument" });
  const second = await tool.leg({ text: "secret argument" }, { state: state(first), answers: { a: filled } });
  await tool.leg({ text: "secret argument" }, { state: state(second), answers: { b: filled } });

  const spans = takeSpans();
  expect(new Set(spans.map(traceOf)).size).toBe(1);
  const [round1, compute, round2, handler, round3] = spans;
  expect(spans.map(({ name }) => name)).toEqual([
    "tools/call act",
    "compute quote",
    "tools/call act",
    "handler",
    "tools/call act",
  ]);
  expect(round1?.parentSpanContext).toBeUndefined();
  for (const round of [round2, round3]) expect(round?.parentSpanContext?.spanId).toBe(idOf(round1));
  expect(compute?.parentSpanContext?.spanId).toBe(idOf(round2));
  expect(handler?.parentSpanContext?.spanId).toBe(idOf(round3));

  const flow = tool.calls[0]?.flow.id;
  const request = {
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "act",
  };
  expect(round1?.kind).toBe(SpanKind.SERVER);
  expect(round1?.attributes).toEqual({
    ...request,
    "jsonrpc.request.id": "1",
    "parley.flow": flow,
    "parley.round": 0,
    "parley.asked": ["a"],
    "parley.outcome": "asked",
  });
  expect(round3?.attributes).toMatchObject({
    ...request,
    "parley.flow": flow,
    "parley.round": 2,
    "parley.outcome": "completed",
  });
  expect(round2?.events.map(({ name, attributes }) => [name, attributes?.["parley.input"]])).toEqual([
    ["answer", "a"],
    ["question", "b"],
  ]);
});

it("goes on in the same trace on another instance", async () => {
  const first = await traced().leg({});
  await traced().leg({}, { state: state(first), answers: { a: filled } });
  expect(new Set(takeSpans().map(traceOf)).size).toBe(1);
});

it("begins a trace for every flow", async () => {
  const tool = traced();
  await tool.leg({});
  await tool.leg({});
  expect(new Set(takeSpans().map(traceOf)).size).toBe(2);
});

it("writes no arguments, answers, computed values, texts or states into spans", async () => {
  const tool = traced({
    handler: () => {
      throw new Error("secret failure");
    },
  });
  const args = { text: "secret argument" };
  const answer = { action: "accept", content: { value: "secret answer" } };
  const first = await tool.leg(args);
  const second = await tool.leg(args, { state: state(first), answers: { a: answer } });
  await tool.leg(args, { state: state(second), answers: { b: answer } });
  const spans = takeSpans();
  expect(spans).toHaveLength(5);
  const said = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  expect(said).toContain("compute quote");
  expect(said).not.toMatch(/secret|Which/);
  for (const leg of [first, second]) expect(said).not.toContain(state(leg));
});

it("takes part in the trace of the client, and links to one that it changes to later", async () => {
  const tool = traced();
  const first = await tool.leg({}, { meta: { traceparent: parent } });
  await tool.leg({}, { state: state(first), answers: { a: bad }, meta: { traceparent: otherTrace } });
  await tool.leg({}, { state: state(first), answers: { a: bad }, meta: { traceparent: parent } });
  const [round1, round2, round3] = takeSpans();
  expect(traceOf(round1)).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(round1?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(traceOf(round2)).toBe(traceOf(round1));
  expect(round2?.parentSpanContext?.spanId).toBe(idOf(round1));
  expect(round2?.links.map(({ context }) => context.spanId)).toEqual(["2222222222222222"]);
  // The client kept its trace, and knows better what belongs below what.
  expect(round3?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(round3?.links).toEqual([]);
});

it.each(["00-zz-b7ad6b7169203331-01", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, "", 1, { traceparent: parent }])(
  "begins a trace of its own where the client names none: %o",
  async (traceparent) => {
    const tool = traced();
    expect((await tool.leg({}, { meta: { traceparent } })).result?.["resultType"]).toBe("input_required");
    expect(takeSpans()[0]?.parentSpanContext).toBeUndefined();
  },
);

it("has the spans of the author's functions below the step that they run in", async () => {
  const tool = oneTool([], {
    options: { telemetry: openTelemetry() },
    handler: async () => {
      await Promise.resolve();
      trace.getTracer("author").startSpan("query").end();
      return { content: [] };
    },
  });
  await tool.leg({});
  const [query, handler, request] = takeSpans();
  expect([query, handler, request].map((span) => span?.name)).toEqual(["query", "handler", "tools/call act"]);
  expect(query?.parentSpanContext?.spanId).toBe(idOf(handler));
});

it("marks what failed, by kind and not by text", async () => {
  const tool = oneTool([], {
    options: { telemetry: openTelemetry() },
    handler: () => Promise.reject(new RangeError("secret")),
  });
  await tool.leg({});
  const [handler, request] = takeSpans();
  expect(handler?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(handler?.attributes["error.type"]).toBe("RangeError");
  expect(request?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(request?.attributes).toMatchObject({ "parley.outcome": "failed", "error.type": "tool_error" });
  expect(request?.events).toEqual([
    expect.objectContaining({ name: "failed", attributes: { "parley.where": "handler", "error.type": "RangeError" } }),
  ]);
});

it("says no error when a person said no, and that nobody can have seen the question when that came at once", async () => {
  let now = 1_000_000;
  const tool = traced({ options: { now: () => now } });
  const first = await tool.leg({});
  now += 200;
  await tool.leg({}, { state: state(first), answers: { a: decline } });
  now += 1;
  await tool.leg({}, { state: state(first), answers: { a: decline } });
  const [, atOnce, later] = takeSpans();
  expect(atOnce?.status).toEqual({ code: SpanStatusCode.UNSET });
  expect(atOnce?.attributes["parley.outcome"]).toBe("declined");
  const answer = { "parley.input": "a", "parley.action": "decline" };
  expect(atOnce?.events[0]?.attributes).toEqual({ ...answer, "parley.waited": 200, "parley.unseen": true });
  expect(later?.events[0]?.attributes).toEqual({ ...answer, "parley.waited": 201 });
  expect(atOnce?.events[1]).toMatchObject({ name: "refused", attributes: { "parley.reason": "input_declined" } });
});

it("marks a refused state, which is in no flow's trace", async () => {
  const tool = traced();
  const first = await tool.leg({});
  const refused = await tool.leg({ other: true }, { state: state(first), answers: { a: filled } });
  expect(refused.error).toEqual(frozen);
  const [asked, span] = takeSpans();
  expect(traceOf(span)).not.toBe(traceOf(asked));
  expect(span?.attributes).toMatchObject({ "parley.outcome": "failed", "error.type": "-32602" });
  expect(span?.events).toEqual([
    expect.objectContaining({ name: "state_refused", attributes: { "parley.reason": "other arguments" } }),
  ]);
});

it("gives a call of what there is not no name of its own, and cuts what a client made long", async () => {
  const name = "nosuchtool".repeat(10_000);
  await traced().leg({}, { name });
  const [span] = takeSpans();
  expect(span?.name).toBe("tools/call");
  expect(span?.attributes["gen_ai.tool.name"]).toBe(name.slice(0, 1000));
});

it("writes no names of an output into spans", async () => {
  const tool = oneTool([], {
    declaration: { outputCheck: "warn" },
    listed: { outputSchema: { type: "object", additionalProperties: false } },
    handler: () => ({ structuredContent: { "secret name": 1 } }),
    options: { telemetry: openTelemetry() },
  });
  await tool.leg({});
  const said = JSON.stringify(takeSpans().map(({ attributes, events }) => ({ attributes, events })));
  expect(said).toContain("output_mismatch");
  expect(said).not.toContain("secret");
});

it("measures with one clock: no span begins before its parent or ends after it", async () => {
  const tool = traced();
  const first = await tool.leg({});
  takeSpans();
  await tool.leg({}, { state: state(first), answers: { a: filled } });
  const [compute, round] = takeSpans();
  const time = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6;
  if (compute === undefined || round === undefined) throw new Error("There are two spans");
  expect(time(compute.startTime)).toBeGreaterThanOrEqual(time(round.startTime));
  expect(time(compute.endTime)).toBeGreaterThanOrEqual(time(compute.startTime));
  expect(time(round.endTime)).toBeGreaterThanOrEqual(time(compute.endTime));
});

it.each([
  ["prompts/get", "briefing", "prompts/get briefing", { "gen_ai.prompt.name": "briefing" }],
  // URIs have no end of values, so they are no names of spans.
  ["resources/read", "docs://a/1", "resources/read", { "mcp.resource.uri": "docs://a/1" }],
] as const)("names the target of %s", (method, target, name, attributes) => {
  const leg = openTelemetry().begin({ method, target, received: undefined }, { mcpReq: { id: "x" } } as never);
  leg?.follow({ id: "f", round: 0 }, undefined);
  leg?.end({});
  const [span] = takeSpans();
  expect(span?.name).toBe(name);
  expect(span?.attributes).toEqual({
    "parley.flow": "f",
    "parley.round": 0,
    "mcp.method.name": method,
    "jsonrpc.request.id": "x",
    "parley.outcome": "completed",
    ...attributes,
  });
});

it("puts the rounds of a 2025-era client into one trace, too", async () => {
  const client = await connectLegacy(traced().factory, () => filled);
  await client.callTool({ name: "act", arguments: {} });
  await client.close();
  const spans = takeSpans();
  expect(spans.map(({ attributes }) => attributes["parley.round"]).filter((round) => round !== undefined)).toEqual([
    0, 1, 2,
  ]);
  expect(new Set(spans.map(traceOf)).size).toBe(1);
});

it.each(["onStart", "onEnd"] as const)("answers as if nothing was when what spans go to throws in %s", async (when) => {
  const quiet = {
    onStart: () => {},
    onEnd: () => {},
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const broken = () => {
    throw new Error("secret of the exporter");
  };
  stopTracing();
  startTracing({ ...quiet, [when]: broken });
  const tool = traced();
  const first = await tool.leg({});
  const second = await tool.leg({}, { state: state(first), answers: { a: filled } });
  expect(text(await tool.leg({}, { state: state(second), answers: { b: filled } }))).toBe("done");
  expect((await tool.leg({ other: true }, { state: state(second), answers: {} })).error).toEqual(frozen);
  stopTracing();
  startTracing();
});

it("writes nothing when told so, or to a program that traces nothing", async () => {
  await traced({ options: { telemetry: false } }).leg({});
  expect(takeSpans()).toEqual([]);
  stopTracing();
  const tool = traced();
  const first = await tool.leg({}, { meta: { traceparent: parent } });
  const second = await tool.leg({}, { state: state(first), answers: { a: filled } });
  expect(text(await tool.leg({}, { state: state(second), answers: { b: filled } }))).toBe("done");
  startTracing();
  expect(takeSpans()).toEqual([]);
});

it("follows what is no Promise and has a then to its end", async () => {
  const query = {
    // oxlint-disable-next-line unicorn/no-thenable -- what query builders return
    then: (_done: (value: unknown) => void, failed: (error: unknown) => void): void =>
      failed(new RangeError("no rows")),
  };
  await oneTool([], { handler: () => query, options: { telemetry: openTelemetry() } }).leg({});
  const [handler] = takeSpans();
  expect(handler?.name).toBe("handler");
  expect(handler?.status.code).toBe(SpanStatusCode.ERROR);
  expect(handler?.attributes["error.type"]).toBe("RangeError");
});
