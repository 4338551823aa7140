import type { EventId, EventStore, JSONRPCMessage, StreamId } from "@modelcontextprotocol/server";

/** Events that one 2025-era session keeps for a client that lost its stream; older ones are forgotten. */
const keptEvents = 256;

/** Characters of JSON that they may have together; the last one is kept, however long it is. */
const keptCharacters = 1_048_576;

interface KeptEvent {
  readonly stream: StreamId;
  readonly message: JSONRPCMessage;
  /** Characters of JSON. */
  readonly length: number;
}

/**
 * Keeps the last events of one session in memory, so that a stream can be resumed (MCP 2025-11-25, Streamable HTTP,
 * resumability).
 */
export function boundedEventStore(): EventStore {
  const events = new Map<EventId, KeptEvent>();
  let count = 0;
  let kept = 0;
  return {
    storeEvent: (stream, message) => {
      count += 1;
      const id = `${stream}_${count}`;
      const { length } = JSON.stringify(message);
      events.set(id, { stream, message, length });
      kept += length;
      for (const [oldest, event] of events) {
        if (events.size === 1 || (events.size <= keptEvents && kept <= keptCharacters)) break;
        events.delete(oldest);
        kept -= event.length;
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
