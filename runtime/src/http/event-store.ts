import type { EventId, EventStore, JSONRPCMessage, StreamId } from "@modelcontextprotocol/server";

/** Events that one 2025-era session keeps for a client that lost its stream; older ones are forgotten. */
const keptEvents = 256;

/**
 * Keeps the last events of one session in memory, so that a stream can be resumed (MCP 2025-11-25, Streamable HTTP,
 * resumability).
 */
export function boundedEventStore(): EventStore {
  const events = new Map<EventId, { readonly stream: StreamId; readonly message: JSONRPCMessage }>();
  let count = 0;
  return {
    storeEvent: (stream, message) => {
      count += 1;
      const id = `${stream}_${count}`;
      events.set(id, { stream, message });
      for (const oldest of events.keys()) {
        if (events.size <= keptEvents) break;
        events.delete(oldest);
      }
      return Promise.resolve(id);
    },
    getStreamIdForEventId: (id) => Promise.resolve(events.get(id)?.stream),
    replayEventsAfter: async (lastId, { send }) => {
      const last = events.get(lastId);
      if (last === undefined) return "";
      let after = false;
      for (const [id, { stream, message }] of events) {
        if (after && stream === last.stream) await send(id, message);
        if (id === lastId) after = true;
      }
      return last.stream;
    },
  };
}
