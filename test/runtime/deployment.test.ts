import { expect, it } from "vitest";
import type { LogEvent } from "../../runtime/src/server/log.js";
import type { JsonSchema } from "../../runtime/src/validation/schemas.js";
import { accept, type AnyInput, asked, bad, filled, form, oneTool, state, text } from "./one-tool.js";

const events: LogEvent[] = [];
const log = (event: LogEvent): void => void events.push(event);
const dropped = () => events.filter(({ event }) => event === "answer_dropped");

/** The same tool before and after its specification changed. */
function deployed(before: readonly AnyInput[], after: readonly AnyInput[], seal: "always" | "needed" = "always") {
  events.length = 0;
  return {
    before: oneTool(before, { declaration: { specDigest: "1", seal } }),
    after: oneTool(after, { declaration: { specDigest: "2", seal }, options: { log } }),
  };
}

const login = {
  kind: "elicitUrl",
  name: "login",
  needs: [],
  question: () => ({ message: "Sign in", url: "https://example.com/login" }),
} as const;
const sure: AnyInput = { kind: "confirm", name: "sure", needs: [], message: () => "Sure?" };
const poem: AnyInput = {
  kind: "sample",
  name: "poem",
  needs: [],
  request: () => ({ messages: [{ role: "user", content: { type: "text", text: "Write" } }], maxTokens: 10 }),
};
const roots: AnyInput = { kind: "roots", name: "roots", needs: [] };
const answers = {
  a: filled,
  sure: accept(),
  login: accept(),
  poem: { role: "assistant", model: "m", content: { type: "text", text: "A rose" } },
  roots: { roots: [{ uri: "file:///a" }] },
};

it("keeps answers of every kind that still hold", async () => {
  const inputs = [form("a"), sure, login, poem, roots, form("last", { needs: ["a"] })];
  const { before, after } = deployed(inputs, inputs);
  const second = await before.leg({}, { state: state(await before.leg({})), answers });
  expect(asked(second)).toEqual(["last"]);
  expect(text(await after.leg({}, { state: state(second), answers: { last: filled } }))).toBe("done");
  expect(after.calls[0]?.inputs).toMatchObject({
    a: { value: "good" },
    sure: { action: "accept" },
    login: { action: "accept" },
    poem: { content: { text: "A rose" } },
    roots: [{ uri: "file:///a" }],
  });
  expect(dropped()).toEqual([]);
});

it("asks again for every kind of answer that a new condition does not hold for, and says why in the log", async () => {
  const never = { checks: [{ rule: () => false, message: () => "Not any more." }] };
  const inputs = [form("a"), sure, login, poem, roots] as const;
  const last = form("last", { needs: ["a"] });
  const { before, after } = deployed(
    [...inputs, last],
    [...inputs.map((input): AnyInput => ({ ...input, ...never })), last],
  );
  const second = await before.leg({}, { state: state(await before.leg({})), answers });
  const third = await after.leg({}, { state: state(second) });
  expect(asked(third)).toEqual(["a", "sure", "login", "poem", "roots"]);
  expect(dropped()).toEqual(
    inputs.map(({ name }) => expect.objectContaining({ input: name, reason: "respecified" }) as object),
  );
});

it("asks again in new words, and says that it was specified otherwise", async () => {
  const { before, after } = deployed([sure], [{ ...sure, message: () => "Really?" }]);
  const second = await after.leg({}, { state: state(await before.leg({})), answers: { sure: accept() } });
  expect(asked(second)).toEqual(["sure"]);
  expect(dropped()).toEqual([expect.objectContaining({ input: "sure", reason: "respecified" })]);
  const reworded = oneTool([{ ...sure, message: () => "Certain?" }], {
    declaration: { specDigest: "2" },
    options: { log },
  });
  await reworded.leg({}, { state: state(second) });
  expect(dropped().slice(1)).toEqual([expect.objectContaining({ input: "sure", reason: "reworded" })]);
});

