import { randomUUID } from "node:crypto";
import {
  type AuthInfo,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { followChanges } from "../server/changes.js";
import { tokenHolder } from "../server/caller.js";
import type { ServerFactory } from "../server/server-factory.js";
import { boundedEventStore } from "./event-store.js";
import { refusal } from "./refusal.js";
import { wholeNumber } from "../server/whole-number.js";

export interface LegacySessionLimits {
  /** Most sessions at a time; 1000 when absent. The one that was silent longest gives way. */
  readonly maxSessions?: number;
  /** Milliseconds after which a silent session is closed; half an hour when absent. */
  readonly idle?: number;
}

/** Serves 2025-era clients, each on a session of its own: only there can a server push its questions to them. */
export interface LegacySessions {
  fetch(request: Request, body: unknown, authInfo: AuthInfo | undefined): Promise<Response>;
  close(): Promise<void>;
}

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who opened it; nobody else may use it. */
  readonly holder: string | undefined;
  /** Ends sending changes to it. */
  readonly unfollow: () => void;
  used: number;
}

const defaultMaxSessions = 1000;
const defaultIdle = 1_800_000;

export function legacySessions(factory: ServerFactory, limits: LegacySessionLimits = {}): LegacySessions {
  const sessions = new Map<string, Session>();
  const maxSessions = wholeNumber("legacySessions.maxSessions", limits.maxSessions ?? defaultMaxSessions);
  const idle = wholeNumber("legacySessions.idle", limits.idle ?? defaultIdle);
  const { changes, log } = factory.service;

  const drop = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.unfollow();
    await session?.server.close();
  };
  const isSilent = ({ used }: Session): boolean => Date.now() - used > idle;
  const sweep = async (): Promise<void> => {
    for (const [id, session] of sessions) {
      if (isSilent(session)) await drop(id);
    }
    // Map order is the order of last use: see `touch`.
    for (const id of sessions.keys()) {
      if (sessions.size < maxSessions) break;
      await drop(id);
    }
  };
  const touch = (id: string, session: Session): void => {
    session.used = Date.now();
    sessions.delete(id);
    sessions.set(id, session);
  };
  const open = async (request: Request, body: unknown, authInfo: AuthInfo | undefined): Promise<Response> => {
    await sweep();
    const server = factory({ era: "legacy", requestInfo: request, ...(authInfo !== undefined && { authInfo }) });
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: boundedEventStore(),
      retryInterval: 1000,
      onsessioninitialized: (id) => {
        const unfollow = followChanges(server, "legacy", changes, log);
        sessions.set(id, { server, transport, holder: tokenHolder(authInfo), unfollow, used: Date.now() });
      },
      onsessionclosed: (id) => {
        sessions.get(id)?.unfollow();
        sessions.delete(id);
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, options(body, authInfo));
    // A handshake that was refused opened no session; nobody will close this server.
    if (transport.sessionId === undefined) await server.close();
    return response;
  };

  return {
    fetch: async (request, body, authInfo) => {
      const id = request.headers.get("mcp-session-id");
      if (id === null) {
        const opens = Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
        if (opens) return open(request, body, authInfo);
        return refusal(request.method === "POST" ? 400 : 405, "A session must be opened by `initialize` first", body);
      }
      const found = sessions.get(id);
      const silent = found !== undefined && isSilent(found);
      if (silent) await drop(id);
      const session = silent ? undefined : found;
      // Whose session it is, is nobody else's business: the same answer as for none.
      if (session === undefined || session.holder !== tokenHolder(authInfo)) {
        return refusal(404, "Session not found", body);
      }
      touch(id, session);
      return session.transport.handleRequest(request, options(body, authInfo));
    },
    close: async () => {
      await Promise.all([...sessions.keys()].map(drop));
    },
  };
}

function options(body: unknown, authInfo: AuthInfo | undefined) {
  return { ...(body !== undefined && { parsedBody: body }), ...(authInfo !== undefined && { authInfo }) };
}
