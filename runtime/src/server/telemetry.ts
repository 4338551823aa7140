import type { ServerContext } from "@modelcontextprotocol/server";
import { type MaybePromise, isThenable } from "../json/thenable.js";
import { trusted } from "../json/trusted.js";
import type { CallIdentity, Flow } from "./call.js";
import type { LogEvent, Logger } from "./log.js";
import { quietly } from "./quietly.js";
import type { Service } from "./service.js";

/**
 * Follows requests from outside; `@mcp-parley/runtime/telemetry` makes one that writes spans of OpenTelemetry. What its functions
 * throw or reject is ignored.
 */
export interface Telemetry {
  /** A request begins that may take part in a flow; `undefined` when nobody wants to know about it. */
  begin(call: CallIdentity, context: ServerContext): Leg | undefined;
}

/** One request of a flow, as it is followed. */
export interface Leg {
  /**
   * The request turns out to belong to a flow.
   *
   * @param trace - what {@link trace} said in the first round; `undefined` when this is it.
   */
  follow(flow: Flow, trace: string | undefined): void;
  /** Where the trace of the flow began; travels in its state. */
  trace(): string | undefined;
  /** Something happened. */
  note(event: LogEvent): void;
  /** Runs a step of the author's; what it does in turn belongs to it. What comes of the step does, whatever this returns. */
  run<T>(step: string, work: () => T): T;
  /** The request was answered, with a result or with an error. */
  end(result: unknown): void;
  fail(error: unknown): void;
}

/** Where the telemetry of a service comes from. */
export interface TelemetrySource {
  current: Telemetry | undefined;
  /** Defined until it is known whether there is any. */
  loading: Promise<void> | undefined;
}

/** `undefined`: OpenTelemetry when its API is installed; when that cannot be set up, the log says so, and nobody follows. */
export function telemetrySource(telemetry: Telemetry | false | undefined, log: Logger): TelemetrySource {
  if (telemetry !== undefined) {
    return { current: telemetry === false ? undefined : telemetry, loading: undefined };
  }
  const source: TelemetrySource = { current: undefined, loading: undefined };
  source.loading = fill(source, log);
  return source;
}

async function fill(source: TelemetrySource, log: Logger): Promise<void> {
  try {
    source.current = await openTelemetry();
  } catch (error) {
    log({ event: "telemetry_failed", level: "warn", error });
  } finally {
    source.loading = undefined;
  }
}

// Named by a variable so that bundlers leave it alone: whoever has no OpenTelemetry does not carry what speaks to it.
const entry = "@mcp-parley/runtime/telemetry";
/** The peer of that entry. */
const api = "@opentelemetry/api";
let loaded: Promise<Telemetry | undefined> | undefined;

function openTelemetry(): Promise<Telemetry | undefined> {
  const imported = (): Promise<{ openTelemetry(): Telemetry }> =>
    import(/* @vite-ignore */ /* webpackIgnore: true */ entry);
  loaded ??= imported().then(
    (module) => module.openTelemetry(),
    (error: unknown) => {
      if (isInstalled(entry) && isInstalled(api)) throw error;
      return undefined;
    },
  );
  return loaded;
}

/** Whether a package is there, whatever becomes of it when it is imported. In a bundle nothing is. */
function isInstalled(specifier: string): boolean {
  try {
    import.meta.resolve(specifier);
    return true;
  } catch {
    return false;
  }
}

/** The request as it is followed; `undefined` when nobody does. */
export function legOf({ telemetry }: Service<unknown>, call: CallIdentity, context: ServerContext): Leg | undefined {
  const { current } = telemetry;
  const leg = current === undefined ? undefined : quietly(() => current.begin(call, context));
  return leg === undefined ? undefined : guarded(leg);
}

/** Serves one request that is followed. */
export async function follow<Handlers, Result>(
  service: Service<Handlers>,
  leg: Leg,
  serve: (service: Service<Handlers>) => MaybePromise<Result>,
): Promise<Result> {
  const noted =
    (logger: Logger | undefined): Logger =>
    (event) => {
      logger?.(event);
      leg.note(event);
    };
  try {
    const result = await serve({ ...service, leg, log: noted(service.log), trace: noted(service.trace) });
    leg.end(result);
    return result;
  } catch (error) {
    leg.fail(error);
    throw error;
  }
}

/** What goes wrong where calls are followed is no concern of the call, and its text none of the client's. */
function guarded(leg: Leg): Leg {
  return {
    follow: (flow, trace) => quietly(() => leg.follow(flow, trace)),
    trace: () => quietly(() => leg.trace()),
    note: (event) => quietly(() => leg.note(event)),
    run: (step, work) => runGuarded(leg, step, work),
    end: (result) => quietly(() => leg.end(result)),
    fail: (error) => quietly(() => leg.fail(error)),
  };
}

/** Runs the step once and gives what came of it, whatever becomes of the one who follows it. */
function runGuarded<T>(leg: Leg, step: string, work: () => T): T {
  let ran: (() => T) | undefined;
  const once = (): T => (ran ??= outcomeOf(work))();
  // What it makes of the outcome, or of the failure, is its own.
  quietly(() => leg.run(step, once));
  return once();
}

/** Runs it now; what is returned gives or throws what came of it, a promise where that is still to come. */
function outcomeOf<T>(work: () => T): () => T {
  try {
    const value = work();
    // What is no promise but has a `then` may run again each time that it is awaited.
    const outcome = isThenable(value) ? trusted<T>(Promise.resolve(value)) : value;
    return () => outcome;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
