import { beforeAll, expect, it } from "vitest";
import { rootPath } from "../../runtime/src/validation/root-path.js";
import { connectLegacy, type Wire } from "../runtime/connections.js";
import { compileErrors, spec } from "./checked.js";
import { leg, questionsOf, served, stateOf, textOf, type ServedPackage } from "./served.js";

const document = spec(`
requestState: { keys: { env: DEMO_STATE_KEYS }, ttl: 60s }
tools:
  invite:
    requires:
      who: { elicit: { message: Whom?, schema: { properties: { name: { type: string, minLength: 1 } }, required: [name] } }, onDecline: continue }
  size:
    requires:
      dims:
        elicit:
          message: Size?
          schema: { properties: { width: { type: number, minimum: 0, default: 3.14 }, count: { type: integer, minimum: 1, maximum: 9, default: 2 } }, required: [width, count] }
  label:
    requires:
      tags: { elicit: { message: Tags?, schema: { properties: { tags: { type: array, minItems: 1, items: { type: string, enum: [a, b] }, default: [a] } } } } }
  drop_table:
    inputSchema: { type: object, properties: { table: { type: string } }, required: [table] }
    requires:
      sure: { confirm: { message: "Drop \${{ args.table }}?" } }
  index:
    requires: { where: { roots: {} } }
  transfer:
    inputSchema: { type: object, properties: { to: { type: string }, amount: { type: number } }, required: [to, amount] }
    requires: { ok: { confirm: { message: "Send \${{ args.amount }} to \${{ args.to }}?" } } }
  refund:
    inputSchema: { type: object, properties: { to: { type: string }, amount: { type: number } }, required: [to, amount] }
    requires: { ok: { confirm: { message: "Refund \${{ args.amount }}?" } } }
  pay:
    requires: { checkout: { elicitUrl: { message: Pay, url: "https://pay.example.com/checkout", completion: true } } }
  pick:
    requires:
      fish: { elicit: { message: Which?, schema: { properties: { fish: { type: array, items: { anyOf: [{ const: fish-1, title: Tuna }, { const: fish-2, title: Salmon }] } } }, required: [fish] } } }
`);

const key = "a key of at least thirty-two bytes, for tests";
let paid = false;
const ran: { readonly tool: string; readonly inputs: Readonly<Record<string, unknown>> }[] = [];

const note =
  (tool: string) =>
  ({ inputs }: { readonly inputs: Readonly<Record<string, unknown>> }): object => {
    ran.push({ tool, inputs });
    return { content: [{ type: "text", text: "done" }] };
  };

const handlers = {
  ...Object.fromEntries(
    ["invite", "size", "label", "dropTable", "index", "transfer", "refund", "pay", "pick"].map((name) => [
      name,
      note(name),
    ]),
  ),
  "pay.checkout": () => paid,
};

let demo: ServedPackage;

beforeAll(async () => {
  demo = await served(document, handlers, { keys: [key] });
});

/** Asks, and answers what was asked. */
async function answered(tool: string, answers: unknown, args: object = {}): Promise<Wire> {
  const asked = await leg(demo.factory, tool, { args });
  return leg(demo.factory, tool, { args, state: stateOf(asked), answers });
}

async function inputsOf(
  tool: string,
  answers: object,
  args: object = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  ran.length = 0;
  await answered(tool, answers, args);
  return ran[0]?.inputs;
}

const asksAgain = (wire: Wire): boolean => Object.keys(questionsOf(wire)).length > 0;

it.each([
  ["decline with null", { action: "decline", content: null }, { action: "decline" }],
  ["decline", { action: "decline" }, { action: "decline" }],
  ["cancel with content", { action: "cancel", content: { name: "leak" } }, { action: "cancel" }],
])("29: %s reaches the handler without content, unjudged", async (_what, answer, expected) => {
  expect(await inputsOf("invite", { who: answer })).toEqual({ who: expected });
});

it("29: an accept is judged, and asked again when it is wrong", async () => {
  expect(asksAgain(await answered("invite", { who: { action: "accept" } }))).toBe(true);
  expect(asksAgain(await answered("invite", { who: { action: "accept", content: { name: "" } } }))).toBe(true);
  expect(await inputsOf("invite", { who: { action: "accept", content: { name: "Kim" } } })).toEqual({
    who: { action: "accept", content: { name: "Kim" } },
  });
});

