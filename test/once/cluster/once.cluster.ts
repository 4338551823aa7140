import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { call, card, lastRequest, receiptOf, stateOf } from "./calls.js";
import { type Cluster, startCluster } from "./cluster.js";
import { missingPrograms } from "./programs.js";

const missing = missingPrograms();
if (missing !== undefined) console.warn(`The cluster is not tested: ${missing}.`);

let cluster: Cluster;
beforeEach(({ skip }) => skip(missing !== undefined, missing));
beforeAll(async () => {
  if (missing === undefined) cluster = await startCluster();
});
afterAll(() => cluster?.stop());

const many = Array.from({ length: 60 }, (_, index) => index);

it("runs once for any number of replays on all instances, and gives all the same result", async () => {
  const last = await lastRequest(cluster.url, "charge", 1);
  const replies = await Promise.all(many.map(() => call(cluster.url, "charge", 1, last)));
  expect(new Set(replies.map(({ server }) => server)).size).toBe(3);
  expect(cluster.ran(1)).toHaveLength(1);
  const [receipt] = replies.map(receiptOf);
  expect(receipt).toEqual(expect.any(String));
  expect(replies.map(receiptOf)).toEqual(many.map(() => receipt));
  // Long after, too.
  expect(receiptOf(await call(cluster.url, "charge", 1, last))).toBe(receipt);
});

it("runs for every replay without once, so they do arrive", async () => {
  const last = await lastRequest(cluster.url, "charge_each", 2);
  const replies = await Promise.all(many.map(() => call(cluster.url, "charge_each", 2, last)));
  expect(cluster.ran(2)).toHaveLength(many.length);
  expect(new Set(replies.map(receiptOf)).size).toBe(many.length);
});

it("keeps twenty flows at once apart, each replayed five times", async () => {
  const flows = await Promise.all(Array.from({ length: 20 }, () => lastRequest(cluster.url, "charge", 3)));
  const replies = await Promise.all(
    flows.map((last) => Promise.all([1, 2, 3, 4, 5].map(() => call(cluster.url, "charge", 3, last)))),
  );
  for (const replays of replies) expect(new Set(replays.map(receiptOf)).size).toBe(1);
  expect(new Set(replies.flat().map(receiptOf)).size).toBe(20);
  expect(cluster.ran(3)).toHaveLength(20);
});

it("loses no flow with the process that asked its question", async () => {
  const first = await call(cluster.url, "charge", 4);
  const asked = cluster.servers.findIndex((_, number) => first.server.endsWith(`:${cluster.ports[number]}`));
  await cluster.servers[asked]?.stop("SIGKILL");
  try {
    const second = await call(cluster.url, "charge", 4, { requestState: stateOf(first), inputResponses: { card } });
    const last = { requestState: stateOf(second), inputResponses: { agree: { action: "accept" } } };
    const replies = await Promise.all(many.map(() => call(cluster.url, "charge", 4, last)));
    expect(new Set(replies.map(receiptOf)).size).toBe(1);
    expect(receiptOf(replies[0] ?? first)).toEqual(expect.any(String));
    expect(cluster.ran(4)).toHaveLength(1);
  } finally {
    await cluster.startServer(asked);
  }
});

it("does not run again what was running in a process that was killed", async () => {
  const last = await lastRequest(cluster.url, "charge", 5);
  const cut = call(cluster.url, "charge", 5, last).catch(() => undefined);
  await expect.poll(() => cluster.ran(5)).toHaveLength(1);
  await Promise.all(cluster.servers.map((server) => server.stop("SIGKILL")));
  await cut;
  await Promise.all(cluster.servers.map((_, number) => cluster.startServer(number)));
  const again = await call(cluster.url, "charge", 5, last);
  expect(again.error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  expect(cluster.ran(5)).toHaveLength(1);
});

it("runs nothing while Redis is away, says so, and goes on with the same flow when it is back", async () => {
  const done = await lastRequest(cluster.url, "charge", 6);
  const receipt = receiptOf(await call(cluster.url, "charge", 6, done));
  const open = await lastRequest(cluster.url, "charge", 7);
  await cluster.redis.stop();
  try {
    const replies = await Promise.all([1, 2, 3].map(() => call(cluster.url, "charge", 7, open)));
    for (const { result } of replies) {
      expect(result).toMatchObject({ isError: true, content: [{ text: 'The tool "charge" failed.' }] });
    }
    // What needs no store is served.
    expect(stateOf(await call(cluster.url, "charge", 7))).toEqual(expect.any(String));
    expect(cluster.ran(7)).toEqual([]);
    const lines = cluster.servers.flatMap((server) => server.log().split("\n")).filter((line) => line.startsWith("{"));
    const failures = lines.map((line) => JSON.parse(line) as { error?: string }).filter(({ error }) => error);
    expect(failures).toHaveLength(3);
    for (const failure of failures) {
      expect(failure).toMatchObject({ event: "failed", level: "error", target: "charge", where: "replay store" });
      expect(failure.error).toContain("It is not known whether this has run already, so it did not run");
    }
  } finally {
    await cluster.startRedis();
  }
  await expect
    .poll(async () => receiptOf(await call(cluster.url, "charge", 7, open)), { timeout: 10_000 })
    .toEqual(expect.any(String));
  expect(cluster.ran(7)).toHaveLength(1);
  expect(receiptOf(await call(cluster.url, "charge", 6, done))).toBe(receipt);
  expect(cluster.ran(6)).toHaveLength(1);
});
