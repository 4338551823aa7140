import { expect, it } from "vitest";
import { boundedEventStore } from "../../runtime/src/http/event-store.js";

const message = (length: number) =>
  ({ jsonrpc: "2.0", method: "notifications/message", params: { data: "x".repeat(length) } }) as const;

async function replayed(store: ReturnType<typeof boundedEventStore>, after: string): Promise<number> {
  let count = 0;
  await store.replayEventsAfter(after, {
    send: () => {
      count += 1;
      return Promise.resolve();
    },
  });
  return count;
}

it("replays what came after an event of the same stream, and nothing of another", async () => {
  const store = boundedEventStore();
  const first = await store.storeEvent("a", message(1));
  await store.storeEvent("b", message(1));
  await store.storeEvent("a", message(1));
  expect(await replayed(store, first)).toBe(1);
  for (const id of ["a_9", "b", "", "__proto__", "constructor"]) {
    expect(await store.getStreamIdForEventId?.(id), id).toBeUndefined();
    expect(await replayed(store, id), id).toBe(0);
  }
});

it.each([
  ["many events", 1000, 10, 255],
  ["events of 100 kB", 100, 100_000, 9],
])("forgets the oldest of %s", async (_, count, length, after) => {
  const store = boundedEventStore();
  const ids: string[] = [];
  for (let event = 0; event < count; event += 1) ids.push(await store.storeEvent("a", message(length)));
  let forgotten = 0;
  while ((await store.getStreamIdForEventId?.(ids[forgotten] ?? "")) === undefined) forgotten += 1;
  expect(await replayed(store, ids[forgotten] ?? "")).toBe(after);
});

it("keeps the last event, however long it is, and what follows it", async () => {
  const store = boundedEventStore();
  await store.storeEvent("a", message(10));
  const long = await store.storeEvent("a", message(3_000_000));
  expect(await store.getStreamIdForEventId?.(long)).toBe("a");
  const short = await store.storeEvent("a", message(10));
  expect(await store.getStreamIdForEventId?.(long)).toBeUndefined();
  await store.storeEvent("a", message(10));
  expect(await replayed(store, short)).toBe(1);
});
