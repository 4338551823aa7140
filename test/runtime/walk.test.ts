import { expect, it } from "vitest";
import type { LogEvent } from "../../runtime/src/server/log.js";
import {
  accept,
  type AnyInput,
  asked,
  bad,
  cancel,
  decline,
  filled,
  form,
  message,
  oneTool,
  state,
  text,
  type Values,
} from "./one-tool.js";

const done = { content: [{ type: "text", text: "done" }] };

it("asks all independent questions in one round, of mixed kinds, and completes in one retry", async () => {
  const tool = oneTool([
    form("a"),
    { kind: "confirm", name: "b", needs: [], message: () => "Sure?" },
    { kind: "roots", name: "c", needs: [] },
  ]);
  const first = await tool.leg({});
  expect(asked(first)).toEqual(["a", "b", "c"]);
  expect(tool.calls).toHaveLength(0);
  const roots = { roots: [{ uri: "file:///work" }] };
  const last = await tool.leg({}, { state: state(first), answers: { a: filled, b: accept(), c: roots } });
  expect(last.result).toMatchObject(done);
  expect(tool.calls).toHaveLength(1);
  expect({ ...tool.calls[0]?.inputs }).toEqual({ a: { value: "good" }, b: { action: "accept" }, c: roots.roots });
});

it("asks a dependent question only in the round after its need, each question once", async () => {
  const tool = oneTool([
    form("b", {
      needs: ["a"],
      question: (_: Values, inputs: { a: { value: string } }) => ({
        message: `After ${inputs.a.value}?`,
        requestedSchema: { type: "object", properties: {} },
      }),
    }),
    form("a"),
  ]);
  const first = await tool.leg({});
  expect(asked(first)).toEqual(["a"]);
  const second = await tool.leg({}, { state: state(first), answers: { a: filled } });
  expect(asked(second)).toEqual(["b"]);
  expect(message(second, "b")).toBe("After good?");
  const last = await tool.leg({}, { state: state(second), answers: { b: accept({}) } });
  expect(last.result).toMatchObject(done);
});

it("walks a chain of four, keeping the first answer", async () => {
  const names = ["a", "b", "c", "d"];
  const tool = oneTool(names.map((name, index) => form(name, { needs: names.slice(0, index) })));
  let leg = await tool.leg({});
  for (const name of names) {
    expect(asked(leg)).toEqual([name]);
    leg = await tool.leg({}, { state: state(leg), answers: { [name]: accept({ value: `of ${name}` }) } });
  }
  expect(leg.result).toMatchObject(done);
  expect(tool.calls[0]?.inputs["a"]).toEqual({ value: "of a" });
  expect(tool.calls[0]?.flow.round).toBe(4);
});

it("counts no answer whose state was left out, and asks", async () => {
  const tool = oneTool([form("a")]);
  const first = await tool.leg({}, { answers: { a: filled } });
  expect(asked(first)).toEqual(["a"]);
  const again = await tool.leg({}, { answers: { a: filled } });
  expect(asked(again)).toEqual(["a"]);
  expect(tool.calls).toHaveLength(0);
  expect((await tool.leg({}, { state: state(again), answers: { a: filled } })).result).toMatchObject(done);
});

it("counts no answer to a question that was not asked yet", async () => {
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })]);
  const first = await tool.leg({});
  const second = await tool.leg({}, { state: state(first), answers: { a: filled, b: filled } });
  expect(asked(second)).toEqual(["b"]);
});

it("asks again when the question was reworded between asking and answering", async () => {
  let price = 12;
  const events: LogEvent[] = [];
  const tool = oneTool(
    [{ kind: "confirm", name: "buy", needs: [], message: () => `It costs ${price}. Buy?` }, form("sibling")],
    { options: { log: (event) => events.push(event) } },
  );
  const first = await tool.leg({});
  price = 1200;
  const second = await tool.leg({}, { state: state(first), answers: { buy: accept(), sibling: filled } });
  expect(asked(second)).toEqual(["buy"]);
  expect(message(second, "buy")).toBe("It costs 1200. Buy?");
  expect(events).toContainEqual(expect.objectContaining({ event: "answer_dropped", input: "buy", reason: "reworded" }));
  expect((await tool.leg({}, { state: state(second), answers: { buy: accept() } })).result).toMatchObject(done);
});

it("drops a recorded refusal, too, when its question was reworded", async () => {
  let price = 1200;
  const tool = oneTool([
    { kind: "confirm", name: "buy", needs: [], message: () => `It costs ${price}. Buy?`, onDecline: "continue" },
    form("then", { needs: ["buy"] }),
  ]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { buy: decline } });
  expect(asked(second)).toEqual(["then"]);
  price = 1;
  expect(asked(await tool.leg({}, { state: state(second), answers: { then: filled } }))).toEqual(["buy"]);
});

