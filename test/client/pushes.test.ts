import { expect, it } from "vitest";
import { z } from "zod";
import type { FormQuestion, Question, Round, ToolDeclaration } from "../../runtime/src/contract-v1/client.js";
import {
  accept,
  byHand,
  CallError,
  connect,
  decline,
  refuse,
  toolMethod,
} from "../../runtime/src/contract-v1/client.js";
import type { GreetArguments, GreeterFulfil, GreeterOptions } from "./greeter-client.js";
import { connectGreeter, polite } from "./greeter-client.js";
import type { Script } from "./scripted-server.js";
import { ask, form, scriptedServer, serveLegacy, textForm } from "./scripted-server.js";

const twoRounds: Script = ({ responses, state }) => {
  if (state === undefined) return ask({ name: textForm("name") }, "one");
  if (state === "one") return ask({ colour: textForm("colour") }, `two ${JSON.stringify(responses)}`);
  return { content: [], structuredContent: { greeting: `${state} ${JSON.stringify(responses)}` } };
};

/** A client of a server that speaks 2025-11-25, where questions are pushed in the middle of the call. */
async function greeter(script: Script, options: GreeterOptions) {
  const wire = await serveLegacy(() => scriptedServer(script));
  return { wire, client: await connectGreeter(wire.transport, options) };
}

it("answers pushes with the same functions, matched by the call in flight and the question's shape", async () => {
  const seen: FormQuestion<GreetArguments>[] = [];
  const fulfil: GreeterFulfil = {
    greet: {
      name: (question) => {
        seen.push(question);
        return { name: "Kim" };
      },
      colour: (question) => {
        seen.push(question);
        return { colour: "blue" };
      },
    },
  };
  const { client } = await greeter(twoRounds, { fulfil });
  const result = await client.greet({ who: "world" });
  expect(result.structuredContent).toEqual({
    greeting:
      'two {"name":{"action":"accept","content":{"name":"Kim"}}} {"colour":{"action":"accept","content":{"colour":"blue"}}}',
  });
  expect(seen).toMatchObject([
    { key: "name", message: "name?", arguments: { who: "world" }, round: 1 },
    { key: "colour", message: "colour?", arguments: { who: "world" }, round: 2 },
  ]);
});

it("shows pushed questions and their answers to onRound", async () => {
  const rounds: Round[] = [];
  const { client } = await greeter(twoRounds, { fulfil: polite, onRound: (round) => void rounds.push(round) });
  await client.greet({ who: "world" });
  expect(rounds.map(({ round, entries }) => [round, entries[0]?.key])).toEqual([
    [1, "name"],
    [2, "colour"],
  ]);
});

it.each([
  ["it allows", 3, 6],
  ["is the default", undefined, 20],
])("gives a server up that pushes without end, after as many rounds as %s", async (_, maxRounds, most) => {
  let answered = 0;
  const endless: Script = async ({ context }) => {
    const request = { method: "elicitation/create", params: Object(Object(textForm("name")).params) };
    for (;;) {
      await context.mcpReq.send(request, z.unknown());
      answered += 1;
    }
  };
  const { client } = await greeter(endless, { fulfil: polite });
  const failure = client.greet({ who: "world" }, maxRounds === undefined ? {} : { maxRounds });
  await expect(failure).rejects.toMatchObject({ name: "CallError", code: "too-many-rounds" });
  // Two questions are declared, and each may be put once a round.
  expect(answered).toBe(most);
});

it("hands a push that no declared question fits to the generic handler", async () => {
  let seen: Question | undefined;
  const { client } = await greeter(
    ({ state }) => {
      const age = form({ type: "object", properties: { age: { type: "integer" } }, required: ["age"] });
      return state === undefined ? ask({ age }, "s") : { content: [], structuredContent: { greeting: "hi" } };
    },
    {
      fulfil: polite,
      elicitation: (question) => {
        seen = question;
        return decline();
      },
    },
  );
  await client.greet({ who: "world" });
  expect(seen).toMatchObject({ kind: "form", target: "greet", arguments: { who: "world" } });
});

it("fails the call clearly when nothing answers a push, and tells the server nothing", async () => {
  const { client, wire } = await greeter(
    () => ask({ age: form({ type: "object", properties: { age: { type: "integer" } } }) }, "s"),
    { fulfil: polite },
  );
  const failure = await client.greet({ who: "world" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ code: "changed-question" });
  await expect
    .poll(() => wire.sent.flatMap((message) => ("error" in message ? [message.error] : [])))
    .toEqual([{ code: -32603, message: "The client cannot answer this request" }]);
});

