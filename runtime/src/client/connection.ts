import type { Client, PriorDiscovery } from "@modelcontextprotocol/client";
import type { ClientContract, MethodDeclaration } from "./declarations.js";
import type { CallParams } from "./call-params.js";
import type { Interrupt } from "./interrupt.js";
import type { CallOptions, ConnectOptions } from "./options.js";
import type { GenericAnswerers } from "./registration.js";

/** A call that waits for its result; questions that a 2025-era server pushes belong to one of these. */
export interface CallInFlight {
  readonly connection: Connection;
  readonly declaration: MethodDeclaration;
  readonly params: CallParams;
  readonly options: CallOptions;
  readonly interrupt: Interrupt;
  /** Rounds so far. */
  round: number;
  /** Why a push could not be answered: what the call fails with, whatever the server makes of it. */
  failure?: Error;
}

/** What the methods of a generated client share. */
export interface Connection {
  /** The SDK's client, for what a server offers beyond its spec. */
  readonly client: Client;
  readonly contract: ClientContract;
  readonly options: ConnectOptions;
  /** What {@link ConnectOptions} registers in general, by what it answers. */
  readonly generics: GenericAnswerers;
  readonly inFlight: Set<CallInFlight>;
  /** `modern`: answers ride on retries (2026-07-28). `legacy`: the server pushes its questions (2025-11-25 and older). */
  era(): "modern" | "legacy";
  /** Plain JSON to give to a later `connect` as `prior`; nothing on a 2025-era connection. */
  discovered(): PriorDiscovery | undefined;
  close(): Promise<void>;
}