it("lets a recorded answer beat a re-sent one", async () => {
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: accept({ value: "first" }) } });
  await tool.leg({}, { state: state(second), answers: { a: accept({ value: "second" }), b: filled } });
  expect(tool.calls[0]?.inputs["a"]).toEqual({ value: "first" });
});

it("names a field as it is called, whatever its name, when it says what was wrong", async () => {
  const properties = { "a/b~c": { type: "string", maxLength: 3 } } as const;
  const question = () => ({ message: "Which?", requestedSchema: { type: "object", properties } });
  const tool = oneTool([form("a", { question })]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: accept({ "a/b~c": "long" }) } });
  expect(message(second, "a")).toBe(
    "Which?\n\nThe last answer was not accepted: a/b~c must have at most 3 characters.",
  );
});

it("tells a person of so many unknown fields only", async () => {
  const tool = oneTool([form("a")]);
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, 1]));
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: accept(unknown) } });
  expect(message(second, "a").match(/is not a field of the form/g)).toHaveLength(99);
});

it("asks only the invalid question again, says what was wrong, and keeps the valid sibling", async () => {
  const tool = oneTool([form("a"), form("b")]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled, b: bad } });
  expect(asked(second)).toEqual(["b"]);
  expect(message(second, "b")).toBe(
    "Which b?\n\nThe last answer was not accepted: value must have at least 2 characters.",
  );
  expect((await tool.leg({}, { state: state(second), answers: { b: filled } })).result).toMatchObject(done);
  expect(tool.calls[0]?.inputs["a"]).toEqual({ value: "good" });
});

it.each([
  ["a missing field", accept({})],
  ["accepted without content", accept()],
  ["another type", accept({ value: 7 })],
  ["an unknown field", accept({ value: "good", more: 1 })],
  ["content that is a list", { action: "accept", content: [] }],
  ["no action", { content: { value: "good" } }],
  ["an unknown action", { action: "approve", content: { value: "good" } }],
  ["a model's completion", { role: "assistant", content: { type: "text", text: "good" }, model: "m" }],
  ["roots", { roots: [] }],
  ["a wrapped result", { result: { action: "accept", content: { value: "good" } } }],
])("refuses as an answer to a form: %s", async (_, answer) => {
  const tool = oneTool([form("a")]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: answer } });
  expect(asked(second)).toEqual(["a"]);
  expect(tool.calls).toHaveLength(0);
});

it("fails the call after the attempts, with a clear error", async () => {
  const tool = oneTool([form("a", { attempts: 2 })]);
  let leg = await tool.leg({});
  for (const attempt of [1, 2]) {
    leg = await tool.leg({}, { state: state(leg), answers: { a: bad } });
    expect(asked(leg), `after ${attempt} invalid answers`).toEqual(["a"]);
  }
  leg = await tool.leg({}, { state: state(leg), answers: { a: bad } });
  expect(leg.result?.["isError"]).toBe(true);
  expect(text(leg)).toContain('"a" was asked 3 times without a valid answer');
});

it("allows three more attempts when nothing is said", async () => {
  const tool = oneTool([form("a")]);
  let leg = await tool.leg({});
  for (let count = 0; count < 3; count += 1) leg = await tool.leg({}, { state: state(leg), answers: { a: bad } });
  expect(asked(leg)).toEqual(["a"]);
  expect((await tool.leg({}, { state: state(leg), answers: { a: bad } })).result?.["isError"]).toBe(true);
});

it("does not count a round without an answer as an attempt", async () => {
  const tool = oneTool([form("a", { attempts: 0 })]);
  let leg = await tool.leg({});
  for (let count = 0; count < 3; count += 1) leg = await tool.leg({}, { state: state(leg) });
  expect((await tool.leg({}, { state: state(leg), answers: { a: filled } })).result).toMatchObject(done);
});

it.each([
  ["decline", decline, "declined"],
  ["cancel", cancel, "cancelled"],
])("ends the call on %s, in words that a model will not retry blindly", async (_, answer, word) => {
  const tool = oneTool([form("a"), form("b")]);
  const last = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: answer } });
  expect(last.result?.["isError"]).toBe(true);
  expect(text(last)).toBe(
    `The input "a" was ${word}, so nothing was done. Do not call again unless the user asks for it.`,
  );
  expect(tool.calls).toHaveLength(0);
});

it.each([decline, cancel])("hands the author %o with onDecline: continue, and does not ask again", async (answer) => {
  const tool = oneTool([form("a", { onDecline: "continue" }), form("b", { needs: ["a"] })]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { a: answer } });
  expect(asked(second)).toEqual(["b"]);
  await tool.leg({}, { state: state(second), answers: { a: filled, b: filled } });
  expect(tool.calls[0]?.inputs["a"]).toEqual(answer);
});

