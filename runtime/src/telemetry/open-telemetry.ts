import {
  type Context,
  context,
  propagation,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import type { ServerContext } from "@modelcontextprotocol/server";
import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import { isThenable } from "../json/thenable.js";
import type { LogEvent } from "../server/log.js";
import type { CallIdentity } from "../server/call.js";
import { quietly } from "../server/quietly.js";
import type { Leg, Telemetry } from "../server/telemetry.js";
import { errorType, eventAttributes, requestAttributes } from "./attributes.js";
import { spanOf, traceparent } from "./traceparent.js";

/**
 * Writes one span per request and one per step of the author's within it, all requests of a flow in one trace: where that began
 * travels in the sealed state.
 */
export function openTelemetry(): Telemetry {
  const tracer = trace.getTracer(scope);
  return {
    begin: (call, request) => (isTraced() ? beginLeg(tracer, call, request) : undefined),
  };
}

const scope = "@mcp-parley/runtime";

/** Whether the program has set up what spans go to; the API comes along with many packages that do not. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(scope) !== undefined;
}

/** What the span says itself; other events are written into it. */
const spoken: ReadonlySet<LogEvent["event"]> = new Set(["round", "completed"]);

/** The ways in which people say no; nothing is wrong then. */
const declined: ReadonlySet<string> = new Set(["input_declined", "input_cancelled"]);

function beginLeg(tracer: Tracer, call: CallIdentity, request: ServerContext): Leg {
  const startTime = now();
  const incoming = propagation.extract(context.active(), request.mcpReq._meta, ownTexts);
  let within = incoming;
  let open: Span | undefined;
  let origin: string | undefined;
  let refusedByPerson = false;

  const start = (name: string = call.method, carried?: string): Span => {
    const { parent, links } = parentOf(incoming, carried);
    const attributes = requestAttributes(call, request);
    open = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes, links }, parent);
    within = trace.setSpan(parent, open);
    return open;
  };
  const fail = (type: string): void => {
    open ??= start();
    open.setAttribute("error.type", type);
    open.setStatus({ code: SpanStatusCode.ERROR });
  };

  return {
    follow: (flow, carried) => {
      // URIs have no end of values, nor have names of what there is not; other names do.
      const span = start(call.method === "resources/read" ? call.method : `${call.method} ${call.target}`, carried);
      origin = carried ?? traceparent(span.spanContext());
      span.setAttributes({ "parley.flow": flow.id, "parley.round": flow.round });
    },
    trace: () => (spanOf(origin) === undefined ? undefined : origin),
    note: (event) => {
      open ??= start();
      if (event.event === "refused") refusedByPerson = declined.has(event.reason);
      if (event.event === "round") open.setAttribute("parley.asked", [...event.asked]);
      if (!spoken.has(event.event)) open.addEvent(event.event, eventAttributes(event));
    },
    run: (step, work) => runStep(tracer, within, step, work),
    end: (result) => {
      open ??= start();
      const outcome = outcomeOf(result, refusedByPerson);
      open.setAttribute("parley.outcome", outcome);
      if (outcome === "failed") fail("tool_error");
      open.end(now());
    },
    fail: (error) => {
      open ??= start();
      open.setAttribute("parley.outcome", refusedByPerson ? "declined" : "failed");
      if (!refusedByPerson) fail(errorType(error));
      open.end(now());
    },
  };
}

/** Beside the request's own parent, when that is in the trace of the flow; else the flow's first request, with a link to it. */
function parentOf(incoming: Context, carried: string | undefined) {
  const origin = spanOf(carried);
  const own = trace.getSpanContext(incoming);
  if (origin === undefined || own?.traceId === origin.traceId) return { parent: incoming, links: [] };
  return { parent: trace.setSpanContext(incoming, origin), links: own === undefined ? [] : [{ context: own }] };
}

function runStep<T>(tracer: Tracer, within: Context, step: string, work: () => T): T {
  const startTime = now();
  const span = quietly(() => tracer.startSpan(step, { kind: SpanKind.INTERNAL, startTime }, within));
  if (span === undefined) return work();
  const ended = (): void => quietly(() => span.end(now()));
  const failed = (error: unknown): void => {
    quietly(() => span.setAttribute("error.type", errorType(error)).setStatus({ code: SpanStatusCode.ERROR }));
    ended();
  };
  try {
    const value = context.with(trace.setSpan(within, span), work);
    if (!isThenable(value)) {
      ended();
      return value;
    }
    // Once: what is no promise may run again each time that it is awaited.
    const settled = Promise.resolve(value);
    settled.then(ended, failed);
    return trusted<T>(settled);
  } catch (error) {
    failed(error);
    throw error;
  }
}

function outcomeOf(result: unknown, refusedByPerson: boolean): "asked" | "completed" | "declined" | "failed" {
  if (!isObject(result)) return "completed";
  if (result["resultType"] === "input_required") return "asked";
  if (result["isError"] !== true) return "completed";
  return refusedByPerson ? "declined" : "failed";
}

/** `_meta` of a request carries the context of traces (MCP, SEP-414); it comes from a client. */
const ownTexts: TextMapGetter<unknown> = {
  keys: (meta) => (isObject(meta) ? Object.keys(meta) : []),
  get: (meta, key) => {
    if (!isObject(meta) || !Object.hasOwn(meta, key)) return undefined;
    const value = meta[key];
    return typeof value === "string" ? value : undefined;
  },
};

// Both ends of every span by one clock, finer than milliseconds.
function now(): number {
  return performance.timeOrigin + performance.now();
}
