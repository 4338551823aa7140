import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";

const exporter = new InMemorySpanExporter();

/** Sets up the SDK of OpenTelemetry as a program does that wants spans. */
export function startTracing(processor: SpanProcessor = new SimpleSpanProcessor(exporter)): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
}

export function stopTracing(): void {
  for (const api of [trace, context, propagation]) api.disable();
}

/** The spans that ended since the last time, in the order in which they did. */
export function takeSpans(): readonly ReadableSpan[] {
  const spans = exporter.getFinishedSpans();
  exporter.reset();
  return spans;
}

export function traceOf(span: ReadableSpan | undefined): string | undefined {
  return span?.spanContext().traceId;
}

export function idOf(span: ReadableSpan | undefined): string | undefined {
  return span?.spanContext().spanId;
}