it("29 40: the compiler makes the handler tell the three apart, and knows when nobody was asked", async () => {
  const use = `
    import type { InviteCall } from "./src/server.js";
    export function name({ inputs: { who } }: InviteCall): string {
      // @ts-expect-error
      who.content;
      return who.action === "accept" ? who.content.name : who.action;
    }`;
  expect(await compileErrors(document, use)).toEqual([]);
});

it("30: numbers may have fractions, whole numbers may not, and texts are never read as numbers", async () => {
  const dims = (width: unknown, count: unknown): object => ({ dims: { action: "accept", content: { width, count } } });
  expect(await inputsOf("size", dims(3.14, 3))).toEqual({ dims: { width: 3.14, count: 3 } });
  expect(asksAgain(await answered("size", dims(3.14, 3.5)))).toBe(true);
  expect(asksAgain(await answered("size", dims("5", "42xyz")))).toBe(true);
});

it("31: titles are for people, values are the answer", async () => {
  const fish = (value: string): object => ({ fish: { action: "accept", content: { fish: [value] } } });
  expect(await inputsOf("pick", fish("fish-1"))).toEqual({ fish: { fish: ["fish-1"] } });
  expect(asksAgain(await answered("pick", fish("Tuna")))).toBe(true);
});

it("32: a list that may be left out may be left out, and is not filled in", async () => {
  const tags = (content: object): object => ({ tags: { action: "accept", content } });
  expect(await inputsOf("label", tags({}))).toEqual({ tags: {} });
  expect(asksAgain(await answered("label", tags({ tags: [] })))).toBe(true);
  expect(await inputsOf("label", tags({ tags: ["b"] }))).toEqual({ tags: { tags: ["b"] } });
  expect(asksAgain(await answered("label", tags({ tags: ["zzz"] })))).toBe(true);
});

it("35: a confirmation has no fields; accept with or without content is a yes", async () => {
  const asked = await leg(demo.factory, "drop_table", { args: { table: "users" } });
  expect(questionsOf(asked)["sure"]?.params["requestedSchema"]).toMatchObject({ type: "object", properties: {} });
  for (const answer of [{ action: "accept" }, { action: "accept", content: {} }]) {
    ran.length = 0;
    await answered("drop_table", { sure: answer }, { table: "users" });
    expect(ran).toHaveLength(1);
  }
});

it("35 40: decline and cancel end the call, once, in words that name what was declined", async () => {
  for (const action of ["decline", "cancel"]) {
    ran.length = 0;
    const answer = await answered("drop_table", { sure: { action } }, { table: "users" });
    expect(answer.result?.["isError"]).toBe(true);
    expect(asksAgain(answer)).toBe(false);
    expect(textOf(answer)).toContain("sure");
    expect(ran).toEqual([]);
  }
});

it("42: a question with an address has mode, message and url, and is put again until the outside step is done", async () => {
  paid = false;
  const first = await leg(demo.factory, "pay");
  expect(questionsOf(first)["checkout"]).toEqual({
    method: "elicitation/create",
    params: { mode: "url", message: "Pay", url: "https://pay.example.com/checkout" },
  });
  const again = await leg(demo.factory, "pay", { state: stateOf(first), answers: { checkout: { action: "accept" } } });
  expect(asksAgain(again)).toBe(true);
  paid = true;
  const done = await leg(demo.factory, "pay", { state: stateOf(again), answers: { checkout: { action: "accept" } } });
  expect(textOf(done)).toBe("done");
});

