import { accept, cancel, decline } from "@mcp-parley/runtime/client";
import type { UrlAnswer, UrlQuestion } from "@mcp-parley/runtime/client";
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
import { SecretByUrlClient } from "./generated/src/client.js";
import { createSecretByUrlServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, store, type World } from "./world.js";

const token = { project: "shop", name: "API TOKEN" };

const serve = (world: World) => createSecretByUrlServer(handlers(world), { log: () => {}, now: () => world.now });

async function connect(world: World, page: (question: UrlQuestion) => UrlAnswer): Promise<SecretByUrlClient> {
  const fulfil = { createSecret: { page } };
  return untilTheEnd(await SecretByUrlClient.connect(inMemory(serve(world)), { fulfil }));
}

it("sends a person to the dashboard and is done when the secret is there", async () => {
  const world = createWorld();
  const client = await connect(world, (question) => {
    expect(question.url).toMatchObject({
      href: "https://dashboard.example.com/project/shop/secrets?name=API%20TOKEN",
      host: "dashboard.example.com",
      insecure: false,
    });
    expect(question.message).toContain("Go on only if you asked for this.");
    store(world, "shop", "API TOKEN");
    return accept();
  });
  const result = await client.createSecret(token);
  expect(result.structuredContent).toEqual({ status: "stored", version: 1 });
});

it("puts the same question again while the secret is not there", async () => {
  const world = createWorld();
  const asked: string[] = [];
  const client = await connect(world, (question) => {
    asked.push(question.message);
    if (asked.length === 3) store(world, "shop", "API TOKEN");
    return accept();
  });
  expect((await client.createSecret(token)).structuredContent).toEqual({ status: "stored", version: 1 });
  expect(new Set(asked).size).toBe(1);
  expect(asked).toHaveLength(3);
});

it("lets a person who went to the page step back", async () => {
  const world = createWorld();
  let times = 0;
  const client = await connect(world, () => (++times === 1 ? accept() : decline()));
  expect((await client.createSecret(token)).structuredContent).toEqual({ status: "declined" });
});

it("answers decline and cancel in the result", async () => {
  const world = createWorld();
  const declined = await (await connect(world, () => decline())).createSecret(token);
  expect(declined).toMatchObject({ isError: false, structuredContent: { status: "declined" } });
  const dismissed = await (await connect(world, () => cancel())).createSecret(token);
  expect(dismissed.structuredContent).toEqual({ status: "dismissed" });
});

it("refuses a reserved name, and one that is taken, before anybody is asked", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const reserved = await client.call("create_secret", { project: "shop", name: "SUPABASE_KEY" });
  expect(reserved).toMatchObject({ isError: true });
  expect(textIn(reserved)).toContain("/name");
  store(world, "shop", "API TOKEN");
  expect(textIn(await client.call("create_secret", token))).toContain('pass "replace"');
});

it("waits for a newer version when a secret is replaced", async () => {
  const world = createWorld();
  store(world, "shop", "API TOKEN");
  let asked = 0;
  const client = await connect(world, () => {
    asked += 1;
    if (asked === 2) store(world, "shop", "API TOKEN");
    return accept();
  });
  const result = await client.createSecret({ ...token, replace: true });
  expect(result.structuredContent).toEqual({ status: "stored", version: 2 });
  expect(asked).toBe(2);
});

it("is not fooled when the old secret is deleted meanwhile", async () => {
  const world = createWorld();
  store(world, "shop", "API TOKEN");
  let asked = 0;
  const client = await connect(world, () => {
    asked += 1;
    world.versions.clear();
    return asked === 1 ? accept() : decline();
  });
  expect((await client.createSecret({ ...token, replace: true })).structuredContent).toEqual({ status: "declined" });
});

it("ends with the window in which a person may come back", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const consent = { page: { action: "accept" } };
  const first = await client.call("create_secret", token);
  expect(questionIn(first, "page")).toMatchObject({ mode: "url" });
  world.now += 9 * 60_000;
  const second = await client.call("create_secret", token, { inputResponses: consent, requestState: stateOf(first) });
  expect(questionIn(second, "page")).toMatchObject({ mode: "url" });
  world.now += 2 * 60_000;
  const late = client.call("create_secret", token, { inputResponses: consent, requestState: stateOf(second) });
  await expect(late).rejects.toMatchObject(refusedState);
});

it("is hidden from a client without URL mode, whatever else it can show, and refuses it", async () => {
  expect(await (await plainClient(serve(createWorld()), everything)).tools()).toEqual(["create_secret"]);
  const client = await plainClient(serve(createWorld()), { elicitation: { form: {} } });
  expect(await client.tools()).toEqual([]);
  await expect(client.call("create_secret", token)).rejects.toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: { url: {} } } },
  });
});