it("fails the call with what a function throws, and keeps it from the server", async () => {
  const fulfil: GreeterFulfil = {
    greet: {
      name: () => {
        throw new Error("secret of this machine");
      },
      colour: () => ({ colour: "blue" }),
    },
  };
  const { client, wire } = await greeter(twoRounds, { fulfil });
  await expect(client.greet({ who: "world" })).rejects.toThrow("secret of this machine");
  expect(JSON.stringify(wire.sent)).not.toContain("secret");
});

it("gives the server what refuse() was given", async () => {
  const fulfil: GreeterFulfil = {
    greet: {
      name: () => {
        throw refuse(-32050, "Nobody is here");
      },
      colour: () => ({ colour: "blue" }),
    },
  };
  const { client, wire } = await greeter(twoRounds, { fulfil });
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({ code: -32050, message: "Nobody is here" });
  await expect
    .poll(() => wire.sent.flatMap((message) => ("error" in message ? [message.error] : [])))
    .toEqual([{ code: -32050, message: "Nobody is here" }]);
});

it("does not send an answer that does not fit", async () => {
  const { client, wire } = await greeter(twoRounds, {
    fulfil: { greet: { name: () => Object({ name: 5 }), colour: () => ({ colour: "blue" }) } },
  });
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({ code: "invalid-answer", input: "name" });
  expect(wire.sent.some((message) => "result" in message)).toBe(false);
});

it("answers none of two calls in flight that the same question fits", async () => {
  let asked = 0;
  const fulfil: GreeterFulfil = {
    greet: {
      name: () => {
        asked += 1;
        return { name: "Kim" };
      },
      colour: () => ({ colour: "blue" }),
    },
  };
  let entered = 0;
  let release = (): void => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const errors: Error[] = [];
  const { client } = await greeter(
    async (leg) => {
      entered += 1;
      if (entered === 2) release();
      await both;
      return twoRounds(leg);
    },
    { fulfil, onError: (error) => void errors.push(error) },
  );
  const results = await Promise.all([client.greet({ who: "Ann" }), client.greet({ who: "Bob" })]);
  expect(results).toMatchObject([{ isError: true }, { isError: true }]);
  expect(asked).toBe(0);
  expect(errors).toMatchObject([{ code: "unanswered-question" }, { code: "unanswered-question" }]);
});

it("refuses a push that comes while no call is in flight", async () => {
  const server = scriptedServer(() => ({ content: [] }));
  const wire = await serveLegacy(() => server);
  const errors: Error[] = [];
  await connectGreeter(wire.transport, { fulfil: polite, onError: (error) => void errors.push(error) });
  await expect(
    server.elicitInput({ message: "?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } }),
  ).rejects.toThrow("The client cannot answer this request");
  expect(errors).toMatchObject([{ code: "unanswered-question" }]);
});

it("cannot put by hand what a server pushes", async () => {
  const { client } = await greeter(twoRounds, { fulfil: byHand });
  await expect(client.greet.begin({ who: "world" })).rejects.toMatchObject({ code: "by-hand" });
});

it("ends a person's thinking about a question that the server takes back, and waits for the result all the same", async () => {
  let ended = false;
  const impatient: Script = async ({ context }) => {
    const request = { method: "elicitation/create", params: Object(Object(textForm("name")).params) };
    await expect(context.mcpReq.send(request, z.unknown(), { timeout: 20 })).rejects.toThrow("timed out");
    // Long enough for the client to have noticed.
    await expect.poll(() => ended).toBe(true);
    return { content: [], structuredContent: { greeting: "stranger" } };
  };
  const fulfil: GreeterFulfil = {
    greet: {
      ...polite.greet,
      name: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            ended = true;
            reject(new Error("nobody waits"));
          });
        }),
    },
  };
  const errors: Error[] = [];
  const { client } = await greeter(impatient, { fulfil, onError: (error) => void errors.push(error) });
  expect((await client.greet({ who: "world" })).structuredContent).toEqual({ greeting: "stranger" });
  expect(errors).toEqual([]);
});

it("ends a person's thinking about a pushed question with the call", async () => {
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const fulfil: GreeterFulfil = {
    greet: {
      name: (question) => {
        signal = question.signal;
        setTimeout(() => controller.abort(new Error("the window was closed")));
        return new Promise(() => {});
      },
      colour: () => ({ colour: "blue" }),
    },
  };
  const { client } = await greeter(twoRounds, { fulfil });
  await expect(client.greet({ who: "world" }, { signal: controller.signal })).rejects.toThrow("the window was closed");
  expect(signal?.aborted).toBe(true);
});

/** Asks for two names at once, which are forms of the same shape. */
const twins =
  (hinted: boolean): Script =>
  ({ responses, state }) => {
    if (state !== undefined) return { content: [], structuredContent: { greeting: JSON.stringify(responses) } };
    const question = (key: string): unknown => ({
      method: "elicitation/create",
      params: {
        mode: "form",
        message: key,
        requestedSchema: { type: "object", properties: {} },
        ...(hinted ? { _meta: { "mcp-parley/input": key } } : {}),
      },
    });
    return ask({ first: question("first"), second: question("second") }, "s");
  };

