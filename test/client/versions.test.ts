import type { AskedForm, SavedCall } from "@mcp-parley/runtime/client";
import { accept, byHand, isPending, savedCallVersion } from "@mcp-parley/runtime/client";
import type { HttpServer } from "@mcp-parley/runtime/http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import type { AirlineConnectOptions as OptionsAfter } from "./versions/after/generated/src/client.js";
import { AirlineClient as ClientAfter } from "./versions/after/generated/src/client.js";
import { serveHttp as serveAfter } from "./versions/after/generated/src/http.js";
import { AirlineClient as ClientBefore } from "./versions/before/generated/src/client.js";
import { serveHttp as serveBefore } from "./versions/before/generated/src/http.js";

// One service and its client, generated from versions/before (1.0) and versions/after (1.1): a question has gone (`pet`), one
// has come (`bags`), one has another form (`meal`); the result has a new member; `cancel` is called `cancelBooking`, and
// `upgrade` is no more. The service is updated while a call waits; its keys stay.

const options = { keys: ["an airline's key of at least 32 bytes"], log: () => {} };

function untilTheEnd(server: HttpServer): string {
  onTestFinished(() => server.close());
  return server.url;
}

const before = async (): Promise<string> =>
  untilTheEnd(
    await serveBefore(
      {
        book: ({ inputs: { seat, meal } }) => ({ structuredContent: { seat: seat.seat, meal: meal.meal } }),
        cancel: () => ({ content: [{ type: "text", text: "cancelled" }] }),
        upgrade: () => ({ content: [{ type: "text", text: "upgraded" }] }),
      },
      options,
    ),
  );

const after = async (): Promise<string> =>
  untilTheEnd(
    await serveAfter(
      {
        book: ({ inputs: { seat, meal, bags } }) => ({
          structuredContent: { seat: seat.seat, meal: meal.meal, bags: bags.count },
        }),
        cancelBooking: () => ({ content: [{ type: "text", text: "cancelled" }] }),
      },
      options,
    ),
  );

async function clientBefore(url: string): Promise<ClientBefore> {
  const client = await ClientBefore.connect(new StreamableHTTPClientTransport(new URL(url)), { fulfil: byHand });
  onTestFinished(() => client.close());
  return client;
}

async function clientAfter(url: string, rest: Omit<OptionsAfter, "fulfil"> = {}): Promise<ClientAfter> {
  const client = await ClientAfter.connect(new StreamableHTTPClientTransport(new URL(url)), {
    fulfil: byHand,
    ...rest,
  });
  onTestFinished(() => client.close());
  return client;
}

function saved(step: { readonly isError: boolean } | { save(): SavedCall }): SavedCall {
  if (!("save" in step)) throw new Error("The server asked nothing");
  // As a file or a browser's storage gives it back.
  return JSON.parse(JSON.stringify(step.save())) as SavedCall;
}

/** A booking that was begun and saved with everything at 1.0. */
async function begunBefore(): Promise<SavedCall> {
  const client = await clientBefore(await before());
  return saved(await client.book.begin({ flight: "PY 12" }));
}

it("shows the questions that were saved: those that are still declared by name, all of them in `asked`", async () => {
  const step = (await clientAfter(await after())).book.resume(await begunBefore());
  expect(Object.keys(step.questions)).toEqual(["seat"]);
  expect(step.asked.map((question) => [question.key, (question as AskedForm).message])).toEqual([
    ["seat", "Which seat on PY 12?"],
    ["meal", "Which meal?"],
    ["pet", "How heavy is your pet?"],
  ]);
});

it("keeps what is still asked, asks what is new, and checks the result by the new schema", async () => {
  const resumed = (await clientAfter(await after())).book.resume(await begunBefore());
  const step = await resumed.answerAny({
    seat: { seat: "aisle" },
    meal: { meal: "whatever is hot" },
    pet: { kilograms: 4 },
  });
  if (!isPending(step)) throw new Error("The server asked nothing more");
  expect(Object.keys(step.questions)).toEqual(["meal", "bags"]);
  const result = await step.answer({ meal: { meal: "fish" }, bags: { count: 2 } });
  expect(result).toMatchObject({ isError: false, structuredContent: { seat: "aisle", meal: "fish", bags: 2 } });
});

it("hands questions that the new client does not know to the generic handler", async () => {
  const asked: string[] = [];
  const client = await clientAfter(await after(), {
    elicitation: ({ key, arguments: given }) => {
      asked.push(`${key} ${JSON.stringify(given)}`);
      return key === "pet" ? { kilograms: 4 } : { meal: "soup" };
    },
  });
  const step = await client.book.resume(await begunBefore()).answer({ seat: { seat: "window" } });
  expect(asked).toEqual(['meal {"flight":"PY 12"}', 'pet {"flight":"PY 12"}']);
  expect(isPending(step) && Object.keys(step.questions)).toEqual(["meal", "bags"]);
});

