import { expect, it } from "vitest";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { connectLegacy, connectModern } from "./connections.js";
import { accept, type AnyInput, bad, decline, filled, form, oneTool } from "./one-tool.js";

const done = [{ type: "text", text: "done" }];

it("asks a 2025-era client for every kind that it declared, in as many rounds as it takes", async () => {
  const tool = oneTool([
    form("a"),
    { kind: "confirm", name: "b", needs: ["a"], message: (_, inputs) => `After ${JSON.stringify(inputs["a"])}?` },
    {
      kind: "sample",
      name: "c",
      needs: ["b"],
      request: () => ({ messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 5 }),
    },
    { kind: "roots", name: "d", needs: [] },
    {
      kind: "elicitUrl",
      name: "e",
      needs: ["c"],
      question: () => ({ message: "Sign in", url: "https://example.com" }),
    },
  ]);
  const pushed: object[] = [];
  const client = await connectLegacy(tool.factory, (params) => {
    pushed.push(params);
    return "requestedSchema" in params && JSON.stringify(params.requestedSchema).includes("value") ? filled : accept();
  });
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    content: { type: "text", text: "x" },
    model: "m",
  }));
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///work" }] }));
  expect((await client.callTool({ name: "act", arguments: {} })).content).toEqual(done);
  expect(tool.calls).toHaveLength(1);
  expect(tool.calls[0]?.inputs).toMatchObject({
    a: { value: "good" },
    c: { model: "m" },
    d: [{ uri: "file:///work" }],
  });
  expect(pushed).toHaveLength(3);
  await client.close();
});

it("asks a 2025-era client again for an invalid answer, and takes its refusal", async () => {
  const answers = [bad, decline];
  const messages: string[] = [];
  const client = await connectLegacy(oneTool([form("a")]).factory, (params) => {
    messages.push("message" in params ? String(params.message) : "");
    return answers.shift() ?? decline;
  });
  const result = await client.callTool({ name: "act", arguments: {} });
  expect(result.isError).toBe(true);
  expect(messages[1]).toContain("The last answer was not accepted");
  await client.close();
});

it("refuses a 2025-era client that cannot be asked with -32021, and goes on serving it", async () => {
  const tool = oneTool([form("a", { when: (args: { ask?: boolean }) => args.ask === true })]);
  const client = await connectLegacy(tool.factory, () => filled, {});
  await expect(client.callTool({ name: "act", arguments: { ask: true } })).rejects.toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: { form: {} } } },
  });
  expect((await client.callTool({ name: "act", arguments: {} })).content).toEqual(done);
  await client.close();
});

const request = () => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "?" } }],
  maxTokens: 5,
});
const poem: AnyInput = { kind: "sample", name: "a", needs: [], request };
const completion = { role: "assistant", content: { type: "text", text: "x" }, model: "m" } as const;
const toolCall = { ...completion, content: [{ type: "tool_use", id: "1", name: "t", input: {} }] };
const offering: AnyInput = {
  ...poem,
  withTools: true,
  request: () => ({ ...request(), tools: [{ name: "t", inputSchema: { type: "object" } }] }),
};
const choosing: AnyInput = {
  ...poem,
  withTools: true,
  request: () => ({ ...request(), toolChoice: { mode: "auto" as const } }),
};
const login: AnyInput = {
  kind: "elicitUrl",
  name: "a",
  needs: [],
  question: () => ({ message: "Sign in", url: "https://example.com" }),
};
const folders: AnyInput = { kind: "roots", name: "a", needs: [] };

