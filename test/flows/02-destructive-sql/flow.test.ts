import { accept, cancel, decline } from "@mcp-parley/runtime/client";
import type { ConfirmAnswer } from "@mcp-parley/runtime/client";
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
import { DestructiveSqlClient } from "./generated/src/client.js";
import { createDestructiveSqlServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const serve = (world: World) => createDestructiveSqlServer(handlers(world), { log: () => {} });

async function connect(world: World, answer: (message: string) => ConfirmAnswer): Promise<DestructiveSqlClient> {
  const approval = (question: { readonly message: string }): ConfirmAnswer => answer(question.message);
  const fulfil = { executeSql: { approval }, applyMigration: { approval } };
  return untilTheEnd(await DestructiveSqlClient.connect(inMemory(serve(world)), { fulfil }));
}

it("runs harmless SQL without a question", async () => {
  const world = createWorld();
  const client = await connect(world, () => {
    throw new Error("nobody is to be asked");
  });
  await client.executeSql({ project: "shop", query: "select 1" });
  await client.executeSql({ project: "shop", query: "update t set a = 1 where id = 2" });
  await client.applyMigration({ project: "shop", name: "add_table", query: "create table t (id int)" });
  expect(world.ran).toHaveLength(3);
});

it("shows what it is about to destroy, and does it on accept", async () => {
  const world = createWorld();
  const messages: string[] = [];
  const client = await connect(world, (message) => {
    messages.push(message);
    return accept();
  });
  const result = await client.executeSql({ project: "shop", query: "drop table t" });
  expect(result).toMatchObject({ isError: false, structuredContent: { rows: 0 } });
  await client.applyMigration({ project: "shop", name: "clean_up", query: "update t set a = 1" });
  expect(messages).toEqual([
    "This SQL can destroy data in shop (DROP). Run it?\n\ndrop table t",
    "The migration clean_up can destroy data in shop (UPDATE without WHERE). Apply it?",
  ]);
  expect(world.ran).toEqual(["drop table t", "clean_up: update t set a = 1"]);
});

it("runs nothing on decline or cancel", async () => {
  const world = createWorld();
  const refusing = await connect(world, () => decline());
  const refused = await refusing.executeSql({ project: "shop", query: "drop table t" });
  expect(refused.isError).toBe(true);
  expect(textIn(refused)).toContain('"approval" was declined');
  const migration = await refusing.applyMigration({ project: "shop", name: "clean_up", query: "drop table t" });
  expect(textIn(migration)).toBe("The migration clean_up was refused; the database is as it was.");
  const dismissing = await connect(world, () => cancel());
  expect(textIn(await dismissing.executeSql({ project: "shop", query: "drop table t" }))).toContain("cancelled");
  const left = await dismissing.applyMigration({ project: "shop", name: "clean_up", query: "drop table t" });
  expect(textIn(left)).toContain("dismissed");
  expect(world.ran).toEqual([]);
});

it("does not take consent to one query for another", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("execute_sql", { project: "shop", query: "drop table t" });
  const inputResponses = { approval: { action: "accept" } };
  const other = { project: "shop", query: "drop table users" };
  const swapped = client.call("execute_sql", other, { inputResponses, requestState: stateOf(asked) });
  await expect(swapped).rejects.toMatchObject(refusedState);
  const again = await client.call("execute_sql", other, { inputResponses });
  expect(questionIn(again, "approval")).toMatchObject({
    message: expect.stringContaining("drop table users") as string,
  });
  expect(world.ran).toEqual([]);
});

it("refuses destructive SQL from a client that cannot ask, and runs the rest", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world));
  await expect(client.call("execute_sql", { project: "shop", query: "drop table t" })).rejects.toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: { form: {} } } },
  });
  expect(await client.call("execute_sql", { project: "shop", query: "select 1" })).toMatchObject({
    structuredContent: { rows: 0 },
  });
  expect(world.ran).toEqual(["select 1"]);
});
