import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { accept, byHand, cancel, decline, isPending } from "@mcp-parley/runtime/client";
import type { ConfirmAnswer, FormQuestion, SavedCall } from "@mcp-parley/runtime/client";
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
import { AgentPermissionClient } from "./generated/src/client.js";
import { serveHttp } from "./generated/src/http.js";
import { createAgentPermissionServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const goal = { goal: "file a bug" };

/** An instance of the server; all that have the same key can open each other's states. */
const serve = (world: World, key = "k".repeat(32)) =>
  createAgentPermissionServer(handlers(world), { log: () => {}, env: { AGENT_STATE_KEYS: key } });

async function connect(world: World, permission: (question: FormQuestion) => ConfirmAnswer) {
  const fulfil = { runAgent: { permission }, superviseAgent: { permission } };
  return untilTheEnd(await AgentPermissionClient.connect(inMemory(serve(world)), { fulfil }));
}

it("relays what the agent wants to do word by word, and goes on after a yes", async () => {
  const world = createWorld();
  const client = await connect(world, (question) => {
    expect(question.message).toBe(
      'Test Management wants to do this:\n\nCreate the bug "Checkout is broken" in project 7.',
    );
    // No checkbox that a client could send unset: the action is the answer.
    expect(question.schema).toEqual({ type: "object", properties: {} });
    return accept();
  });
  const result = await client.runAgent(goal);
  expect(result.structuredContent).toEqual({
    did: ["looked around", 'Create the bug "Checkout is broken" in project 7.'],
  });
  expect(world.started).toEqual(["file a bug"]);
});

it("asks nobody when the agent needs no permission", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  expect(await client.call("run_agent", { goal: "look" })).toMatchObject({
    structuredContent: { did: ["looked around"] },
  });
});

it("does nothing after a no or a dismissal", async () => {
  const world = createWorld();
  expect(textIn(await (await connect(world, () => decline())).runAgent(goal))).toContain('"permission" was declined');
  expect(textIn(await (await connect(world, () => cancel())).runAgent(goal))).toContain('"permission" was cancelled');
  expect(world.did).toEqual([]);
});

it("takes the answer on another instance than the one that asked", async () => {
  const here = createWorld();
  const there = createWorld();
  const asked = await (await plainClient(serve(here), everything)).call("run_agent", goal);
  const retry = { inputResponses: { permission: { action: "accept" } }, requestState: stateOf(asked) };
  const result = await (await plainClient(serve(there), everything)).call("run_agent", goal, retry);
  expect(result).toMatchObject({ structuredContent: { did: ["looked around", expect.any(String)] } });
  expect([here.started, there.started]).toEqual([["file a bug"], []]);
  expect(there.did).toEqual(["job-1: file a bug"]);
});

it("takes it on no instance that has another key", async () => {
  const asked = await (await plainClient(serve(createWorld()), everything)).call("run_agent", goal);
  const retry = { inputResponses: { permission: { action: "accept" } }, requestState: stateOf(asked) };
  const stranger = await plainClient(serve(createWorld(), "x".repeat(32)), everything);
  await expect(stranger.call("run_agent", goal, retry)).rejects.toMatchObject(refusedState);
});

it("runs what was shown, though the agent would propose something else by now", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("run_agent", goal);
  expect(questionIn(asked, "permission")).toMatchObject({ message: expect.stringContaining("project 7") as string });
  world.started.push("somebody else's job");
  const retry = { inputResponses: { permission: { action: "accept" } }, requestState: stateOf(asked) };
  await client.call("run_agent", goal, retry);
  expect(world.did).toEqual(["job-1: file a bug"]);
});

it("does not start the agent for a client that cannot ask", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world));
  const refused = await client.call("run_agent", goal);
  expect(textIn(refused)).toBe("Nobody can be asked for permission; the agent was not started.");
  expect(world).toEqual(createWorld());
});