const refused = {
  code: -32_602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

it("44: another instance with the same key takes the state, one with another key does not, and keys can be rotated", async () => {
  const args = { to: "kim", amount: 10 };
  const asked = await leg(demo.factory, "transfer", { args });
  const given = { args, state: stateOf(asked), answers: { ok: { action: "accept" } } };
  const newer = "another key of at least thirty-two bytes";
  const instance = async (keys: readonly string[]): Promise<Wire> =>
    leg((await served(document, handlers, { keys })).factory, "transfer", given);
  expect(textOf(await instance([key]))).toBe("done");
  expect(textOf(await instance([newer, key]))).toBe("done");
  expect((await instance([newer])).error).toEqual(refused);
  await expect(served(document, handlers, { keys: ["short"] })).rejects.toThrow(/32/);
});

it("45: state of another call or tool, with other arguments, or damaged is refused with one and the same answer", async () => {
  const args = { to: "kim", amount: 10 };
  const state = stateOf(await leg(demo.factory, "transfer", { args }));
  const answers = { ok: { action: "accept" } };
  const flipped = `${state.slice(0, -4)}${state.at(-4) === "A" ? "B" : "A"}${state.slice(-3)}`;
  const attempts = await Promise.all([
    leg(demo.factory, "refund", { args, state, answers }),
    leg(demo.factory, "transfer", { args: { ...args, amount: 9999 }, state, answers }),
    leg(demo.factory, "transfer", { args: { ...args, note: "x" }, state, answers }),
    leg(demo.factory, "transfer", { args, state: state.slice(0, -1), answers }),
    leg(demo.factory, "transfer", { args, state: flipped, answers }),
    leg(demo.factory, "transfer", { args, state: "", answers }),
    leg(demo.factory, "transfer", { args, state: "v9.x.y", answers }),
  ]);
  ran.length = 0;
  for (const attempt of attempts) expect(attempt.error).toEqual(refused);
  expect(ran).toEqual([]);
  // The order of the arguments is none of their meaning.
  expect(textOf(await leg(demo.factory, "transfer", { args: { amount: 10, to: "kim" }, state, answers }))).toBe("done");
  expect(Buffer.from(state, "base64url").toString("latin1")).not.toContain("kim");
});

it.each([
  ["inherited names", { toString: { action: "accept" }, constructor: { action: "accept" } }],
  ["an answer of another kind", { sure: { role: "assistant", model: "m", content: { type: "text", text: "t" } } }],
])("48: %s do not count as an answer", async (_what, answers) => {
  ran.length = 0;
  await answered("drop_table", answers, { table: "users" });
  expect(ran).toEqual([]);
});

it.each([
  ["a list", []],
  ["a text", "x"],
  ["null", null],
])("48: answers that are %s are refused", async (_what, answers) => {
  ran.length = 0;
  const asked = await leg(demo.factory, "drop_table", { args: { table: "users" } });
  await leg(demo.factory, "drop_table", { args: { table: "users" }, state: stateOf(asked), answers });
  expect(ran).toEqual([]);
});

it("48: an answer without the state that asked is no answer", async () => {
  ran.length = 0;
  const wire = await leg(demo.factory, "drop_table", {
    args: { table: "users" },
    answers: { sure: { action: "accept" } },
  });
  expect(asksAgain(wire)).toBe(true);
  expect(ran).toEqual([]);
});

it("50: roots reach the handler as the client gave them, none is an answer too, and another scheme is none", async () => {
  const roots = ["file:///c%3A/temp", "file://server/share/x", "file:///tmp/a%23b", "file://localhost/tmp/x"].map(
    (uri) => ({ uri }),
  );
  expect(await inputsOf("index", { where: { roots } })).toEqual({ where: roots });
  expect(await inputsOf("index", { where: { roots: [] } })).toEqual({ where: [] });
  expect(asksAgain(await answered("index", { where: { roots: [{ uri: "https://example.com/x" }] } }))).toBe(true);
});

it.each([
  ["file:///c%3A/temp", "c:\\temp"],
  ["file:///C:/My%20Project", "C:\\My Project"],
  ["file://server/share/x", "\\\\server\\share\\x"],
  ["file:///tmp/a%23b", "/tmp/a#b"],
  ["file://localhost/tmp/x", "/tmp/x"],
])("50: the path of %s is %s", (uri, path) => {
  expect(rootPath({ uri })).toMatchObject({ ok: true, path });
});

it("50: a root that is no file has no path, and says why", () => {
  expect(rootPath({ uri: "https://example.com/x" })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("https") as string,
  });
});

it("51: a client that cannot answer is told what is missing, and nothing runs", async () => {
  ran.length = 0;
  const wire = await leg(demo.factory, "drop_table", { args: { table: "users" }, capabilities: {} });
  expect(wire.error?.code).toBe(-32_021);
  expect(wire.error?.data).toMatchObject({ requiredCapabilities: { elicitation: { form: {} } } });
  expect(ran).toEqual([]);
});

it("51: a client of 2025 is asked the same by the server, and may decline", async () => {
  for (const action of ["accept", "decline"]) {
    ran.length = 0;
    const messages: unknown[] = [];
    const client = await connectLegacy(demo.factory, (params) => {
      messages.push((params as { message?: unknown }).message);
      return { action };
    });
    const result = await client.callTool({ name: "drop_table", arguments: { table: "users" } });
    expect(messages).toEqual(["Drop users?"]);
    expect(result.isError === true).toBe(action === "decline");
    expect(ran).toHaveLength(action === "accept" ? 1 : 0);
    await client.close();
  }
});
