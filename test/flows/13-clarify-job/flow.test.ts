import { accept, cancel, decline, formDefaults, formModel } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, questionIn, stateOf, textIn, untilTheEnd } from "../harness.js";
import type { ClarifyJobFulfil } from "./generated/src/client.js";
import { ClarifyJobClient } from "./generated/src/client.js";
import { createClarifyJobServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const serve = (world: World) => createClarifyJobServer(handlers(world), { log: () => {} });

const quiet: ClarifyJobFulfil = {
  research: { interpretation: () => cancel() },
  everyField: { form: () => cancel() },
  visitPage: { page: () => cancel() },
};

async function connect(world: World, fulfil: Partial<ClarifyJobFulfil>): Promise<ClarifyJobClient> {
  return untilTheEnd(await ClarifyJobClient.connect(inMemory(serve(world)), { fulfil: { ...quiet, ...fulfil } }));
}

it("asks at stage three what is meant, and does not repeat the stages before", async () => {
  const world = createWorld();
  const stages: (string | undefined)[] = [];
  const client = await connect(world, {
    research: {
      interpretation: ({ message, schema }) => {
        expect(message).toBe("What do you mean by python?");
        expect(formModel(schema)[0].fields).toMatchObject([
          { choices: [{ value: "The language" }, { value: "The snake" }] },
        ]);
        return { interpretation: "The snake" };
      },
    },
  });
  const result = await client.research({ topic: "python" }, { onProgress: ({ message }) => stages.push(message) });
  expect(result.structuredContent).toMatchObject({ report: "python (The snake), from 3 sources." });
  expect(world.surveyed).toEqual(["python"]);
  expect(stages).toEqual(["collecting", "reading", "sorting", "writing"]);
});

it("does not ask about a topic that is clear", async () => {
  const world = createWorld();
  const mute = await plainClient(serve(world));
  expect(await mute.call("research", { topic: "typescript" })).toMatchObject({
    structuredContent: { report: "typescript (The language), from 3 sources." },
  });
});

it("goes on in every sense after decline, cancel, and for a client that cannot ask", async () => {
  const world = createWorld();
  for (const answer of [decline(), cancel()]) {
    const client = await connect(world, { research: { interpretation: () => answer } });
    const result = await client.research({ topic: "python" });
    expect(result.structuredContent).toMatchObject({ report: "python (in every sense), from 3 sources." });
  }
  expect(await (await plainClient(serve(world))).call("research", { topic: "python" })).toMatchObject({
    structuredContent: { report: "python (in every sense), from 3 sources." },
  });
});

it("offers the meanings that were found, even when there are others by now", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("research", { topic: "python" });
  world.meanings.set("python", ["The comedians"]);
  const answer = (interpretation: string) => ({
    inputResponses: { interpretation: { action: "accept", content: { interpretation } } },
    requestState: stateOf(asked),
  });
  const refused = await client.call("research", { topic: "python" }, answer("The comedians"));
  expect(questionIn(refused, "interpretation")).toBeDefined();
  expect(await client.call("research", { topic: "python" }, answer("The snake"))).toMatchObject({
    structuredContent: { report: "python (The snake), from 3 sources." },
  });
});

const filled = {
  name: "Ada",
  email: "ada@example.com",
  homepage: "https://example.com/ada",
  birthday: "1815-12-10",
  wakeUp: "2026-01-02T07:00:00Z",
  age: 36,
  ratio: 3.14,
  subscribe: false,
  color: "red",
  pet: "cat",
  days: ["mon", "tue"],
  tags: ["a"],
} as const;

it("carries every kind of field there is", async () => {
  const client = await connect(createWorld(), {
    everyField: {
      form: ({ schema }) => {
        const [model, problems] = formModel(schema);
        expect(problems).toEqual([]);
        expect(model.fields.map(({ control }) => control)).toEqual(
          "text text text text text number number check select select multi-select multi-select".split(" "),
        );
        expect(formDefaults(model)).toEqual({ age: 30, ratio: 3.14, subscribe: true, color: "green" });
        return { ...filled, days: [...filled.days], tags: [...filled.tags] };
      },
    },
  });
  expect(JSON.parse(textIn(await client.everyField({})))).toEqual(filled);
});

it.each([
  ["name", ""],
  ["email", "ada"],
  ["homepage", "example"],
  ["birthday", "10.12.1815"],
  ["wakeUp", "seven"],
  ["age", 1.5],
  ["age", 151],
  ["ratio", "3.14"],
  ["subscribe", "yes"],
  ["color", "blue"],
  ["pet", "A cat"],
  ["days", []],
  ["days", ["mon", "tue", "wed"]],
  ["tags", ["c"]],
  ["unknown", 1],
])("asks again for a form whose %s is %j", async (field, value) => {
  const client = await plainClient(serve(createWorld()), everything);
  const asked = await client.call("every_field", {});
  const form = { action: "accept", content: { ...filled, [field]: value } };
  const again = await client.call("every_field", {}, { inputResponses: { form }, requestState: stateOf(asked) });
  expect(questionIn(again, "form")).toMatchObject({ message: expect.stringContaining(field) as string });
});

it("sends a person to a page once; consent is all it waits for", async () => {
  for (const [answer, told] of [
    [accept(), "accept"],
    [decline(), "decline"],
    [cancel(), "cancel"],
  ] as const) {
    const client = await connect(createWorld(), { visitPage: { page: () => answer } });
    expect(textIn(await client.visitPage({}))).toBe(told);
  }
  const noUrls = await plainClient(serve(createWorld()), { elicitation: { form: {} } });
  await expect(noUrls.call("visit_page", {})).rejects.toMatchObject({ code: -32021 });
});