it("looks at content only on accept", async () => {
  const tool = oneTool([form("a", { onDecline: "continue" })]);
  await tool.leg(
    {},
    { state: state(await tool.leg({})), answers: { a: { action: "decline", content: { value: "good" } } } },
  );
  expect(tool.calls[0]?.inputs["a"]).toEqual({ action: "decline" });
});

it("ignores unknown keys and never stores them", async () => {
  const tool = oneTool([form("a"), form("b", { needs: ["a"] })]);
  const big = accept({ value: "x".repeat(5000) });
  const second = await tool.leg(
    {},
    { state: state(await tool.leg({})), answers: { a: filled, ghost: big, constructor: big } },
  );
  expect(asked(second)).toEqual(["b"]);
  expect(state(second).length).toBeLessThan(1500);
});

it("skips an input whose condition is false, and asks it when it is true", async () => {
  const conditional = form("a", { when: (args: Values) => args["size"] === "large" });
  const tool = oneTool([conditional]);
  expect((await tool.leg({ size: "small" })).result).toMatchObject(done);
  expect(tool.calls[0]?.inputs["a"]).toBeUndefined();
  expect(asked(await tool.leg({ size: "large" }))).toEqual(["a"]);
});

it("computes once in a flow and keeps what was shown, also on another instance", async () => {
  let computed = 0;
  const inputs: readonly AnyInput[] = [
    { kind: "compute", name: "quote", needs: [], schema: { type: "number" }, compute: () => (computed += 1) },
    { kind: "confirm", name: "ok", needs: ["quote"], message: (_, values) => `It costs ${String(values["quote"])}` },
  ];
  const first = await oneTool(inputs).leg({});
  expect(message(first, "ok")).toBe("It costs 1");
  const other = oneTool(inputs);
  await other.leg({}, { state: state(first), answers: { ok: accept() } });
  expect(computed).toBe(1);
  expect(other.calls[0]?.inputs["quote"]).toBe(1);
});

it("computes again every round what is refreshed, and asks again when that changes the question", async () => {
  const prices = [10, 10, 99, 99];
  const tool = oneTool([
    {
      kind: "compute",
      name: "price",
      needs: [],
      schema: { type: "number" },
      refresh: true,
      compute: () => prices.shift(),
    },
    { kind: "confirm", name: "ok", needs: ["price"], message: (_, values) => `It costs ${String(values["price"])}` },
    form("more", { needs: ["ok"] }),
  ]);
  const second = await tool.leg({}, { state: state(await tool.leg({})), answers: { ok: accept() } });
  expect(asked(second)).toEqual(["more"]);
  const third = await tool.leg({}, { state: state(second), answers: { more: filled } });
  expect(asked(third)).toEqual(["ok"]);
  expect(message(third, "ok")).toBe("It costs 99");
});

it("asks again when a pinned value changed that the text does not mention", async () => {
  let repository = 1;
  const pinned: AnyInput = {
    kind: "confirm",
    name: "ok",
    needs: [],
    message: () => "Delete it?",
    pins: () => [repository],
  };
  const tool = oneTool([pinned]);
  const first = await tool.leg({});
  repository = 2;
  const second = await tool.leg({}, { state: state(first), answers: { ok: accept() } });
  expect(asked(second)).toEqual(["ok"]);
  expect((await tool.leg({}, { state: state(second), answers: { ok: accept() } })).result).toMatchObject(done);
});

it("runs independent computations concurrently, dependent ones in order", async () => {
  const log: string[] = [];
  let release = (): void => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting = (name: string): AnyInput => ({
    kind: "compute",
    name,
    needs: [],
    schema: true,
    compute: async () => {
      log.push(`start ${name}`);
      // Neither can end before both have started.
      if (log.length === 2) release();
      await both;
      return name;
    },
  });
  const tool = oneTool([
    waiting("a"),
    waiting("b"),
    {
      kind: "compute",
      name: "c",
      needs: ["a", "b"],
      schema: true,
      compute: (_, call) => `${String(call.inputs["a"])}${String(call.inputs["b"])}`,
    },
  ]);
  await tool.leg({});
  expect(tool.calls[0]?.inputs["c"]).toBe("ab");
});

it("refuses a computed value that does not match its schema, without telling the client", async () => {
  const events: LogEvent[] = [];
  const tool = oneTool(
    [{ kind: "compute", name: "quote", needs: [], schema: { type: "number" }, compute: () => "secret" }],
    { options: { log: (event) => events.push(event) } },
  );
  const leg = await tool.leg({});
  expect(text(leg)).toBe('The tool "act" failed.');
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "compute quote" }));
});

