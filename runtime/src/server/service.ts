import { InMemoryServerEventBus, type ServerContext, type ServerEventBus } from "@modelcontextprotocol/server";
import type { Codec } from "../sealing/codec.js";
import { codecFromKeys, type KeyedCodec, type KeySource } from "../sealing/key-source.js";
import { parleyFormat, type StateFormat } from "../sealing/format.js";
import type { Progress } from "../sealing/progress.js";
import type { Sealing } from "../sealing/request-state.js";
import type { ReplayStore } from "./replay-store.js";
import { defaultLogger, type Logger } from "./log.js";
import { quiet } from "./quietly.js";
import { type Leg, type Telemetry, telemetrySource, type TelemetrySource } from "./telemetry.js";

/** `requestState` of a specification. */
export interface RequestStateConfig {
  /** Where the keys come from. Absent: one key made up per process, lost with it. */
  readonly keys?: { readonly env: string } | { readonly file: string };
  /** `custom`: {@link ServiceOptions.codec} must be given. Absent: AES-256-GCM. */
  readonly codec?: "aes-256-gcm" | "custom";
  /** The format of tokens; Parley's own when absent. */
  readonly format?: StateFormat;
  /** What the names of inputs have in front of them on the wire and in states; nothing when absent. */
  readonly keyPrefix?: string;
  /** Seconds a client may think before the state of one round expires; 600 when absent. */
  readonly ttl?: number;
  /** Seconds a flow may live, from its first round; a day when absent. */
  readonly maxAge?: number;
  /** Who a state is for; states of another audience are refused. */
  readonly audience?: string;
  /**
   * Whether a state belongs to a caller. Absent: whenever a verified access token is there. `oauth`: a request without one is
   * refused where state would be minted. `custom`: {@link ServiceOptions.principal} says who calls. `none`: never.
   */
  readonly principal?: "oauth" | "none" | "custom";
  /** Longest state, in characters of the sealed token; 64 KiB when absent. */
  readonly maxStateBytes?: number;
}

/** What the author of a server may set beside the handlers. Everything has a default. */
export interface ServiceOptions {
  /** Keys in place of those that the specification names. */
  readonly keys?: KeySource;
  /** A codec in place of AES-256-GCM. */
  readonly codec?: Codec;
  /** Names the caller, for `principal: custom` or where the spec says nothing of it. `undefined` is a call without a caller. */
  readonly principal?: (context: ServerContext) => string | undefined | Promise<string | undefined>;
  /** Receives one structured event for everything that happens. Default: warnings and errors as JSON on standard error. */
  readonly log?: Logger;
  /** Carries announced changes to the connections. Default: within this process; several instances share one of their own. */
  readonly changes?: ServerEventBus;
  /** Remembers what has run once, for `once: true`. Default: in memory, good for one process. */
  readonly replays?: ReplayStore;
  /**
   * Follows every request. Absent: OpenTelemetry, when the package `@opentelemetry/api` is installed. `false`: nobody. A bundled
   * server passes `openTelemetry()` of `@mcp-parley/runtime/telemetry`.
   */
  readonly telemetry?: Telemetry | false;
  /** Environment variables; those of the process when absent. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** The time in milliseconds since the epoch. */
  readonly now?: () => number;
}

export type PrincipalPolicy =
  | { readonly kind: "present" }
  | { readonly kind: "required" }
  | { readonly kind: "none" }
  | { readonly kind: "custom"; readonly of: NonNullable<ServiceOptions["principal"]> };

/** Everything that the calls of one process share. Made once. */
export interface Service<Handlers> {
  readonly handlers: Handlers;
  readonly sealing: Sealing;
  readonly progress: Progress;
  /** What the names of inputs have in front of them on the wire and in states. */
  readonly keyPrefix: string;
  readonly principal: PrincipalPolicy;
  readonly log: Logger;
  /** Defined when somebody listens to the fine-grained events. */
  readonly trace: Logger | undefined;
  readonly telemetry: TelemetrySource;
  /** The request that is followed, in the view of the service that its functions get. */
  readonly leg?: Leg;
  /** Announced changes of lists and resources. */
  readonly changes: ServerEventBus;
  /** `undefined`: a memory of this process. */
  readonly replays: ReplayStore | undefined;
  /** True when other instances can share the store. */
  readonly replaysShared: boolean;
  /** Reads the keys again from where they come from, without a restart. */
  readonly reloadKeys: () => Promise<void>;
  /** Why the keys are made up for this process; absent when they are configured. */
  readonly ephemeralReason?: string;
}

