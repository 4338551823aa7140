import type { Server, ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { invalidParams } from "./errors.js";
import type { Logger } from "./log.js";

/** What clients may be told to look at again: one of the lists, or one resource. */
export type Change = "tools" | "prompts" | "resources" | { readonly resource: string };

/** Most resources that one 2025-era connection, or one request over HTTP, may watch at a time. */
export const mostWatched = 1000;

/** The resources that 2025-era clients watch, by the server of their connection (MCP 2025-11-25, resources/subscribe). */
const watched = new WeakMap<Server, Set<string>>();

/** The change as the SDK's event bus carries it. */
export function changeEvent(change: Change): ServerEvent {
  return typeof change === "string"
    ? { kind: `${change}_list_changed` }
    : { kind: "resource_updated", uri: change.resource };
}

/** @throws -32602 when the connection watches too many resources already. */
export function watch(server: Server, uri: string): void {
  const uris = watched.get(server) ?? new Set<string>();
  if (uris.size >= mostWatched && !uris.has(uri)) throw invalidParams("This connection watches too many resources");
  watched.set(server, uris.add(uri));
}

export function unwatch(server: Server, uri: string): void {
  watched.get(server)?.delete(uri);
}

/**
 * Sends changes to the one client of a connection: on 2026-07-28 its subscriptions are the transport's to match
 * (subscriptions/listen), before that a client hears of every list and of the resources that it watches.
 *
 * @returns what ends it.
 */
export function followChanges(
  server: Server,
  era: "legacy" | "modern",
  changes: ServerEventBus,
  log: Logger,
): () => void {
  const stop = changes.subscribe((event) => {
    if (server.transport === undefined) {
      stop();
      return;
    }
    if (era === "legacy" && event.kind === "resource_updated" && watched.get(server)?.has(event.uri) !== true) return;
    const { method, params } = notificationOf(event);
    server.notification({ method, ...(params !== undefined && { params }) }).catch((error: unknown) => {
      log({ event: "change_not_sent", level: "warn", method, error });
    });
  });
  return stop;
}

function notificationOf(event: ServerEvent): { readonly method: string; readonly params?: { [key: string]: unknown } } {
  if (event.kind === "resource_updated") {
    return { method: "notifications/resources/updated", params: { ...event.params, uri: event.uri } };
  }
  const list = event.kind.slice(0, -"_list_changed".length);
  return { method: `notifications/${list}/list_changed`, ...(event.params && { params: event.params }) };
}