const price = (schema: JsonSchema, more: object = {}): AnyInput => ({
  kind: "compute",
  name: "price",
  needs: [],
  schema,
  compute: () => 2,
  ...more,
});

it("keeps a computed value that is of the new shape, computes it again where it is not, or is to be fresh", async () => {
  const once = price({ type: "number" }, { compute: () => 1 });
  for (const [then, value] of [
    [price({ type: "number" }), 1],
    [price({ type: "integer", minimum: 2 }), 2],
    [price({ type: "number" }, { refresh: true }), 2],
  ] as const) {
    const { before, after } = deployed([once, form("a")], [then, form("a")]);
    await after.leg({}, { state: state(await before.leg({})), answers: { a: filled } });
    expect(after.calls[0]?.inputs["price"]).toBe(value);
  }
  expect(dropped()).toEqual([]);
  const { before, after } = deployed(
    [once, form("a")],
    [price({ type: "string" }, { compute: () => "two" }), form("a")],
  );
  await after.leg({}, { state: state(await before.leg({})), answers: { a: filled } });
  expect(dropped()).toEqual([expect.objectContaining({ input: "price", reason: "respecified" })]);
});

it("asks for what was computed, and computes what was asked for", async () => {
  const computed: AnyInput = {
    kind: "compute",
    name: "a",
    needs: [],
    schema: true,
    compute: () => ({ value: "made" }),
  };
  const one = deployed([computed, form("b")], [form("a"), form("b")]);
  const second = await one.after.leg({}, { state: state(await one.before.leg({})), answers: { a: filled, b: filled } });
  expect(asked(second)).toEqual(["a"]);
  const other = deployed([form("a"), form("b", { needs: ["a"] })], [computed, form("b", { needs: ["a"] })]);
  const asking = await other.before.leg({}, { state: state(await other.before.leg({})), answers: { a: filled } });
  await other.after.leg({}, { state: state(asking), answers: { b: filled } });
  expect(other.after.calls[0]?.inputs["a"]).toEqual({ value: "made" });
});

it("is done with a step outside that nobody checks any more", async () => {
  const { before, after } = deployed([{ ...login, completed: () => false }], [login]);
  const second = await before.leg({}, { state: state(await before.leg({})), answers: { login: accept() } });
  expect(asked(second)).toEqual(["login"]);
  expect(text(await after.leg({}, { state: state(second) }))).toBe("done");
  expect(after.calls[0]?.inputs["login"]).toEqual({ action: "accept" });
  // And stays done, to the last round.
  const { after: longer } = deployed([], [login, form("a", { needs: ["login"] })]);
  const third = await longer.leg({}, { state: state(second) });
  expect(asked(third)).toEqual(["a"]);
  expect(text(await longer.leg({}, { state: state(third), answers: { a: filled } }))).toBe("done");
});

it("holds nothing against a specification under which it was kept already", async () => {
  const never = { checks: [{ rule: () => false, message: () => "Not any more." }] };
  const last = form("last", { needs: ["a"] });
  const before = oneTool([price({ type: "number" }, { compute: () => 1 }), form("a"), last]);
  const after = oneTool([price({ type: "string" }), form("a", never), last], { options: { log } });
  events.length = 0;
  const second = await before.leg({}, { state: state(await before.leg({})), answers: { a: filled } });
  expect(text(await after.leg({}, { state: state(second), answers: { last: filled } }))).toBe("done");
  expect(after.calls[0]?.inputs).toMatchObject({ price: 1, a: { value: "good" } });
  expect(dropped()).toEqual([]);
});

it("takes no answer to what a flow with a state has not asked, though one without would", async () => {
  const { before, after } = deployed([form("a")], [form("a"), form("b")], "needed");
  expect(text(await after.leg({}, { answers: { a: filled, b: filled } }))).toBe("done");
  const again = await before.leg({}, { answers: { a: bad } });
  const third = await after.leg({}, { state: state(again), answers: { a: filled, b: filled } });
  expect(asked(third)).toEqual(["b"]);
  expect(text(await after.leg({}, { state: state(third), answers: { b: filled } }))).toBe("done");
});
