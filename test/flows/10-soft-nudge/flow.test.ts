import { cancel, decline, formModel } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, questionIn, stateOf, textIn, untilTheEnd } from "../harness.js";
import type { SoftNudgeFulfil } from "./generated/src/client.js";
import { SoftNudgeClient } from "./generated/src/client.js";
import { createSoftNudgeServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const query = { library: "zod", topic: "unions" };
const no = "No, do not ask again";

const serve = (world: World) => createSoftNudgeServer(handlers(world), { log: () => {} });

async function connect(world: World, choice: SoftNudgeFulfil["raiseQuota"]["choice"]): Promise<SoftNudgeClient> {
  const fulfil: SoftNudgeFulfil = { raiseQuota: { choice } };
  return untilTheEnd(await SoftNudgeClient.connect(inMemory(serve(world)), { fulfil }));
}

it("never lets a question stand in the way of the answer", async () => {
  const world = createWorld(100);
  for (const capabilities of [{}, everything]) {
    const client = await plainClient(serve(world), capabilities);
    const result = await client.call("query_docs", query);
    expect(result).not.toHaveProperty("inputRequests");
    expect(textIn(result)).toContain("zod: all about unions.");
    expect(textIn(result)).toContain("raise_quota");
  }
});

it("says nothing while there is quota", async () => {
  const client = await plainClient(serve(createWorld(0)), everything);
  expect(textIn(await client.call("query_docs", query))).toBe("zod: all about unions.");
  expect(textIn(await client.call("raise_quota", {}))).toBe("There is quota left.");
});

it("offers whole sentences in a plain list", async () => {
  const world = createWorld(100);
  const client = await connect(world, ({ message, schema }) => {
    expect(message).toBe("100 of 100 free queries are used. Do you want more?");
    expect(schema.properties["choice"]).toEqual({ type: "string", enum: ["Yes, show me how to get a key", no] });
    expect(formModel(schema)[0].fields).toMatchObject([{ control: "select" }]);
    return { choice: "Yes, show me how to get a key" };
  });
  expect(textIn(await client.raiseQuota({}))).toBe("Get a key at https://docs.example.com/keys.");
});

it("stops nudging whoever said so", async () => {
  const world = createWorld(100);
  const client = await connect(world, () => ({ choice: no }));
  await client.raiseQuota({});
  expect(textIn(await client.queryDocs(query))).toBe("zod: all about unions.");
});

it("changes nothing on decline, on cancel, and for a client that cannot ask", async () => {
  const world = createWorld(100);
  for (const answer of [decline(), cancel()]) {
    const client = await connect(world, () => answer);
    expect(textIn(await client.raiseQuota({}))).toBe("Nothing was changed.");
  }
  expect(textIn(await (await plainClient(serve(world))).call("raise_quota", {}))).toBe("Nothing was changed.");
  expect(world.nudge).toBe(true);
});

it("asks about the numbers that the flow began with", async () => {
  const world = createWorld(100);
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("raise_quota", {});
  world.used = 250;
  const again = await client.call("raise_quota", {}, { requestState: stateOf(asked) });
  expect(questionIn(again, "choice")).toEqual(questionIn(asked, "choice"));
});
