import { cancel, decline, formDefaults, formModel } from "@mcp-parley/runtime/client";
import type { FormAnswer, FormQuestion } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import {
  everything,
  inMemory,
  plainClient,
  questionIn,
  refusedState,
  stateOf,
  textIn,
  untilTheEnd,
} from "../harness.js";
import { DefaultYesClient } from "./generated/src/client.js";
import { createDefaultYesServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const mail = { to: "team@example.com", subject: "Down" };

const serve = (world: World) => createDefaultYesServer(handlers(world), { log: () => {} });

async function connect(
  world: World,
  approval: (question: FormQuestion) => FormAnswer<{ approve: boolean }>,
): Promise<DefaultYesClient> {
  const fulfil = { executeQuery: { approval }, sendEmail: { approval } };
  return untilTheEnd(await DefaultYesClient.connect(inMemory(serve(world)), { fulfil }));
}

it("begins with a yes that a person only has to send", async () => {
  const world = createWorld(0);
  const client = await connect(world, ({ message, schema }) => {
    expect(message).toBe('Send "Down" to team@example.com?');
    const untouched = formDefaults(formModel(schema)[0]);
    expect(untouched).toEqual({ approve: true });
    return { approve: untouched["approve"] === true };
  });
  expect((await client.sendEmail(mail)).structuredContent).toEqual({ sent: true });
});

it("takes an accepted no, a decline and a cancel for a no", async () => {
  const world = createWorld(0);
  const texts: string[] = [];
  for (const answer of [{ approve: false }, decline(), cancel()]) {
    const result = await (await connect(world, () => answer)).sendEmail(mail);
    expect(result.isError).toBe(true);
    texts.push(textIn(result));
  }
  expect(texts[0]).toBe("The user did not approve this operation.");
  expect(texts[1]).toContain("declined");
  expect(texts[2]).toContain("cancelled");
  expect(world.sent).toEqual([]);
});

it("does not fill in the yes for a client that sends no answer to it", async () => {
  const world = createWorld(0);
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("send_email", mail);
  const empty = { approval: { action: "accept", content: {} } };
  const again = await client.call("send_email", mail, { inputResponses: empty, requestState: stateOf(asked) });
  expect(questionIn(again, "approval")).toMatchObject({ message: expect.stringContaining("approve") as string });
  expect(world.sent).toEqual([]);
});

it("asks before a query that scans much, and not before another", async () => {
  const world = createWorld(5);
  let asked = 0;
  const client = await connect(world, () => {
    asked += 1;
    return { approve: true };
  });
  await client.executeQuery({ query: "fetch logs | limit 1" });
  expect(asked).toBe(0);
  world.gigabytes = 500;
  expect((await client.executeQuery({ query: "fetch logs" })).isError).toBe(false);
  expect(asked).toBe(1);
});

it("asks again when the query has become dearer, though the text does not say how dear", async () => {
  const world = createWorld(500);
  const messages: string[] = [];
  const client = await connect(world, ({ message }) => {
    messages.push(message);
    world.gigabytes = 900;
    return { approve: true };
  });
  await client.executeQuery({ query: "fetch logs" });
  expect(messages).toEqual(["Approve this operation?", "Approve this operation?"]);
  expect(world.ran).toEqual(["fetch logs"]);
});

it("does not take a yes to one mail for another", async () => {
  const client = await plainClient(serve(createWorld(0)), everything);
  const asked = await client.call("send_email", mail);
  const yes = { approval: { action: "accept", content: { approve: true } } };
  const other = client.call(
    "send_email",
    { ...mail, to: "all@example.com" },
    { inputResponses: yes, requestState: stateOf(asked) },
  );
  await expect(other).rejects.toMatchObject(refusedState);
});

it("sends nothing for a client that cannot ask", async () => {
  const world = createWorld(0);
  const client = await plainClient(serve(world));
  await expect(client.call("send_email", mail)).rejects.toMatchObject({ code: -32021 });
  expect(world.sent).toEqual([]);
});