it("checks answers beyond their schema", async () => {
  const check = {
    rule: (args: Values, _: Values, answer: { value: string }) => answer.value === args["repository"],
    message: (args: Values) => `Type ${String(args["repository"])} to go on.`,
  };
  const tool = oneTool([form("name", { checks: [check] })]);
  const args = { repository: "blog" };
  const second = await tool.leg(args, {
    state: state(await tool.leg(args)),
    answers: { name: accept({ value: "bolg" }) },
  });
  expect(message(second, "name")).toBe("Which name?\n\nType blog to go on.");
  expect(
    (await tool.leg(args, { state: state(second), answers: { name: accept({ value: "blog" }) } })).result,
  ).toMatchObject(done);
});

it("asks again, rather than failing, when a check cannot be evaluated for an answer", async () => {
  const check = {
    rule: () => {
      throw new RangeError("no such key");
    },
    message: () => "Try again.",
  };
  const tool = oneTool([form("a", { checks: [check] })]);
  expect(asked(await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } }))).toEqual(["a"]);
});

it("needs no state for a flow of one round with seal: needed", async () => {
  const tool = oneTool([form("a"), form("b")], { declaration: { seal: "needed" } });
  const first = await tool.leg({});
  expect(asked(first)).toEqual(["a", "b"]);
  expect(first.result).not.toHaveProperty("requestState");
  expect((await tool.leg({}, { answers: { a: filled, b: filled } })).result).toMatchObject(done);
});

it("seals a flow of one round with seal: needed as soon as there is something to remember", async () => {
  const tool = oneTool([form("a"), form("b")], { declaration: { seal: "needed" } });
  const second = await tool.leg({}, { answers: { a: filled } });
  expect(asked(second)).toEqual(["b"]);
  expect((await tool.leg({}, { state: state(second), answers: { b: filled } })).result).toMatchObject(done);
});

it("seals in spite of seal: needed where a flow computes or has several rounds", async () => {
  const computes: AnyInput = { kind: "compute", name: "c", needs: [], schema: true, compute: () => 1 };
  for (const inputs of [
    [computes, form("a")],
    [form("a"), form("b", { needs: ["a"] })],
  ]) {
    const tool = oneTool(inputs, { declaration: { seal: "needed" } });
    const first = await tool.leg({}, { answers: { a: filled } });
    expect(asked(first)).toEqual(["a"]);
    expect(state(first)).toMatch(/^p1\./);
  }
});

it("gives a flow one id in all its rounds, and another to every other flow", async () => {
  const events: LogEvent[] = [];
  const tool = oneTool([form("a")], { options: { log: (event) => events.push(event) } });
  const first = await tool.leg({});
  await tool.leg({}, { state: state(first), answers: { a: filled } });
  await tool.leg({}, { state: state(await tool.leg({})), answers: { a: filled } });
  const ids = tool.calls.map((call) => call.flow.id);
  expect(new Set(ids).size).toBe(2);
  expect(events.find((event) => event.event === "round")).toMatchObject({ flow: ids[0], asked: ["a"] });
});

it("holds recorded answers and values against what a deployment has changed, and asks only what fails", async () => {
  const strict = {
    rule: (_: Values, __: Values, answer: { value: string }) => answer.value !== "good",
    message: () => "?",
  };
  const later = form("c", { needs: ["a", "b", "n"] });
  const number: AnyInput = { kind: "compute", name: "n", needs: [], schema: { type: "number" }, compute: () => 1 };
  const before = oneTool([form("a"), form("b"), number, later], { declaration: { specDigest: "1" } });
  const second = await before.leg({}, { state: state(await before.leg({})), answers: { a: filled, b: filled } });
  const text: AnyInput = { ...number, schema: { type: "string" }, compute: () => "one" };
  const after = oneTool([form("a"), form("b", { checks: [strict] }), text, later], {
    declaration: { specDigest: "2" },
  });
  const third = await after.leg({}, { state: state(second), answers: { c: filled } });
  expect(asked(third)).toEqual(["b"]);
  const better = accept({ value: "better" });
  const fourth = await after.leg({}, { state: state(third), answers: { b: better } });
  expect(asked(fourth)).toEqual(["c"]);
  await after.leg({}, { state: state(fourth), answers: { c: filled } });
  expect(after.calls.at(-1)?.inputs).toMatchObject({ a: { value: "good" }, b: { value: "better" }, n: "one" });
});

it("carries no refreshed value in the state, and every other computed one", async () => {
  const big = (refresh: boolean): AnyInput => ({
    kind: "compute",
    name: "big",
    needs: [],
    schema: { type: "string" },
    compute: () => "x".repeat(3000),
    ...(refresh && { refresh }),
  });
  expect(state(await oneTool([big(true), form("a")]).leg({})).length).toBeLessThan(1000);
  expect(state(await oneTool([big(false), form("a")]).leg({})).length).toBeGreaterThan(3000);
});
