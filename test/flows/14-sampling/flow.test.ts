import { refuse } from "@mcp-parley/runtime/client";
import type { CreateMessageResult, CreateMessageResultWithTools, SamplingQuestion } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, questionIn, refusedState, stateOf, untilTheEnd } from "../harness.js";
import type { SamplingFulfil } from "./generated/src/client.js";
import { SamplingClient } from "./generated/src/client.js";
import { createSamplingServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const serve = (world: World) => createSamplingServer(handlers(world), { log: () => {} });

const says = (text: string): CreateMessageResult => ({
  role: "assistant",
  model: "tiny",
  content: { type: "text", text },
});

const wants = (city: string): CreateMessageResultWithTools => ({
  role: "assistant",
  model: "tiny",
  stopReason: "toolUse",
  content: [{ type: "tool_use", id: "1", name: "forecast", input: { city } }],
});

const silent: SamplingFulfil = {
  summarize: { summary: () => says("") },
  planTrip: { draft: () => says(""), advice: () => says("") },
  enableWorkflows: { pick: () => says("") },
};

async function connect(world: World, fulfil: Partial<SamplingFulfil>): Promise<SamplingClient> {
  return untilTheEnd(await SamplingClient.connect(inMemory(serve(world)), { fulfil: { ...silent, ...fulfil } }));
}

it("has the client's model summarize, with prompt, system prompt and limit", async () => {
  let seen: SamplingQuestion["params"] | undefined;
  const client = await connect(createWorld(), {
    summarize: {
      summary: ({ params }) => {
        seen = params;
        return says("Short.");
      },
    },
  });
  const result = await client.summarize({ text: "Long story.", audience: "children" });
  expect(result.structuredContent).toEqual({ summary: "Short.", model: "tiny" });
  expect(seen).toMatchObject({
    systemPrompt: "You write for children.",
    messages: [{ role: "user", content: { type: "text", text: "Summarize in one sentence: Long story." } }],
    maxTokens: 100,
    temperature: 0.7,
    modelPreferences: { speedPriority: 0.8 },
  });
  expect(seen).not.toHaveProperty("tools");
});

it("takes the limit from the arguments, and none that the schema refuses", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  const asked = await client.call("summarize", { text: "Long story.", maxTokens: 20 });
  expect(questionIn(asked, "summary")).toMatchObject({ maxTokens: 20, temperature: 0.2 });
  expect(await client.call("summarize", { text: "Long story.", maxTokens: 0 })).toMatchObject({ isError: true });
});

it("runs the tool that the model asks for, and samples again with what it found", async () => {
  const messages: unknown[] = [];
  const client = await connect(createWorld(), {
    planTrip: {
      draft: ({ tools, params }) => {
        expect(tools).toBe(true);
        expect(params.tools).toMatchObject([{ name: "forecast" }]);
        expect(params.toolChoice).toEqual({ mode: "auto" });
        return wants("Oslo");
      },
      advice: ({ tools, params }) => {
        expect(tools).toBe(false);
        messages.push(...params.messages);
        return says("A coat.");
      },
    },
  });
  const result = await client.planTrip({ city: "Oslo" });
  expect(result.structuredContent).toEqual({ advice: "A coat.", lookups: 1 });
  expect(messages).toEqual([
    { role: "user", content: { type: "text", text: "What should one pack for Oslo?" } },
    { role: "assistant", content: wants("Oslo").content },
    {
      role: "user",
      content: [{ type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "Oslo: snow" }] }],
    },
  ]);
});

it("is done after one step when the model answers at once", async () => {
  const client = await connect(createWorld(), { planTrip: { draft: () => says("A hat."), advice: () => says("") } });
  expect((await client.planTrip({ city: "Rome" })).structuredContent).toEqual({ advice: "A hat.", lookups: 0 });
});

it("keeps the forecast that the flow looked up", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const first = await client.call("plan_trip", { city: "Oslo" });
  const second = await client.call(
    "plan_trip",
    { city: "Oslo" },
    {
      inputResponses: { draft: wants("Oslo") },
      requestState: stateOf(first),
    },
  );
  world.weather.set("Oslo", "sun");
  const again = await client.call("plan_trip", { city: "Oslo" }, { requestState: stateOf(second) });
  expect(JSON.stringify(questionIn(again, "advice"))).toContain("Oslo: snow");
  const other = client.call("plan_trip", { city: "Rome" }, { requestState: stateOf(second) });
  await expect(other).rejects.toMatchObject(refusedState);
});

it("enables what there is of what the model picks", async () => {
  const world = createWorld();
  const client = await connect(world, {
    enableWorkflows: {
      pick: ({ params }) => {
        expect(JSON.stringify(params.messages)).toContain("simulator, device, macos");
        return says("macos, telepathy");
      },
    },
  });
  expect((await client.enableWorkflows({ task: "a Mac app" })).structuredContent).toEqual({ enabled: ["macos"] });
});

it("fails the call when the client refuses to sample", async () => {
  const client = await connect(createWorld(), {
    summarize: {
      summary: () => {
        throw refuse(-1, "The user rejected the request");
      },
    },
  });
  await expect(client.summarize({ text: "x" })).rejects.toMatchObject({
    code: -1,
    message: "The user rejected the request",
  });
});

it("asks again for an answer that is no message", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  const asked = await client.call("summarize", { text: "x" });
  const wrong = { summary: { action: "accept", content: { text: "Short." } } };
  const again = await client.call("summarize", { text: "x" }, { inputResponses: wrong, requestState: stateOf(asked) });
  expect(questionIn(again, "summary")).toBeDefined();
});

it("does without a model where it can, and says what it lacks where it cannot", async () => {
  const world = createWorld();
  const mute = await plainClient(serve(world));
  expect(await mute.call("enable_workflows", { task: "x" })).toMatchObject({
    structuredContent: { enabled: ["simulator"] },
  });
  await expect(mute.call("summarize", { text: "x" })).rejects.toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { sampling: {} } },
  });
  const toolless = await plainClient(serve(world), { sampling: {} });
  expect(await toolless.call("summarize", { text: "x" })).toHaveProperty("inputRequests");
  await expect(toolless.call("plan_trip", { city: "Oslo" })).rejects.toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { sampling: { tools: {} } } },
  });
});