const defaultTtl = 600;
const defaultMaxAge = 86_400;
const defaultMaxStateBytes = 65_536;

/**
 * Makes the service that generated calls run on.
 *
 * @param contract - the version of the contract that the generated code was written for.
 * @throws {RangeError} when a key is short or given twice, there is none where there should be, or a duration is not positive.
 * @throws {TypeError} when `codec: custom` or `principal: custom` comes without the function, another `principal` with one, or the
 * contract is another one.
 */
export function createService<Handlers>(
  contract: 1,
  config: RequestStateConfig,
  handlers: Handlers,
  options: ServiceOptions = {},
): Service<Handlers> {
  assertContract(contract);
  const { codec, keyed } = codecOf(config, options);
  const { replays } = options;
  const log = quiet(options.log ?? defaultLogger);
  const { envelope, progress } = config.format ?? parleyFormat;
  return {
    handlers,
    sealing: {
      codec,
      envelope,
      ttl: milliseconds("ttl", config.ttl ?? defaultTtl),
      maxAge: milliseconds("maxAge", config.maxAge ?? defaultMaxAge),
      audience: config.audience,
      maxStateBytes: config.maxStateBytes ?? defaultMaxStateBytes,
      ephemeral: keyed?.ephemeral === true,
      now: options.now ?? Date.now,
    },
    progress,
    keyPrefix: config.keyPrefix ?? "",
    principal: principalPolicy(config, options),
    log,
    trace: options.log === undefined ? undefined : quiet(options.log),
    telemetry: telemetrySource(options.telemetry, log),
    changes: options.changes ?? new InMemoryServerEventBus(),
    replays,
    replaysShared: replays !== undefined && replays.local !== true,
    reloadKeys: async () => keyed?.reload(),
    ...(keyed?.reason !== undefined && { ephemeralReason: keyed.reason }),
  };
}

function assertContract(contract: number): void {
  if (contract !== 1) {
    throw new TypeError(
      `This package was generated for contract ${contract} of @mcp-parley/runtime, and contract-v1 is installed. Generate it again.`,
    );
  }
}

/** The codec; `keyed` is the same where it is made of keys. */
function codecOf(
  config: RequestStateConfig,
  options: ServiceOptions,
): { readonly codec: Codec; readonly keyed?: KeyedCodec } {
  if (options.codec !== undefined && options.keys !== undefined) {
    throw new TypeError("Give either keys or a codec: a codec has its own keys");
  }
  if (options.codec !== undefined) return { codec: options.codec };
  if (config.codec === "custom") throw new TypeError("requestState.codec is custom: pass the option `codec`");
  const keyed = codecFromKeys(
    options.keys ?? config.keys,
    options.env ?? environment(),
    (config.format ?? parleyFormat).codec,
  );
  return { codec: keyed, keyed };
}

/** The variables of the process, where there is one. */
export function environment(): { readonly [name: string]: string | undefined } {
  return typeof process === "undefined" ? {} : process.env;
}

function principalPolicy(config: RequestStateConfig, options: ServiceOptions): PrincipalPolicy {
  switch (config.principal ?? "present") {
    case "present":
      // A function that was given is meant to be used.
      return options.principal === undefined ? { kind: "present" } : { kind: "custom", of: options.principal };
    case "oauth":
    case "none":
      if (options.principal !== undefined) {
        throw new TypeError(`requestState.principal is ${config.principal}: the option \`principal\` has no meaning`);
      }
      return { kind: config.principal === "oauth" ? "required" : "none" };
    case "custom":
      if (options.principal === undefined) {
        throw new TypeError("requestState.principal is custom: pass the option `principal`");
      }
      return { kind: "custom", of: options.principal };
  }
}

function milliseconds(name: string, seconds: number): number {
  if (!(seconds > 0 && Number.isFinite(seconds))) {
    throw new RangeError(`requestState.${name} must be a positive number of seconds`);
  }
  return seconds * 1000;
}