async function twinClient(hinted: boolean) {
  const wire = await serveLegacy(() => scriptedServer(twins(hinted)));
  const declaration: ToolDeclaration = {
    kind: "tool",
    name: "t",
    fulfil: "t",
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    questions: { first: { kind: "confirm" }, second: { kind: "confirm" } },
  };
  const connection = await connect(
    wire.transport,
    { version: 1, server: "s", methods: [declaration] },
    { fulfil: { t: { first: () => accept(), second: () => decline() } } },
  );
  return toolMethod<object, object, object, object>(connection, declaration);
}

it("tells questions of one shape apart when the server names them", async () => {
  const call = await twinClient(true);
  expect((await call({})).structuredContent).toEqual({
    greeting: '{"first":{"action":"accept","content":{}},"second":{"action":"decline"}}',
  });
});

it("answers neither of two questions of one shape when the server does not name them", async () => {
  const call = await twinClient(false);
  await expect(call({})).rejects.toMatchObject({ code: "unanswered-question" });
});

it("answers with a generic handler what a server asks outside of any call", async () => {
  const server = scriptedServer(() => ({ content: [] }));
  const wire = await serveLegacy(() => server);
  await connectGreeter(wire.transport, { fulfil: polite, roots: () => [{ uri: "file:///tmp" }] });
  expect(await server.listRoots()).toMatchObject({ roots: [{ uri: "file:///tmp" }] });
});

it("shows a generic handler no arguments when two calls may be meant", async () => {
  const seen: unknown[] = [];
  let entered = 0;
  let release = (): void => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { client } = await greeter(
    async ({ state }) => {
      entered += 1;
      if (entered === 2) release();
      await both;
      return state === undefined
        ? ask({ name: textForm("name") }, "s")
        : { content: [], structuredContent: { greeting: "hi" } };
    },
    {
      fulfil: polite,
      elicitation: ({ arguments: given, target }) => {
        seen.push([given, target]);
        return { name: "Kim" };
      },
    },
  );
  await Promise.all([client.greet({ who: "Ann" }), client.greet({ who: "Bob" })]);
  expect(seen).toEqual([
    [undefined, ""],
    [undefined, ""],
  ]);
});

it.each<[string, Record<string, unknown>]>([
  ["elicitation/create", { mode: "url", message: "Sign in", url: "https://id.example/", elicitationId: "1" }],
  ["sampling/createMessage", { messages: [], maxTokens: 1 }],
  ["roots/list", {}],
])("refuses %s when nothing was registered for it, and fails the call with the reason", async (method, params) => {
  const refusals: unknown[] = [];
  const wire = await serveLegacy(() =>
    scriptedServer(async ({ context }) => {
      await context.mcpReq.send({ method, params }, z.unknown()).catch((error: unknown) => refusals.push(error));
      return { content: [] };
    }),
  );
  const declaration: ToolDeclaration = {
    kind: "tool",
    name: "t",
    fulfil: "t",
    inputSchema: { type: "object" },
    questions: {},
  };
  const connection = await connect(wire.transport, { version: 1, server: "s", methods: [declaration] }, { fulfil: {} });
  const call = toolMethod<object, undefined, object, object>(connection, declaration);
  await expect(call({})).rejects.toMatchObject({ name: "CallError", code: "unanswered-question" });
  expect(refusals).toMatchObject([{ code: -32601, message: "Method not found" }]);
});

it("has no answer to requests that MCP does not define", async () => {
  const server = scriptedServer(() => ({ content: [] }));
  const wire = await serveLegacy(() => server);
  const errors: Error[] = [];
  await connectGreeter(wire.transport, { fulfil: polite, onError: (error) => void errors.push(error) });
  await expect(server.request({ method: "example/odd" }, z.unknown())).rejects.toMatchObject({ code: -32601 });
  expect(errors).toEqual([]);
});

it("fails the call over a pushed question that is none, and tells the server nothing", async () => {
  const refusals: unknown[] = [];
  const params = { message: "?", requestedSchema: { type: "object", properties: { name: { type: "object" } } } };
  const { client } = await greeter(
    async ({ context }) => {
      const request = { method: "elicitation/create", params };
      await context.mcpReq.send(request, z.unknown()).catch((error: unknown) => refusals.push(error));
      return { content: [], structuredContent: { greeting: "hi" } };
    },
    { fulfil: polite },
  );
  await expect(client.greet({ who: "world" })).rejects.toMatchObject({
    code: "invalid-question",
    message: "A question has no valid form",
  });
  expect(refusals).toMatchObject([{ code: -32603, message: "The client cannot answer this request" }]);
});
