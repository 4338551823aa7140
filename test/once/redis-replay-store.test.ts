import process from "node:process";
import { expect, it } from "vitest";
import { redisReplayStore } from "../../runtime/src/redis/redis-replay-store.js";
import { runOnce } from "../../runtime/src/server/once.js";
import { filled, form, oneTool, state, text } from "../runtime/one-tool.js";

/** As much of Redis as the store speaks. */
function fakeRedis() {
  const values = new Map<string, string>();
  const commands: (readonly string[])[] = [];
  const send = ([name, key = "", value = "", ...options]: readonly [string, ...string[]]): Promise<unknown> => {
    commands.push([name, key, value, ...options]);
    if (name === "GET") return Promise.resolve(values.get(key) ?? null);
    if (options[0] === "NX" && values.has(key)) return Promise.resolve(null);
    values.set(key, value);
    return Promise.resolve("OK");
  };
  return { send, commands };
}

it("tells one of all that ask, in one atomic command that expires with the flow", async () => {
  const { send, commands } = fakeRedis();
  const store = redisReplayStore({ send, now: () => 1000 });
  expect(await Promise.all([store.consume("f", 1234.5), store.consume("f", 1234.5)])).toEqual(["first", "seen"]);
  expect(commands[0]).toEqual(["SET", "parley:flow:f", expect.any(String), "NX", "PX", "235"]);
});

it.each([0, 60_000, 90_000_000, -90_000_000])("tells one although the clock of Redis is %i ms ahead", async (ahead) => {
  let now = 1_000_001_000;
  const expiries = new Map<string, number>();
  /** `SET` with an expiry, by the clock of Redis: what expires in the past is gone at once, and the reply is OK all the same. */
  const send = ([name, key = "", , nx, unit, time]: readonly [string, ...string[]]): Promise<unknown> => {
    const clock = now + ahead;
    const isThere = (expiries.get(key) ?? 0) > clock;
    if (name === "GET") return Promise.resolve(isThere ? "of another" : null);
    if (nx === "NX" && isThere) return Promise.resolve(null);
    expiries.set(key, unit === "PXAT" ? Number(time) : clock + Number(time));
    return Promise.resolve("OK");
  };
  const store = redisReplayStore({ send, now: () => now });
  expect(await store.consume("f", 1_000_005_000)).toBe("first");
  now = 1_000_004_999;
  expect(await store.consume("f", 1_000_005_000)).toBe("seen");
});

it("knows its own command that the client sent twice", async () => {
  const { send } = fakeRedis();
  const twice: typeof send = async (command) => {
    const reply = await send(command);
    return command[0] === "SET" ? send(command) : reply;
  };
  const store = redisReplayStore({ send: twice });
  expect(await store.consume("f", 1234)).toBe("first");
  expect(await store.consume("f", 1234)).toBe("seen");
});

it("gives up on a Redis that does not answer", async () => {
  const store = redisReplayStore({ send: () => new Promise(() => {}), patience: 20 });
  await expect(store.consume("f", 1)).rejects.toThrow("Redis did not answer within 20 ms");
});

it("leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
  const before = timers();
  await redisReplayStore({ send: fakeRedis().send }).consume("f", 1);
  expect(timers()).toBe(before);
});

it.each([{ keep: 0 }, { keep: 1.5 }, { patience: -1 }, { patience: Number.POSITIVE_INFINITY }])(
  "refuses durations that are none: %o",
  (durations) => {
    expect(() => redisReplayStore({ send: () => Promise.resolve(null), ...durations })).toThrow(
      new RangeError(`${Object.keys(durations).join()} must be a positive whole number of milliseconds`),
    );
  },
);

it("keeps outcomes for a while", async () => {
  const { send, commands } = fakeRedis();
  const store = redisReplayStore({ send, prefix: "x:", keep: 5000 });
  expect(await store.get("f")).toBeUndefined();
  await store.put("f", "outcome", 1);
  expect(await store.get("f")).toBe("outcome");
  expect(commands[1]).toEqual(["SET", "x:outcome:f", "outcome", "PX", "5000"]);
});

it.each(["QUEUED", undefined, 1])("takes no other reply for a first: %o", async (reply) => {
  await expect(redisReplayStore({ send: () => Promise.resolve(reply) }).consume("f", 1)).rejects.toThrow(
    "unexpected reply",
  );
});

it("lets two instances run a flow once between them", async () => {
  const { send } = fakeRedis();
  let runs = 0;
  const instance = () =>
    oneTool([form("a")], {
      declaration: { once: runOnce },
      options: { replays: redisReplayStore({ send }) },
      handler: () => ({ content: [{ type: "text", text: `run ${(runs += 1)}` }] }),
    });
  const [one, two] = [instance(), instance()];
  const token = state(await one.leg({}));
  const retry = { state: token, answers: { a: filled } };
  expect((await Promise.all([one.leg({}, retry), two.leg({}, retry)])).map(text)).toEqual(["run 1", "run 1"]);
});

it("runs nothing when Redis is down", async () => {
  const replays = redisReplayStore({ send: () => Promise.reject(new Error("ECONNREFUSED")) });
  const tool = oneTool([form("a")], { declaration: { once: runOnce }, options: { replays } });
  const leg = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  expect(text(leg)).toBe('The tool "act" failed.');
  expect(tool.calls).toHaveLength(0);
});
