import { expect, it } from "vitest";
import type { Round, SavedCall } from "../../runtime/src/contract-v1/client.js";
import { byHand, decline, isPending } from "../../runtime/src/contract-v1/client.js";
import type { GreeterOptions } from "./greeter-client.js";
import { connectGreeter } from "./greeter-client.js";
import type { Script } from "./scripted-server.js";
import { ask, form, legsOf, scriptedServer, serveModern, textForm } from "./scripted-server.js";

const twoRounds: Script = ({ responses, state }) => {
  if (state === undefined) return ask({ name: textForm("name") }, "one");
  if (state === "one") return ask({ colour: textForm("colour") }, `two ${JSON.stringify(responses)}`);
  return { content: [], structuredContent: { greeting: `${state} ${JSON.stringify(responses)}` } };
};

async function greeter(script: Script = twoRounds, options: GreeterOptions = { fulfil: byHand }) {
  const wire = serveModern(() => scriptedServer(script));
  return { wire, client: await connectGreeter(wire.transport, options) };
}

/** The pending call that a first request led to. */
async function begun(script?: Script, options?: GreeterOptions) {
  const { client, wire } = await greeter(script, options);
  const step = await client.greet.begin({ who: "world" });
  if (!isPending(step)) throw new Error("The server asked nothing");
  return { client, wire, step };
}

it("stops at the first questions and goes on with answers given by hand", async () => {
  const { step, wire } = await begun();
  expect(step.round).toBe(1);
  expect(step.questions.name).toMatchObject({ key: "name", kind: "form", message: "name?" });
  expect(step.questions.colour).toBeUndefined();
  const next = await step.answer({ name: { name: "Kim" } });
  if (!isPending(next)) throw new Error("The server asked nothing more");
  expect(next.round).toBe(2);
  const result = await next.answer({ colour: decline() });
  expect(result).toMatchObject({ isError: false });
  expect(legsOf(wire).slice(1)).toEqual([
    {
      name: "greet",
      arguments: { who: "world" },
      inputResponses: { name: { action: "accept", content: { name: "Kim" } } },
      requestState: "one",
    },
    {
      name: "greet",
      arguments: { who: "world" },
      inputResponses: { colour: { action: "decline" } },
      requestState: 'two {"name":{"action":"accept","content":{"name":"Kim"}}}',
    },
  ]);
});

it("returns the result at once when the server asks nothing", async () => {
  const { client } = await greeter(() => ({ content: [], structuredContent: { greeting: "hi" } }));
  const step = await client.greet.begin({ who: "world" });
  expect(isPending(step)).toBe(false);
  expect(step).toMatchObject({ isError: false, structuredContent: { greeting: "hi" } });
});

it("saves plain JSON with what the retry needs and nothing else", async () => {
  const { step } = await begun();
  const saved = step.save();
  expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
  expect(saved).toEqual({
    parley: 1,
    method: "tools/call",
    params: { name: "greet", arguments: { who: "world" } },
    inputRequests: { name: textForm("name") },
    requestState: "one",
    round: 1,
  });
});

it("resumes in another client", async () => {
  const { step } = await begun();
  const text = JSON.stringify(step.save());
  const { client, wire } = await greeter();
  const resumed = client.greet.resume(JSON.parse(text));
  expect(resumed.questions.name?.message).toBe("name?");
  const next = await resumed.answer({ name: { name: "Kim" } });
  expect(isPending(next) && next.round).toBe(2);
  expect(legsOf(wire)).toEqual([
    {
      name: "greet",
      arguments: { who: "world" },
      inputResponses: { name: { action: "accept", content: { name: "Kim" } } },
      requestState: "one",
    },
  ]);
});

it("keeps the pending call when an answer does not fit, and sends nothing", async () => {
  const { step, wire } = await begun();
  const wrong: unknown = { name: 5 };
  await expect(step.answerAny({ name: Object(wrong) })).rejects.toMatchObject({
    code: "invalid-answer",
    input: "name",
  });
  expect(legsOf(wire)).toHaveLength(1);
  await expect(step.answer({ name: { name: "Kim" } })).resolves.toMatchObject({ round: 2 });
});

it("refuses an answer to a question of another round", async () => {
  const { step, wire } = await begun();
  await expect(step.answer({ colour: { colour: "blue" } })).rejects.toMatchObject({
    code: "invalid-answer",
    input: "colour",
  });
  expect(legsOf(wire)).toHaveLength(1);
});

it("refuses to go on without any answer", async () => {
  const { step } = await begun();
  await expect(step.answer({})).rejects.toMatchObject({ code: "invalid-answer" });
});

it.each([null, undefined, "Kim", 5, [{ name: "Kim" }]])(
  "refuses %j in place of answers, and sends nothing",
  async (answers) => {
    const { step, wire } = await begun();
    await expect(step.answer(answers as never)).rejects.toMatchObject({ name: "CallError", code: "invalid-answer" });
    await expect(step.answerAny(answers as never)).rejects.toMatchObject({ name: "CallError", code: "invalid-answer" });
    expect(legsOf(wire)).toHaveLength(1);
  },
);

