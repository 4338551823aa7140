import { expect, it } from "vitest";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { runOnce } from "../../runtime/src/server/once.js";
import { type AnyInput, asked, cancel, decline, filled, form, oneTool, state, text, type Values } from "./one-tool.js";

const forms = { elicitation: { form: {} } };

const words = {
  onDecline: {
    fail: ({ name }: Values) => `${String(name)} was kept.`,
    cancel: ({ name }: Values) => `${String(name)} was kept for now.`,
  },
};

/** The last reply to a call whose only question got this answer. */
async function after(input: AnyInput, answer: object) {
  const tool = oneTool([input]);
  const first = await tool.leg({ name: "orders" });
  return tool.leg({ name: "orders" }, { state: state(first), answers: { a: answer } });
}

it("ends in the author's words after a no, and in others after a dismissal", async () => {
  const refused = await after(form("a", words), decline);
  expect(refused.result).toMatchObject({ isError: true });
  expect(text(refused)).toBe("orders was kept.");
  expect(text(await after(form("a", words), cancel))).toBe("orders was kept for now.");
});

it("has the same words for both where there is one text", async () => {
  const one = form("a", { onDecline: { fail: () => "Nothing was done." } });
  expect(text(await after(one, decline))).toBe("Nothing was done.");
  expect(text(await after(one, cancel))).toBe("Nothing was done.");
});

it("says in the author's words what was computed or answered before", async () => {
  const price: AnyInput = { kind: "compute", name: "price", needs: [], schema: { type: "number" }, compute: () => 12 };
  const input = form("a", {
    needs: ["price"],
    onDecline: { fail: (_args: Values, inputs: Values) => `Refused at ${String(inputs["price"])}.` },
  });
  const tool = oneTool([price, input]);
  const first = await tool.leg({});
  expect(text(await tool.leg({}, { state: state(first), answers: { a: decline } }))).toBe("Refused at 12.");
});

/** A question that a client without forms is refused for in these words, after a value that costs something to compute. */
function unavailable(needs: readonly string[] = []) {
  let computed = 0;
  const events: LogEvent[] = [];
  const price: AnyInput = {
    kind: "compute",
    name: "price",
    needs: [],
    schema: { type: "number" },
    compute: () => (computed += 1),
  };
  const fail = ({ name }: Values, { price: value }: Values) =>
    `Use the command line for ${String(name)} (${String(value)}).`;
  const input = form("a", { needs, whenUnavailable: { fail, needs } });
  const tool = oneTool([price, input], { options: { log: (event) => events.push(event) } });
  return { ...tool, computed: () => computed, events };
}

it("refuses in the author's words a client that cannot be asked, before anything is computed", async () => {
  const tool = unavailable();
  const refused = await tool.leg({ name: "orders" }, { capabilities: {} });
  expect(refused.result).toMatchObject({ isError: true });
  expect(text(refused)).toBe("Use the command line for orders (undefined).");
  expect([tool.computed(), tool.calls.length]).toEqual([0, 0]);
  expect(tool.events).toMatchObject([{ event: "refused", reason: "input_unavailable", input: "a" }]);
});

it("refuses in words that mention a value once it is there", async () => {
  const tool = unavailable(["price"]);
  expect(text(await tool.leg({ name: "orders" }, { capabilities: {} }))).toBe("Use the command line for orders (1).");
});

it("refuses in words where the condition of the question turns out true, and nowhere else", async () => {
  const whenUnavailable = { fail: () => "Nobody can be asked.", needs: [] };
  const tool = oneTool([form("a", { when: ({ ask }: Values) => ask === true, whenUnavailable })]);
  expect(text(await tool.leg({ ask: true }, { capabilities: {} }))).toBe("Nobody can be asked.");
  expect(text(await tool.leg({}, { capabilities: {} }))).toBe("done");
});

it("names the capability where another question is refused without words", async () => {
  const tool = oneTool([
    form("a", { whenUnavailable: { fail: () => "Nobody can be asked.", needs: [] } }),
    { kind: "roots", name: "b", needs: [] },
  ]);
  expect((await tool.leg({}, { capabilities: {} })).error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { roots: {} } },
  });
});

it("lets a flow that may run once go on after a refusal that nobody decided", async () => {
  const input = form("a", { whenUnavailable: { fail: () => "Nobody can be asked.", needs: [] } });
  const tool = oneTool([input], { declaration: { once: runOnce } });
  const first = await tool.leg({}, { capabilities: forms });
  expect(asked(first)).toEqual(["a"]);
  const refused = await tool.leg({}, { state: state(first), capabilities: {} });
  expect(text(refused)).toBe("Nobody can be asked.");
  const last = await tool.leg({}, { state: state(first), answers: { a: filled }, capabilities: forms });
  expect(text(last)).toBe("done");
});
