import type {
  AuthInfo,
  ClientCapabilities,
  Implementation,
  LoggingLevel,
  Server,
  ServerContext,
  ServerEventBus,
} from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { trusted } from "../json/trusted.js";
import { type Change, changeEvent } from "./changes.js";

/** One request and the connection it came on: what generated functions pass through. */
export interface Exchange {
  readonly context: ServerContext;
  readonly server: Server;
  /** Where changes are announced. */
  readonly changes: ServerEventBus;
  /** Called when the request is answered: gives back what was taken for it. */
  answered?: () => void;
}

/** What an author's function may know about its call and do beside answering it. */
export interface CallContext {
  /** Fires when the client gives the request up, or it has taken too long. */
  readonly signal: AbortSignal;
  /** The verified access token, where the transport has one. */
  readonly auth: AuthInfo | undefined;
  /** The HTTP request, where there is one. */
  readonly http: globalThis.Request | undefined;
  readonly sessionId: string | undefined;
  readonly client: { readonly capabilities: ClientCapabilities; readonly info: Implementation | undefined };
  /** Reports progress; nothing is sent when the client did not ask for it, or has gone. */
  progress(progress: number, total?: number, message?: string): Promise<void>;
  /** Sends a log message; nothing is sent when the client did not opt in, or has gone. */
  log(level: LoggingLevel, data: unknown, logger?: string): Promise<void>;
  /** Tells clients that a list or a resource changed: those that subscribed, on every connection of the server. */
  changed(change: Change): void;
  /** Closes the response's event stream, so that the client polls for the rest; without effect where that is impossible. */
  closeStream(): void;
}

/** What a request says of its client (MCP 2026-07-28, per-request capabilities). */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
}

/** The entry that serves the request has checked its shape; a 2025-era client sends none. */
function envelopeOf({ context }: Exchange): Envelope | undefined {
  return trusted<Envelope | undefined>(context.mcpReq.envelope);
}

/** The capabilities that hold for this request: of its own envelope, or what a 2025-era client declared when it connected. */
export function clientCapabilities(exchange: Exchange): ClientCapabilities | undefined {
  return envelopeOf(exchange)?.[CLIENT_CAPABILITIES_META_KEY] ?? exchange.server.getClientCapabilities();
}

function clientInfo(exchange: Exchange): Implementation | undefined {
  return envelopeOf(exchange)?.[CLIENT_INFO_META_KEY] ?? exchange.server.getClientVersion();
}

/** The context of one request. Its functions may be taken out of it. */
export function callContext(exchange: Exchange, deadline?: AbortSignal): CallContext {
  const { context } = exchange;
  const { mcpReq } = context;
  return {
    signal: deadline === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, deadline]),
    auth: context.http?.authInfo,
    http: context.http?.req,
    sessionId: context.sessionId,
    client: { capabilities: clientCapabilities(exchange) ?? {}, info: clientInfo(exchange) },
    progress: async (progress, total, message) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined) return;
      await whileThere(exchange, () =>
        mcpReq.notify({
          method: "notifications/progress",
          params: {
            progressToken,
            progress,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          },
        }),
      );
    },
    log: (level, data, logger) => whileThere(exchange, () => mcpReq.log(level, data, logger)),
    changed: (change) => exchange.changes.publish(changeEvent(change)),
    closeStream: () => context.http?.closeSSE?.(),
  };
}

/**
 * Tells a client something, which is no failure when it has gone: authors do not wait for this, and then the rejection would end
 * the process, whenever a client likes.
 */
async function whileThere({ server, context }: Exchange, tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    if (server.transport !== undefined && !context.mcpReq.signal.aborted) throw error;
  }
}