it.each([
  ["a form", form("a"), { elicitation: { url: {} } }, { elicitation: { form: {} } }, filled, { value: "good" }],
  ["a URL", login, { elicitation: {} }, { elicitation: { url: {} } }, accept(), { action: "accept" }],
  ["a completion", poem, { elicitation: {} }, { sampling: {} }, completion, completion],
  ["tools", offering, { sampling: {} }, { sampling: { tools: {} } }, toolCall, toolCall],
  ["tools that are not used", offering, { sampling: {} }, { sampling: { tools: {} } }, completion, completion],
  ["a choice of tools", choosing, { sampling: {} }, { sampling: { tools: {} } }, completion, completion],
  ["roots", folders, { sampling: {} }, { roots: {} }, { roots: [] }, []],
] as readonly [string, AnyInput, object, object, object, unknown][])(
  "asks a 2025-era client for %s only where it declared it, else -32021",
  async (_, input, other, requiredCapabilities, answer, value) => {
    const tool = oneTool([input]);
    const unable = await connectLegacy(tool.factory, () => answer, other);
    await expect(unable.callTool({ name: "act", arguments: {} })).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities },
    });
    expect(tool.calls).toEqual([]);
    await unable.close();

    const able = await connectLegacy(tool.factory, () => answer, requiredCapabilities);
    if ("sampling" in requiredCapabilities) able.setRequestHandler("sampling/createMessage", () => answer as never);
    if ("roots" in requiredCapabilities) able.setRequestHandler("roots/list", () => answer as never);
    expect((await able.callTool({ name: "act", arguments: {} })).content).toEqual(done);
    expect(tool.calls.map(({ inputs }) => inputs["a"])).toEqual([value]);
    await able.close();
  },
);

it("names the input in what it pushes to a 2025-era client, and only there", async () => {
  const pushed: { _meta?: object }[] = [];
  const tool = oneTool([form("a")]);
  const legacy = await connectLegacy(tool.factory, (params) => {
    pushed.push(params);
    return filled;
  });
  await legacy.callTool({ name: "act", arguments: {} });
  expect(pushed[0]?._meta).toMatchObject({ "mcp-parley/input": "a" });
  const modern = await connectModern(tool.factory);
  const first: unknown = await modern.callTool({ name: "act", arguments: {} }, { allowInputRequired: true });
  expect(JSON.stringify(first)).not.toContain("mcp-parley/input");
  await legacy.close();
  await modern.close();
});

it("gives a 2025-era client up after the rounds that the SDK allows, as a tool error", async () => {
  const events: LogEvent[] = [];
  const names = Array.from({ length: 10 }, (_, index) => `q${index}`);
  const chain = names.map((name, index) => form(name, { needs: names.slice(0, index) }));
  const tool = oneTool(chain, { options: { log: (event) => events.push(event) } });
  const client = await connectLegacy(tool.factory, () => filled);
  const result = await client.callTool({ name: "act", arguments: {} });
  expect(result.isError).toBe(true);
  expect(tool.calls).toHaveLength(0);
  expect(events.filter((event) => event.event === "round")).toHaveLength(9);
  await client.close();
});

it("serves a 2025-era and a 2026 client at the same time with the same answers", async () => {
  const tool = oneTool([form("a")]);
  const [legacy, modern] = await Promise.all([connectLegacy(tool.factory, () => filled), connectModern(tool.factory)]);
  const [old, first] = await Promise.all([
    legacy.callTool({ name: "act", arguments: {} }),
    modern.callTool({ name: "act", arguments: {} }, { allowInputRequired: true }) as Promise<unknown>,
  ]);
  const { requestState } = first as { requestState: string };
  const retry = { name: "act", arguments: {}, requestState, inputResponses: { a: filled } };
  const last = await modern.callTool(retry, { allowInputRequired: true });
  expect(old.content).toEqual(done);
  expect(last.content).toEqual(done);
  await legacy.close();
  await modern.close();
});

it.each([
  ["without a schema", undefined, undefined],
  ["that nobody checks", { type: "object" }, "off"],
  ["that is only warned of", { type: "object" }, "warn"],
] as const)(
  "sends no structured content that is no object to a 2025-era client: %s",
  async (_, outputSchema, check) => {
    for (const structuredContent of [5, "text", [1], null]) {
      const events: LogEvent[] = [];
      const tool = oneTool([], {
        handler: () => ({ structuredContent }),
        listed: { ...(outputSchema !== undefined && { outputSchema }) },
        declaration: { ...(check !== undefined && { outputCheck: check }) },
        options: { log: (event) => events.push(event) },
      });
      const client = await connectLegacy(tool.factory, () => filled);
      expect(await client.callTool({ name: "act", arguments: {} })).toMatchObject({
        isError: true,
        content: [{ text: 'The tool "act" failed.' }],
      });
      expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "output" }));
      expect((await tool.leg({})).result).toMatchObject({ structuredContent });
      await client.close();
    }
  },
);
