import { cancel, decline } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, listening, plainClient, questionIn, textIn, untilTheEnd } from "../harness.js";
import type { TypedIdFulfil } from "./generated/src/client.js";
import { TypedIdClient } from "./generated/src/client.js";
import { createTypedIdServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const prod = { service: "svc-prod" };

const serve = (world: World, options = listening()) => createTypedIdServer(handlers(world), options);

async function connect(
  world: World,
  typed: TypedIdFulfil["deleteService"]["typed"],
  options = listening(),
): Promise<TypedIdClient> {
  const fulfil: TypedIdFulfil = { deleteService: { typed } };
  return untilTheEnd(await TypedIdClient.connect(inMemory(serve(world, options)), { fulfil }));
}

it("has the id of a production service typed", async () => {
  const world = createWorld();
  const client = await connect(world, ({ message }) => {
    expect(message).toBe("svc-prod is in production. Type its id to delete it.");
    return { id: "svc-prod" };
  });
  const result = await client.deleteService(prod);
  expect(result.structuredContent).toEqual({ deleted: "svc-prod", confirmedBy: "person" });
  expect(world.services.has("svc-prod")).toBe(false);
});

it("asks nobody about another service", async () => {
  const client = await plainClient(serve(createWorld()));
  expect(await client.call("delete_service", { service: "svc-dev" })).toMatchObject({
    structuredContent: { confirmedBy: "nobody" },
  });
});

it("tells a wrong id, a refusal, a dismissal and a client that cannot ask apart", async () => {
  const world = createWorld();
  const wrong = await (await connect(world, () => ({ id: "svc" }))).deleteService(prod);
  const refused = await (await connect(world, () => decline())).deleteService(prod);
  const dismissed = await (await connect(world, () => cancel())).deleteService(prod);
  const neverAsked = await (await plainClient(serve(world))).call("delete_service", prod);
  expect([wrong, refused, dismissed, neverAsked].map(textIn)).toEqual([
    "Another id was typed; it was not deleted.",
    "The user refused to delete it.",
    "The user dismissed the question; it was not deleted.",
    "Nobody could be asked; use the command line to delete a production service.",
  ]);
  expect(world.services.size).toBe(2);
});

it("lets the argument win, for clients that declare forms and show none", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("delete_service", { ...prod, confirm: "svc" });
  expect(questionIn(asked, "typed")).toBeDefined();
  expect(await client.call("delete_service", { ...prod, confirm: "svc-prod" })).toMatchObject({
    structuredContent: { confirmedBy: "argument" },
  });
});

it("asks again about a service that was deleted and created anew", async () => {
  const world = createWorld();
  let asked = 0;
  const client = await connect(world, () => {
    asked += 1;
    world.services.set("svc-prod", { environment: "PROD", created: 3 });
    return asked === 1 ? { id: "svc-prod" } : decline();
  });
  expect(textIn(await client.deleteService(prod))).toBe("The user refused to delete it.");
  expect(asked).toBe(2);
});

it("counts a call of several rounds once", async () => {
  const options = listening();
  const client = await connect(createWorld(), () => ({ id: "svc-prod" }), options);
  await client.deleteService(prod);
  expect(options.events.filter(({ event }) => event === "round")).toHaveLength(1);
  expect(options.events.filter(({ event }) => event === "completed")).toMatchObject([{ rounds: 1 }]);
});
