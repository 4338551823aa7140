import { accept, cancel, decline } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import {
  everything,
  inMemory,
  oldClient,
  plainClient,
  questionIn,
  refusedState,
  stateOf,
  textIn,
  untilTheEnd,
} from "../harness.js";
import type { PaidProjectFulfil } from "./generated/src/client.js";
import { PaidProjectClient } from "./generated/src/client.js";
import { createPaidProjectServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const orders = { name: "orders", region: "eu-west-1", organization: "acme" } as const;

const serve = (world: World) => createPaidProjectServer(handlers(world), { log: () => {} });

async function connect(
  world: World,
  agreement: PaidProjectFulfil["createProject"]["agreement"],
): Promise<PaidProjectClient> {
  const fulfil: PaidProjectFulfil = { createProject: { agreement } };
  return untilTheEnd(await PaidProjectClient.connect(inMemory(serve(world)), { fulfil }));
}

it("creates a free project without a question", async () => {
  const world = createWorld(0);
  const client = await connect(world, () => {
    throw new Error("nobody is to be asked");
  });
  const result = await client.createProject(orders);
  expect(result.structuredContent).toEqual({ status: "created", id: "project-1" });
});

it("shows the price in a form without fields, and creates the project on accept", async () => {
  const world = createWorld(25);
  const client = await connect(world, (question) => {
    expect(question.message).toBe(
      "The project orders will cost 25 dollars, billed monthly, to the organization acme. Create it?",
    );
    expect(question.schema.properties).toEqual({});
    return accept();
  });
  const result = await client.createProject(orders);
  expect(result.structuredContent).toEqual({ status: "created", id: "project-1" });
  expect(world.projects).toEqual([{ id: "project-1", name: "orders", price: 25 }]);
});

it("tells a no from a dismissal", async () => {
  const world = createWorld(25);
  const no = await (await connect(world, () => decline())).createProject(orders);
  expect(no.structuredContent).toEqual({ status: "declined" });
  const dismissed = await (await connect(world, () => cancel())).createProject(orders);
  expect(dismissed.structuredContent).toEqual({ status: "dismissed" });
  expect(world.projects).toEqual([]);
});

it("asks again with the new price when it changes while a person thinks", async () => {
  const world = createWorld(25);
  const prices: string[] = [];
  const client = await connect(world, (question) => {
    prices.push(/cost (\d+)/.exec(question.message)?.[1] ?? "");
    world.price = 40;
    return accept();
  });
  const result = await client.createProject(orders);
  expect(prices).toEqual(["25", "40"]);
  expect(result.structuredContent).toEqual({ status: "created", id: "project-1" });
  expect(world.projects).toMatchObject([{ price: 40 }]);
});

it("asks nobody any more when the project has become free meanwhile", async () => {
  const world = createWorld(25);
  const client = await connect(world, () => {
    world.price = 0;
    return decline();
  });
  expect((await client.createProject(orders)).structuredContent).toMatchObject({ status: "created" });
});

it("refuses the state of other arguments and of another tool", async () => {
  const world = createWorld(25);
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("create_project", orders);
  expect(questionIn(asked, "agreement")).toMatchObject({ mode: "form" });
  const retry = { inputResponses: { agreement: { action: "accept" } }, requestState: stateOf(asked) };
  await expect(client.call("create_project", { ...orders, name: "other" }, retry)).rejects.toMatchObject(refusedState);
  await expect(client.call("get_cost", { organization: "acme" }, retry)).rejects.toMatchObject(refusedState);
  expect(world.projects).toEqual([]);
});

it("asks, and does not believe, a client that answers without the state", async () => {
  const world = createWorld(25);
  const client = await plainClient(serve(world), everything);
  const reply = await client.call("create_project", orders, { inputResponses: { agreement: { action: "accept" } } });
  expect(questionIn(reply, "agreement")).toMatchObject({ message: expect.stringContaining("25 dollars") as string });
  expect(world.projects).toEqual([]);
});

it("keeps the older way for clients that cannot ask", async () => {
  const world = createWorld(25);
  const client = await plainClient(serve(world));
  const told = await client.call("create_project", orders);
  expect(told).toMatchObject({ isError: true });
  expect(textIn(told)).toContain("confirm_cost");
  const confirmed = await client.call("confirm_cost", { organization: "acme", amount: 25 });
  expect(confirmed).toMatchObject({ structuredContent: { id: "cost-1" } });
  const created = await client.call("create_project", { ...orders, confirmCostId: "cost-1" });
  expect(created).toMatchObject({ structuredContent: { status: "created" } });
  world.price = 40;
  const changed = await client.call("create_project", { ...orders, confirmCostId: "cost-1" });
  expect(textIn(changed)).toBe("Nobody agreed to 40 dollars; nothing was created.");
});

it("shows the older way only to clients that cannot ask", async () => {
  const ours = ["get_cost", "confirm_cost", "create_project"];
  expect(await (await plainClient(serve(createWorld(25)))).tools()).toEqual(ours);
  expect(await (await plainClient(serve(createWorld(25)), { elicitation: { url: {} } })).tools()).toEqual(ours);
  for (const elicitation of [{}, { form: {} }, { form: {}, url: {} }]) {
    const client = await plainClient(serve(createWorld(25)), { elicitation });
    expect(await client.tools()).toEqual(["get_cost", "create_project"]);
  }
  const old = await oldClient(serve(createWorld(25)), () => ({ action: "accept" }));
  expect((await old.listTools()).tools.map(({ name }) => name)).toEqual(["get_cost", "create_project"]);
});

it("asks a 2025-era client while the call is open", async () => {
  const world = createWorld(25);
  const client = await oldClient(serve(world), () => ({ action: "accept" }));
  const result = await client.callTool({ name: "create_project", arguments: orders });
  expect(result.structuredContent).toEqual({ status: "created", id: "project-1" });
});
