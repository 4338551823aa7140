import { expect, it } from "vitest";
import { runOnce } from "../../runtime/src/server/once.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import type { JsonSchema } from "../../runtime/src/validation/schemas.js";
import { accept, type AnyInput, asked, cancel, decline, filled, form, oneTool, state, text } from "./one-tool.js";

const events: LogEvent[] = [];
const log = (event: LogEvent): void => void events.push(event);

const login = {
  kind: "elicitUrl",
  name: "login",
  needs: [],
  question: () => ({ message: "Sign in", url: "https://example.com/login" }),
} as const;

const price = (schema: JsonSchema, more: object = {}): AnyInput => ({
  kind: "compute",
  name: "price",
  needs: [],
  schema,
  compute: () => 2,
  ...more,
});

it("remembers to the last round that a step outside was done, and asks nobody about it again", async () => {
  let checks = 0;
  const tool = oneTool([{ ...login, completed: () => (checks += 1) > 1 }, form("a", { needs: ["login"] })]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { login: accept() } });
  const third = await tool.leg({}, { state: state(second), answers: { login: accept() } });
  expect(asked(third)).toEqual(["a"]);
  expect(text(await tool.leg({}, { state: state(third), answers: { a: filled } }))).toBe("done");
  expect(checks).toBe(2);
});

it.each([decline, cancel])("remembers %o of a step outside, and does not ask whether it is done", async (answer) => {
  let checks = 0;
  const tool = oneTool([
    { ...login, onDecline: "continue", completed: () => (checks += 1) > 9 },
    form("a", { needs: ["login"] }),
  ]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { login: accept() } });
  const third = await tool.leg({}, { state: state(second), answers: { login: answer } });
  expect(asked(third)).toEqual(["a"]);
  await tool.leg({}, { state: state(third), answers: { a: filled } });
  expect(tool.calls[0]?.inputs["login"]).toEqual({ action: answer.action });
  expect(checks).toBe(1);
});

it("puts a step outside to no client that can no longer take anybody there", async () => {
  let computed = 0;
  const counted = price(true, { compute: () => (computed += 1), refresh: true });
  const tool = oneTool([counted, { ...login, completed: () => false }]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { login: accept() } });
  const before = computed;
  const { error } = await tool.leg({}, { state: state(second), capabilities: { sampling: {} } });
  expect(error?.code).toBe(-32_021);
  expect(computed).toBe(before);
});

it.each([
  ["throws", () => Promise.reject(new Error("secret")), "secret"],
  ["does not say yes or no", () => "done", "The completion check must return true or false"],
])("fails a call whose completion check %s, and says why in the log", async (_, completed, why) => {
  events.length = 0;
  const tool = oneTool([{ ...login, completed: completed as never }], { options: { log } });
  const last = await tool.leg({}, { state: state(await tool.leg({})), answers: { login: accept() } });
  expect(text(last)).toBe('The tool "act" failed.');
  expect(events).toContainEqual(
    expect.objectContaining({ where: "completion login", error: expect.objectContaining({ message: why }) as object }),
  );
});

it.each([
  [() => Number.NaN, "The value holds NaN, which JSON cannot carry"],
  [() => "two", "The value does not match its schema: must be number"],
])("fails a call whose computation gives no such value, and says why in the log", async (compute, why) => {
  events.length = 0;
  const tool = oneTool([price({ type: "number" }, { compute })], { options: { log } });
  expect(text(await tool.leg({}))).toBe('The tool "act" failed.');
  expect(events).toContainEqual(
    expect.objectContaining({ where: "compute price", error: expect.objectContaining({ message: why }) as object }),
  );
});

it("does not use up a flow whose computation or completion check fails: it can be tried again", async () => {
  for (const broken of ["compute", "completed"]) {
    const outcomes = [false, true];
    const work = (): unknown => {
      if (outcomes.shift() === false) throw new Error("down");
      return true;
    };
    const input: AnyInput =
      broken === "compute" ? price(true, { needs: ["login"], compute: work }) : { ...login, completed: work as never };
    const tool = oneTool(broken === "compute" ? [login, input] : [input], { declaration: { once: runOnce } });
    const token = state(await tool.leg({}));
    const leg = () => tool.leg({}, { state: token, answers: { login: accept() } });
    expect((await leg()).result?.["isError"]).toBe(true);
    expect(text(await leg())).toBe("done");
  }
});

