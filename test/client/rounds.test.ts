import { ProtocolError } from "@modelcontextprotocol/client";
import { expect, it, vi } from "vitest";
import type { FormQuestion, Round } from "../../runtime/src/contract-v1/client.js";
import { CallError, cancel, connect, decline, refuse, toolMethod } from "../../runtime/src/contract-v1/client.js";
import type { GreetArguments } from "./greeter-client.js";
import { connectGreeter, greeterContract, polite } from "./greeter-client.js";
import type { Script } from "./scripted-server.js";
import { ask, legsOf, said, scriptedServer, serveLegacy, serveModern, textForm, type Wire } from "./scripted-server.js";

const greeting = (text: string) => ({ content: [], structuredContent: { greeting: text } });

/** Asks for the name, then for the colour, then greets. */
const twoRounds: Script = ({ responses, state, params }) => {
  if (state === undefined) return ask({ name: textForm("name") }, "one");
  if (state === "one") return ask({ colour: textForm("colour") }, "two");
  return greeting(`${String(params.arguments?.["who"])} ${JSON.stringify(responses)}`);
};

async function greeter(script: Script, options: Parameters<typeof connectGreeter>[1] = { fulfil: polite }) {
  const wire = serveModern(() => scriptedServer(script));
  return { wire, client: await connectGreeter(wire.transport, options) };
}

it("answers every round with the function of its question", async () => {
  const seen: FormQuestion<GreetArguments>[] = [];
  const { client, wire } = await greeter(twoRounds, {
    fulfil: {
      greet: {
        name: (question) => {
          seen.push(question);
          return { name: "Kim" };
        },
        colour: async (question) => {
          seen.push(question);
          return { colour: "blue" };
        },
      },
    },
  });
  const result = await client.greet({ who: "world" });
  expect(result).toMatchObject({
    isError: false,
    structuredContent: { greeting: 'world {"colour":{"action":"accept","content":{"colour":"blue"}}}' },
  });
  expect(seen).toMatchObject([
    { key: "name", kind: "form", message: "name?", arguments: { who: "world" }, round: 1, target: "greet" },
    { key: "colour", round: 2 },
  ]);
  expect(legsOf(wire)).toEqual([
    { name: "greet", arguments: { who: "world" } },
    {
      name: "greet",
      arguments: { who: "world" },
      inputResponses: { name: { action: "accept", content: { name: "Kim" } } },
      requestState: "one",
    },
    {
      name: "greet",
      arguments: { who: "world" },
      inputResponses: { colour: { action: "accept", content: { colour: "blue" } } },
      requestState: "two",
    },
  ]);
});