it("goes on without answers where the server only sent state", async () => {
  const { step, wire } = await begun(({ state }) =>
    state === undefined ? ask(undefined, "wait") : { content: [], structuredContent: { greeting: "hi" } },
  );
  expect(step.asked).toEqual([]);
  await expect(step.answer({})).resolves.toMatchObject({ isError: false });
  expect(legsOf(wire)[1]).toEqual({ name: "greet", arguments: { who: "world" }, requestState: "wait" });
});

it("shows a question of another shape to whoever reads the schema, and never as the typed one", async () => {
  const { step, wire } = await begun(({ state }) =>
    state === undefined
      ? ask({ name: form({ type: "object", properties: { age: { type: "integer" } }, required: ["age"] }) }, "s")
      : { content: [], structuredContent: { greeting: "hi" } },
  );
  expect(step.questions).toEqual({});
  expect(step.asked).toMatchObject([{ key: "name", schema: { required: ["age"] } }]);
  await expect(step.answer({ name: { name: "Kim" } })).rejects.toMatchObject({ code: "invalid-answer" });
  await step.answerAny({ name: { age: 5 } });
  expect(legsOf(wire)[1]?.["inputResponses"]).toEqual({ name: { action: "accept", content: { age: 5 } } });
});

it("shows answers given by hand to onRound", async () => {
  const rounds: Round[] = [];
  const { step } = await begun(twoRounds, { fulfil: byHand, onRound: (round) => void rounds.push(round) });
  await step.answer({ name: { name: "Kim" } });
  expect(rounds).toMatchObject([
    { round: 1, entries: [{ key: "name", by: "hand", question: { arguments: { who: "world" } } }] },
  ]);
});

it("counts the rounds of a call that was resumed", async () => {
  const { step } = await begun();
  await expect(step.answer({ name: { name: "Kim" } }, { maxRounds: 1 })).rejects.toMatchObject({
    code: "too-many-rounds",
  });
});

const good: SavedCall = {
  parley: 1,
  method: "tools/call",
  params: { name: "greet", arguments: { who: "world" } },
  inputRequests: { name: textForm("name") },
  requestState: "one",
  round: 1,
};

const unlikeSaved = "The saved call is not as save() wrote it";

it.each<[string, unknown, string?]>([
  ["nothing", undefined],
  ["text", "saved"],
  ["a list", [good]],
  ["another version", { ...good, parley: 2 }, expect.stringContaining("newer") as string],
  ["another method", { ...good, method: "prompts/get" }, 'The saved call belongs to "greet" and not to greet'],
  [
    "another tool",
    { ...good, params: { name: "delete", arguments: {} } },
    'The saved call belongs to "delete" and not to greet',
  ],
  [
    "a resource",
    { ...good, method: "resources/read", params: { uri: "a:b" } },
    'The saved call belongs to "a:b" and not to greet',
  ],
  ["no params", { ...good, params: undefined }],
  ["params without a name", { ...good, params: { arguments: {} } }],
  ["arguments that are a list", { ...good, params: { name: "greet", arguments: [] } }],
  ["questions that are a list", { ...good, inputRequests: [] }],
  ["a state that is a number", { ...good, requestState: 5 }],
  ["a state that is null", { ...good, requestState: null }],
  ["no round", { ...good, round: undefined }],
  ["a round that is no count", { ...good, round: 1.5 }],
  ["everything in the prototype", Object.create(good)],
  [
    "a tool name in the prototype",
    JSON.parse(
      '{"parley":1,"method":"tools/call","inputRequests":{},"round":1,"params":{"__proto__":{"name":"greet"}}}',
    ),
  ],
])("refuses to resume %s, and says why", async (_what, saved, message = unlikeSaved) => {
  const { client, wire } = await greeter();
  expect(() => client.greet.resume(Object(saved) === saved ? Object(saved) : saved)).toThrow(
    expect.objectContaining({ code: "bad-saved-call", message }),
  );
  expect(legsOf(wire)).toEqual([]);
});

it("refuses to resume a call whose questions are none", async () => {
  const { client } = await greeter();
  expect(() => client.greet.resume({ ...good, inputRequests: { name: { method: "tools/call" } } })).toThrow(
    expect.objectContaining({ code: "invalid-question", input: "name" }),
  );
});

it("sends nothing of a saved call that save() did not write", async () => {
  const { client, wire } = await greeter();
  const tampered = JSON.parse(
    '{"parley":1,"method":"tools/call","round":1,"requestState":"one","extra":1,"inputRequests":{},' +
      '"params":{"name":"greet","arguments":{"who":"world","__proto__":{"x":1}},"inputResponses":{"a":1},"_meta":{"b":2}}}',
  );
  await client.greet.resume(tampered).answer({});
  expect(Object.keys(legsOf(wire)[0] ?? {})).toEqual(["name", "arguments", "requestState"]);
});