it("carries a state although it is only sealed when needed, where the flow may run once or a step outside is checked", async () => {
  const sealedWhenNeeded = { seal: "needed" } as const;
  const tools = [
    oneTool([form("a")], { declaration: { ...sealedWhenNeeded, once: runOnce } }),
    oneTool([form("a"), { ...login, completed: () => true }], { declaration: sealedWhenNeeded }),
  ];
  for (const tool of tools) {
    const first = await tool.leg({}, { answers: { a: filled, login: accept() } });
    expect(asked(first)).toContain("a");
    expect(state(first)).toMatch(/^p1\./);
  }
});

it("counts invalid answers also where a state is only sealed when needed", async () => {
  const tool = oneTool([form("a", { attempts: 1 })], { declaration: { seal: "needed" } });
  const bad = { a: accept({ value: "x" }) };
  const second = await tool.leg({}, { answers: bad });
  expect(text(await tool.leg({}, { state: state(second), answers: bad }))).toContain("2 times without a valid answer");
  expect(text(await tool.leg({}, { state: state(second), answers: { a: filled } }))).toBe("done");
});

it("hands over an accepted answer as one of several outcomes where the client may not be able to ask", async () => {
  const tool = oneTool([form("a", { whenUnavailable: "continue" })]);
  await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  expect(tool.calls[0]?.inputs["a"]).toEqual({ action: "accept", content: { value: "good" } });
});

it("says in the log why a client was not asked, with the input where that turned out later", async () => {
  events.length = 0;
  const unable = { capabilities: { sampling: {} } };
  await oneTool([form("a")], { options: { log } }).leg({}, unable);
  await oneTool([form("b", { when: () => true })], { options: { log } }).leg({}, unable);
  const refused = events.filter(({ event }) => event === "refused");
  expect(refused).toMatchObject([{ reason: "capability" }, { reason: "capability", input: "b" }]);
  expect(refused[0]).not.toHaveProperty("input");
});

it("computes nothing for a call that ends in the author's words because its client cannot be asked", async () => {
  let computed = 0;
  const counted = price(true, { compute: () => (computed += 1) });
  const whenUnavailable = { fail: () => "Ask somebody else.", needs: [] };
  const tool = oneTool([counted, form("a", { needs: ["price"], whenUnavailable })]);
  expect(text(await tool.leg({}, { capabilities: { sampling: {} } }))).toBe("Ask somebody else.");
  expect(computed).toBe(0);
  expect(asked(await tool.leg({}))).toEqual(["a"]);
});

it("goes on with a client that can no longer be asked what it has answered", async () => {
  const poem: AnyInput = {
    kind: "sample",
    name: "poem",
    needs: ["a"],
    request: () => ({ messages: [{ role: "user", content: { type: "text", text: "Write" } }], maxTokens: 10 }),
  };
  const tool = oneTool([form("a"), poem]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  const completion = { role: "assistant", model: "m", content: { type: "text", text: "A rose" } };
  const last = { state: state(second), answers: { poem: completion }, capabilities: { sampling: {} } };
  expect(text(await tool.leg({}, last))).toBe("done");
});

it("fails a call whose question could not be put at once, says where in the log, and can be tried again", async () => {
  events.length = 0;
  const outcomes = [Promise.reject(new TypeError("secret")), Promise.resolve(undefined), Promise.resolve(filled)];
  const within = () => () => outcomes.shift() ?? Promise.resolve(filled);
  const tool = oneTool([form("a"), form("b", { needs: ["a"], within })], {
    declaration: { once: runOnce },
    options: { log },
  });
  const retry = { state: state(await tool.leg({})), answers: { a: filled } };
  expect(text(await tool.leg({}, retry))).toBe('The tool "act" failed.');
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "question b" }));
  expect(text(await tool.leg({}, retry))).toContain('"b" was not answered in time');
  expect(text(await tool.leg({}, retry))).toBe("done");
});

it("leaves a person who has consented to a step outside the time that it takes", async () => {
  let pushed = 0;
  const within = () => () => Promise.resolve((pushed += 1) === 1 ? accept() : decline);
  const tool = oneTool([{ ...login, completed: () => false, within }]);
  expect(asked(await tool.leg({}))).toEqual(["login"]);
  expect(pushed).toBe(1);
});
