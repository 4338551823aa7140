import type {
  ClientOptions,
  Implementation,
  InputResponse,
  LoggingLevel,
  LoggingMessageNotificationParams,
  Notification,
  PriorDiscovery,
  Progress,
} from "@modelcontextprotocol/client";
import type { FulfilFunctions } from "./registration.js";
import type { MaybePromise } from "../json/thenable.js";
import type { GenericHandlers, Question } from "./questions.js";

/** One question of a round with its answer, as it is about to leave. */
export interface RoundEntry {
  readonly key: string;
  readonly question: Question;
  readonly answer: InputResponse;
  /** Who answered: a function of the fulfil interface, a generic handler, or the caller through `answer()`. */
  readonly by: "function" | "generic" | "hand";
}

/** Everything that one round asked and what is about to be answered. */
export interface Round {
  /** JSON-RPC method of the call. */
  readonly method: string;
  /** Name of the tool or prompt, or the URI of the resource. */
  readonly target: string;
  /** 1 for the first round; of a 2025-era server, which asks one question at a time, for the first question. */
  readonly round: number;
  readonly entries: readonly RoundEntry[];
}

/** Sees every question and answer before the answers leave; whatever it throws fails the call, and nothing is sent. */
export type OnRound = (round: Round) => MaybePromise<void>;

/** What one call may say for itself. */
export interface CallOptions {
  /** Ends the call, a person's thinking included. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** When the whole call, people's thinking included, has to be done. */
  readonly deadline?: Date;
  /**
   * Milliseconds that one request may take. Default 60,000. People think between the requests, so that it does not count; but a
   * server from before 2026-07-28 asks in the middle of one, where it does: there the default is no limit for what asks.
   */
  readonly timeout?: number;
  /** How often the server may ask, all that it declares each time, before the call is given up. Default 10. */
  readonly maxRounds?: number;
  /** On a call it comes after the connection's. */
  readonly onRound?: OnRound;
  readonly onProgress?: (progress: Progress) => void;
  /** Asks the server for log messages of this level and above, for this call (MCP 2026-07-28, server/utilities/logging). */
  readonly logLevel?: LoggingLevel;
  /** Sent with every request of the call. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** How a client connects and what it does with everything that is no answer. */
export interface ConnectOptions
  extends GenericHandlers,
    Pick<CallOptions, "maxRounds" | "timeout" | "onRound" | "logLevel"> {
  /** The functions that answer the server's questions; generated code narrows the type to one function per question. */
  readonly fulfil: FulfilFunctions;
  /** What the client calls itself. */
  readonly info?: Implementation;
  /** Default: 2026-07-28 where the server speaks it, else 2025-11-25 (`{ mode: "auto" }`). */
  readonly versionNegotiation?: ClientOptions["versionNegotiation"];
  /** What an earlier connection discovered (`connection.discovered()`), to save a round trip. */
  readonly prior?: PriorDiscovery;
  /** Ends connecting; not the connection. */
  readonly signal?: AbortSignal;
  readonly onLog?: (message: LoggingMessageNotificationParams) => MaybePromise<void>;
  /** Every notification, log messages too; only progress goes to its call alone. */
  readonly onNotification?: (notification: Notification) => MaybePromise<void>;
  /** Transport errors and failures of the callbacks above. Default: one line on `console.error`. */
  readonly onError?: (error: Error) => void;
  readonly onClose?: () => void;
}