it("goes by what the client could do when the call began", async () => {
  const world = createWorld();
  const asked = await (await plainClient(serve(world), everything)).call("run_agent", goal);
  const retry = { inputResponses: { permission: { action: "accept" } }, requestState: stateOf(asked) };
  const result = await (await plainClient(serve(world))).call("run_agent", goal, retry);
  expect(result).toMatchObject({ structuredContent: { did: ["looked around", expect.any(String)] } });
});

it("asks a 2025-era client on the open call", async () => {
  const world = createWorld();
  const yes = await oldClient(serve(world), () => ({ action: "accept" }));
  expect((await yes.callTool({ name: "run_agent", arguments: goal })).isError).not.toBe(true);
  const no = await oldClient(serve(world), () => ({ action: "decline" }));
  expect(await no.callTool({ name: "run_agent", arguments: goal })).toMatchObject({ isError: true });
  expect(world.did).toHaveLength(1);
});

/** An instance over HTTP, and a client of it that answers by hand. */
async function overHttp(world: World): Promise<AgentPermissionClient> {
  const options = { log: () => {}, env: { AGENT_STATE_KEYS: "k".repeat(32) }, instances: 2 };
  const server = untilTheEnd(await serveHttp(handlers(world), options));
  const transport = new StreamableHTTPClientTransport(new URL(server.url));
  return untilTheEnd(await AgentPermissionClient.connect(transport, { fulfil: byHand }));
}

it("lets a person think overnight: asked over HTTP by one instance, saved, answered to another", async () => {
  const [here, there] = [createWorld(), createWorld()];
  const evening = await (await overHttp(here)).runAgent.begin(goal);
  const saved = isPending(evening) ? JSON.stringify(evening.save()) : "";
  const morning = (await overHttp(there)).runAgent.resume(JSON.parse(saved) as SavedCall);
  expect(morning.questions.permission?.message).toContain("Test Management wants to do this");
  const result = await morning.answer({ permission: accept() });
  expect(result).toMatchObject({ structuredContent: { did: ["looked around", expect.any(String)] } });
  expect(there.did).toEqual(["job-1: file a bug"]);
});

const wishes = ["read the tests", "delete the tests", "write a test"];

it("asks by hand as often as the agent wants something, each time in its own words", async () => {
  const world = createWorld();
  const shown: string[] = [];
  const client = await connect(world, ({ message }) => {
    shown.push(message);
    return message.includes("delete") ? decline() : accept();
  });
  const result = await client.superviseAgent({ wishes });
  expect(shown).toEqual(["Wish 1:\n\nread the tests", "Wish 2:\n\ndelete the tests", "Wish 3:\n\nwrite a test"]);
  expect(result.structuredContent).toEqual({ did: ["read the tests", "write a test"] });
});

it("stops by hand at a dismissal, with what was done until then", async () => {
  const client = await connect(createWorld(), ({ message }) => (message.includes("Wish 1") ? accept() : cancel()));
  expect((await client.superviseAgent({ wishes })).structuredContent).toEqual({ did: ["read the tests"] });
});

it("shows the same wish again to a client that repeats the call without an answer", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  const asked = await client.call("supervise_agent", { wishes });
  const again = await client.call("supervise_agent", { wishes }, { requestState: stateOf(asked) });
  expect(questionIn(again, "permission")).toEqual(questionIn(asked, "permission"));
});

it("takes no answer by hand without the state of its question, nor for other wishes", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const inputResponses = { permission: { action: "accept" } };
  const stripped = await client.call("supervise_agent", { wishes }, { inputResponses });
  expect(questionIn(stripped, "permission")).toMatchObject({ message: "Wish 1:\n\nread the tests" });
  const retry = { inputResponses, requestState: stateOf(stripped) };
  await expect(client.call("supervise_agent", { wishes: ["x"] }, retry)).rejects.toMatchObject(refusedState);
  expect(world.did).toEqual([]);
});

it("cannot ask by hand what a client cannot be asked", async () => {
  const client = await plainClient(serve(createWorld()));
  await expect(client.call("supervise_agent", { wishes })).rejects.toMatchObject({ code: -32021 });
  expect(await client.call("supervise_agent", { wishes: [] })).toMatchObject({ structuredContent: { did: [] } });
});