it("sends every leg under an id of its own", async () => {
  const { client, wire } = await greeter(twoRounds);
  await client.greet({ who: "world" });
  const ids = wire.sent.flatMap((message) => ("id" in message ? [message.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
});

it("puts the questions of one round at once", async () => {
  let open = 0;
  let most = 0;
  let release = (): void => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wait = async (): Promise<void> => {
    open += 1;
    most = Math.max(most, open);
    if (open === 2) release();
    await both;
  };
  const { client } = await greeter(
    ({ state }) =>
      state === undefined ? ask({ name: textForm("name"), colour: textForm("colour") }, "s") : greeting("done"),
    {
      fulfil: {
        greet: {
          name: async () => {
            await wait();
            return { name: "Kim" };
          },
          colour: async () => {
            await wait();
            return { colour: "blue" };
          },
        },
      },
    },
  );
  await client.greet({ who: "world" });
  expect(most).toBe(2);
});

it("leaves the state out when the server sent none", async () => {
  const { client, wire } = await greeter(({ responses }) =>
    responses === undefined ? ask({ name: textForm("name") }) : greeting("done"),
  );
  await client.greet({ who: "world" });
  expect(legsOf(wire)[1]).not.toHaveProperty("requestState");
});

it("leaves the answers out of a round that only carries state, and returns the state byte for byte", async () => {
  const state = 'ü\u0000 "quoted" 😀';
  const { client, wire } = await greeter(({ state: came }) =>
    came === undefined ? ask(undefined, state) : greeting(came),
  );
  const result = await client.greet({ who: "world" });
  expect(result.structuredContent).toEqual({ greeting: state });
  expect(legsOf(wire)[1]).toEqual({ name: "greet", arguments: { who: "world" }, requestState: state });
});

it("does not repeat the answers of one call in the next", async () => {
  const { client, wire } = await greeter(twoRounds);
  const args = Object.freeze({ who: "world" });
  await client.greet(args);
  await client.greet(args);
  expect(legsOf(wire)[3]).toEqual({ name: "greet", arguments: { who: "world" } });
});

it("retries with the arguments as they were when the call began", async () => {
  const args = { who: "world" };
  const { client, wire } = await greeter(twoRounds, {
    fulfil: {
      greet: {
        name: (question) => {
          args.who = "changed by the caller";
          Object.assign(question.arguments, { who: "changed by the function" });
          return { name: "Kim" };
        },
        colour: () => ({ colour: "blue" }),
      },
    },
  });
  await client.greet(args);
  expect(legsOf(wire).map((leg) => leg["arguments"])).toEqual([{ who: "world" }, { who: "world" }, { who: "world" }]);
});

it("gives up after ten rounds, and hands over where the call stood", async () => {
  let legs = 0;
  const { client } = await greeter(() => {
    legs += 1;
    return ask({ name: textForm("name") }, `state ${legs}`);
  });
  const failure = await client.greet({ who: "world" }).catch((error: unknown) => error);
  expect(legs).toBe(11);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ code: "too-many-rounds", saved: { requestState: "state 11", round: 11 } });
});

it("goes on as long as maxRounds allows", async () => {
  let legs = 0;
  const { client } = await greeter(() => {
    legs += 1;
    return legs < 13 ? ask({ name: textForm("name") }, "s") : greeting("done");
  });
  await expect(client.greet({ who: "world" }, { maxRounds: 12 })).resolves.toMatchObject({ isError: false });
});

it("counts rounds that only carry state", async () => {
  const { client } = await greeter(() => ask(undefined, "not yet"));
  await expect(client.greet({ who: "world" }, { maxRounds: 2 })).rejects.toMatchObject({ code: "too-many-rounds" });
});

it("sends what a person did instead of answering", async () => {
  const { client, wire } = await greeter(
    ({ state }) =>
      state === undefined ? ask({ name: textForm("name"), colour: textForm("colour") }, "s") : greeting("done"),
    { fulfil: { greet: { name: () => decline(), colour: () => cancel() } } },
  );
  await client.greet({ who: "world" });
  expect(legsOf(wire)[1]?.["inputResponses"]).toEqual({ name: { action: "decline" }, colour: { action: "cancel" } });
});

it("fails the call with exactly what refuse() was given", async () => {
  const { client, wire } = await greeter(twoRounds, {
    fulfil: {
      greet: {
        name: () => {
          throw refuse(-32050, "Nobody is here");
        },
        colour: () => ({ colour: "blue" }),
      },
    },
  });
  const failure = await client.greet({ who: "world" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProtocolError);
  expect(failure).toMatchObject({ code: -32050, message: "Nobody is here" });
  expect(legsOf(wire)).toHaveLength(1);
});

it("fails the call with what a function throws, and aborts the questions beside it", async () => {
  let aborted: unknown;
  const { client, wire } = await greeter(() => ask({ name: textForm("name"), colour: textForm("colour") }, "s"), {
    fulfil: {
      greet: {
        name: () => {
          throw new Error("the screen is broken");
        },
        colour: ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              aborted = signal.reason;
              resolve({ colour: "too late" });
            });
          }),
      },
    },
  });
  await expect(client.greet({ who: "world" })).rejects.toThrow("the screen is broken");
  expect(aborted).toMatchObject({ message: "the screen is broken" });
  expect(legsOf(wire)).toHaveLength(1);
});