it("refuses by name what the new client does not know where there is no generic handler, and loses nothing", async () => {
  const url = await after();
  const step = (await clientAfter(url)).book.resume(await begunBefore());
  await expect(step.answer({ seat: { seat: "aisle" } })).rejects.toMatchObject({
    code: "changed-question",
    input: "meal",
  });
  const removed: SavedCall = { ...step.save(), inputRequests: { pet: step.save().inputRequests["pet"] } };
  await expect((await clientAfter(url)).book.resume(removed).answer({})).rejects.toMatchObject({
    code: "unanswered-question",
    message:
      'Question "pet" of book is not declared by this client, and no generic handler answers questions of kind form',
  });
  await expect(
    step.answerAny({ seat: { seat: "aisle" }, meal: { meal: "soup" }, pet: { kilograms: 4 } }),
  ).resolves.toMatchObject({ pending: true, round: 2 });
});

it("goes on with the client of 1.0 after the server was updated: new questions are in `asked`", async () => {
  const call = await begunBefore();
  const step = await (await clientBefore(await after())).book
    .resume(call)
    .answer({ seat: { seat: "aisle" }, meal: { meal: "soup" }, pet: { kilograms: 4 } });
  if (!isPending(step)) throw new Error("The server asked nothing more");
  expect(step.questions).toEqual({});
  expect(step.asked.map(({ key }) => key)).toEqual(["meal", "bags"]);
  await expect(step.answer({ meal: { meal: "soup" } })).rejects.toMatchObject({
    code: "invalid-answer",
    message: 'Question "meal" of book has another form than declared, at /properties/meal: answer it with answerAny()',
  });
  const result = await step.answerAny({ meal: { meal: "vegan" }, bags: { count: 0 } });
  expect(result).toMatchObject({ isError: false, structuredContent: { seat: "aisle", meal: "vegan", bags: 0 } });
});

it("asks anew for a meal of the new list when the client of 1.0 answers to the old form", async () => {
  const call = await begunBefore();
  const old = await (await clientBefore(await after())).book
    .resume(call)
    .answer({ seat: { seat: "aisle" }, meal: { meal: "fish" }, pet: { kilograms: 4 } });
  // "fish" would fit the new form, but it is not what was asked: the old question was another one.
  expect(isPending(old) && old.asked.map(({ key }) => key)).toEqual(["meal", "bags"]);
});

it("goes on with a client that is newer than its server, as long as the result fits", async () => {
  const url = await before();
  const call = saved(await (await clientBefore(url)).book.begin({ flight: "PY 12" }));
  const resumed = (await clientAfter(url)).book.resume(call);
  const answers = { seat: { seat: "aisle" }, meal: { meal: "soup" }, pet: { kilograms: 4 } };
  await expect(resumed.answerAny(answers)).rejects.toMatchObject({
    code: "invalid-result",
    message: expect.stringContaining("bags") as string,
  });
});

it("leaves it to the server that a tool is no more", async () => {
  const client = await clientBefore(await before());
  const call = saved(await client.upgrade.begin({ booking: "B7" }));
  const step = (await clientBefore(await after())).upgrade.resume(call);
  await expect(step.answer({ sure: accept() })).rejects.toMatchObject({
    name: "ProtocolError",
    code: -32602,
    message: expect.stringContaining("upgrade") as string,
  });
});

it("has no method for a tool that is no more, and says whose call was given to another", async () => {
  const old = await clientBefore(await before());
  const client = await clientAfter(await after());
  // @ts-expect-error: 1.1 has no upgrade
  expect(client.upgrade).toBeUndefined();
  const upgrade = saved(await old.upgrade.begin({ booking: "B7" }));
  expect(() => client.book.resume(upgrade)).toThrow('The saved call belongs to "upgrade" and not to book');
  const cancel = saved(await old.cancel.begin({ booking: "B7" }));
  expect(() => client.cancelBooking.resume(cancel)).toThrow(
    expect.objectContaining({
      code: "bad-saved-call",
      message: 'The saved call belongs to "cancel" and not to cancelBooking',
    }),
  );
});

it("says that a newer package has saved a call, and reads what any earlier one has", async () => {
  const client = await clientAfter(await after());
  const newer = { ...(await begunBefore()), parley: savedCallVersion + 1 } as unknown as SavedCall;
  expect(() => client.book.resume(newer)).toThrow(
    "The saved call was saved by a newer @mcp-parley/runtime than this one: update it",
  );
  // A call as the first release wrote it; this text never changes.
  const first =
    '{"parley":1,"method":"tools/call","params":{"name":"book","arguments":{"flight":"PY 12"}},"inputRequests":{"seat":' +
    '{"method":"elicitation/create","params":{"mode":"form","message":"Which seat on PY 12?","requestedSchema":{"type":"object",' +
    '"properties":{"seat":{"type":"string","enum":["aisle","window"]}},"required":["seat"]}}}},"requestState":"t","round":1}';
  expect(JSON.parse(first)).toMatchObject({ parley: savedCallVersion });
  expect(client.book.resume(JSON.parse(first) as SavedCall).questions.seat?.message).toBe("Which seat on PY 12?");
});