it("throws a protocol error as the server sent it", async () => {
  const { client } = await greeter(({ state }) => {
    if (state === undefined) return ask({ name: textForm("name") }, "s");
    throw new ProtocolError(-32602, "Invalid or expired requestState", { reason: "invalid_request_state" });
  });
  const failure = await client.greet({ who: "world" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProtocolError);
  expect(failure).toMatchObject({
    code: -32602,
    message: "Invalid or expired requestState",
    data: { reason: "invalid_request_state" },
  });
});

it("returns a tool's own error as an outcome", async () => {
  const { client } = await greeter(() => ({ ...said("no such person"), isError: true }));
  const result = await client.greet({ who: "world" });
  expect(result).toMatchObject({ isError: true, content: [{ type: "text", text: "no such person" }] });
});

it("refuses a success that does not fit the output schema", async () => {
  const { client } = await greeter(() => ({ content: [], structuredContent: { greeting: 5 } }));
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({ code: "invalid-result" });
});

it("refuses a success without the structured content that the schema promises", async () => {
  const { client } = await greeter(() => said("hello"));
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({ code: "invalid-result" });
});

it("shows every round to onRound before the answers leave", async () => {
  const rounds: Round[] = [];
  const { client } = await greeter(twoRounds);
  await client.greet({ who: "world" }, { onRound: (round) => void rounds.push(round) });
  expect(rounds).toMatchObject([
    {
      method: "tools/call",
      target: "greet",
      round: 1,
      entries: [{ key: "name", by: "function", answer: { action: "accept", content: { name: "Kim" } } }],
    },
    { round: 2, entries: [{ key: "colour", question: { message: "colour?" } }] },
  ]);
});

it("sends nothing that onRound vetoes", async () => {
  const { client, wire } = await greeter(twoRounds, {
    fulfil: polite,
    onRound: ({ round }) => {
      if (round === 2) throw new Error("not in this house");
    },
  });
  await expect(client.greet({ who: "world" })).rejects.toThrow("not in this house");
  expect(legsOf(wire)).toHaveLength(2);
});

it("shows a round to the connection's onRound first, and then to the call's", async () => {
  const seen: string[] = [];
  const { client } = await greeter(
    ({ state }) => (state === undefined ? ask({ name: textForm("name") }, "s") : greeting("hi")),
    {
      fulfil: polite,
      onRound: () => void seen.push("connection"),
    },
  );
  await client.greet({ who: "world" }, { onRound: () => void seen.push("call") });
  expect(seen).toEqual(["connection", "call"]);
});

it("waits longer before each round that only carries state, and begins anew after a question", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  let legs = 0;
  const { client } = await greeter(() => {
    legs += 1;
    if (legs === 8) return greeting("hi");
    return legs === 6 ? ask({ name: textForm("name") }, "s") : ask(undefined, "s");
  });
  await client.greet({ who: "world" });
  const waits = timers.mock.calls.flatMap(([, wait]) => (wait !== undefined && wait < 1000 ? [wait] : []));
  timers.mockRestore();
  expect(waits).toEqual([50, 100, 200, 250, 250, 50]);
});

it("calls a tool that requires nothing without arguments", async () => {
  const wire = serveModern(() => scriptedServer(({ params }) => said(JSON.stringify(params.arguments))));
  const connection = await connect(wire.transport, greeterContract, { fulfil: polite });
  const greet = toolMethod<object | undefined, unknown, object, object>(connection, {
    kind: "tool",
    name: "ping",
    fulfil: "ping",
    inputSchema: { type: "object" },
    questions: {},
  });
  expect((await greet(undefined)).content).toEqual([{ type: "text", text: "{}" }]);
});

it.each([5, {}, true])(
  "fails a call whose state is %j and no text, rather than go on without it",
  async (requestState) => {
    const { client, wire } = await greeter(() => ({ ...ask({ name: textForm("name") }), requestState }) as never);
    await expect(client.greet({ who: "world" })).rejects.toMatchObject({
      name: "CallError",
      code: "invalid-question",
      message: "greet asks with a requestState that is no text",
    });
    expect(legsOf(wire)).toHaveLength(1);
  },
);

/** A client of a server that sends other results than the SDK would let it. */
async function tampered(wire: Wire, tamper: (result: object) => never) {
  const client = await connectGreeter(wire.transport, { fulfil: polite });
  const receive = wire.transport.onmessage;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports are no event targets
  wire.transport.onmessage = (message, extra) =>
    receive?.("result" in message ? { ...message, result: tamper(message.result) } : message, extra);
  return client;
}

it.each([[null], ["x"], [5], [[]]])("fails a call that is asked %j, which are no questions", async (inputRequests) => {
  const wire = serveModern(() => scriptedServer(() => ask({ name: textForm("name") }, "one")));
  const client = await tampered(wire, (result) => ({ ...result, inputRequests }) as never);
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({
    name: "CallError",
    code: "invalid-question",
    message: "A question has no valid method",
  });
  await expect(client.greet.begin({ who: "world" })).rejects.toMatchObject({ code: "invalid-question" });
  expect(legsOf(wire)).toHaveLength(2);
});

it.each([[null], ["x"], [5], [[]]])("fails a call whose result is %j, rather than wait for another", async (result) => {
  const factory = () => scriptedServer(() => greeting("hi"));
  for (const wire of [serveModern(factory), await serveLegacy(factory)]) {
    const client = await tampered(wire, () => result as never);
    await expect(client.greet({ who: "world" })).rejects.toMatchObject({
      name: "CallError",
      code: "invalid-result",
      message: "The result of greet is no object",
    });
  }
});

it("takes a state that is null for none", async () => {
  const { client, wire } = await greeter(({ responses }) =>
    responses === undefined
      ? ({ ...ask({ name: textForm("name") }), requestState: null } as never)
      : { content: [], structuredContent: { greeting: "hi" } },
  );
  await expect(client.greet({ who: "world" })).resolves.toMatchObject({ isError: false });
  expect(legsOf(wire)[1]).not.toHaveProperty("requestState");
});
