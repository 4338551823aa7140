import { ProtocolError } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { RequestError, ToolError } from "../../runtime/src/server/errors.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { type AnyInput, asked, form, frozen, key, oneTool, text } from "./one-tool.js";

const secret = "db password hunter2";

function failing(thrown: unknown, inputs: readonly AnyInput[] = []) {
  const events: LogEvent[] = [];
  const tool = oneTool(inputs, {
    handler: () => {
      throw thrown;
    },
    options: { log: (event) => events.push(event) },
  });
  return { tool, events };
}

it("carries the text of a ToolError to the model", async () => {
  const { tool } = failing(new ToolError("Quota is used up."));
  expect((await tool.leg({})).result).toEqual(
    expect.objectContaining({ isError: true, content: [{ type: "text", text: "Quota is used up." }] }),
  );
});

it.each([
  ["an error", new Error(secret)],
  ["an error of the SDK, which may come from another server", new ProtocolError(-32000, secret, { secret })],
  ["an object with a code", { code: -32001, message: secret }],
  ["text", secret],
  ["undefined", undefined],
  ["null", null],
])("tells the client nothing of %s, and the log everything", async (_, thrown) => {
  const { tool, events } = failing(thrown);
  const leg = await tool.leg({});
  expect(text(leg)).toBe('The tool "act" failed.');
  expect(JSON.stringify(leg)).not.toContain("hunter2");
  expect(events.filter((event) => event.level === "error")).toEqual([
    expect.objectContaining({ event: "failed", method: "tools/call", target: "act", where: "handler", error: thrown }),
  ]);
});

it("lets an author answer with a JSON-RPC error on purpose", async () => {
  const { tool } = failing(new RequestError(-32050, "Not today", { until: "tomorrow" }));
  expect((await tool.leg({})).error).toEqual({ code: -32050, message: "Not today", data: { until: "tomorrow" } });
});

it.each([
  [
    "a condition",
    form("a", {
      when: () => {
        throw new Error(secret);
      },
    }),
  ],
  [
    "a question",
    form("a", {
      question: () => {
        throw new Error(secret);
      },
    }),
  ],
  [
    "a computation",
    {
      kind: "compute",
      name: "a",
      needs: [],
      schema: true,
      compute: () => {
        throw new Error(secret);
      },
    },
  ],
  [
    "an asynchronous computation",
    { kind: "compute", name: "a", needs: [], schema: true, compute: () => Promise.reject(new Error(secret)) },
  ],
  [
    "a value that JSON cannot say",
    { kind: "compute", name: "a", needs: [], schema: { type: "number" }, compute: () => 1n },
  ],
] as readonly [string, AnyInput][])("keeps to itself what %s throws", async (_, input) => {
  const leg = await failing(undefined, [input]).tool.leg({});
  expect(text(leg)).toBe('The tool "act" failed.');
  expect(JSON.stringify(leg)).not.toContain("hunter2");
});

it("carries the text of a ToolError that a computation throws", async () => {
  const compute: AnyInput = {
    kind: "compute",
    name: "a",
    needs: [],
    schema: true,
    compute: () => {
      throw new ToolError("No such repository.");
    },
  };
  expect(text(await oneTool([compute]).leg({}))).toBe("No such repository.");
});

const output = { outputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } };

it("refuses a result that does not match the output schema, and sends one that does with its text", async () => {
  const good = oneTool([], { listed: output, handler: () => ({ structuredContent: { id: "x" } }) });
  expect((await good.leg({})).result).toMatchObject({
    structuredContent: { id: "x" },
    content: [{ type: "text", text: '{"id":"x"}' }],
  });
  for (const handler of [
    () => ({ structuredContent: { id: 7 } }),
    () => ({ content: [] }),
    () => undefined,
    () => "text",
  ]) {
    expect(text(await oneTool([], { listed: output, handler }).leg({}))).toBe('The tool "act" failed.');
  }
});

it("only warns of a mismatch with outputCheck: warn, and says nothing with off", async () => {
  for (const [outputCheck, warnings] of [
    ["warn", 1],
    ["off", 0],
  ] as const) {
    const events: LogEvent[] = [];
    const tool = oneTool([], {
      listed: output,
      declaration: { outputCheck },
      handler: () => ({ structuredContent: { id: 7 } }),
      options: { log: (event) => events.push(event) },
    });
    expect((await tool.leg({})).result).toMatchObject({ structuredContent: { id: 7 } });
    expect(events.filter((event) => event.event === "output_mismatch")).toHaveLength(warnings);
  }
});

it("answers an unknown tool with -32602, and junk state with the frozen error even there", async () => {
  const tool = oneTool([]);
  expect((await tool.leg({}, { name: "none" })).error).toEqual({ code: -32602, message: "Unknown tool: none" });
  for (const name of ["constructor", "__proto__", "toString"]) {
    expect((await tool.leg({}, { name })).error?.code).toBe(-32602);
  }
  expect((await tool.leg({}, { name: "none", state: "junk" })).error).toEqual(frozen);
});

it("names the biggest input when a state is too large, on the wire and in the log", async () => {
  const events: LogEvent[] = [];
  const tool = oneTool(
    [
      { kind: "compute", name: "small", needs: [], schema: true, compute: () => 1 },
      { kind: "compute", name: "huge", needs: [], schema: true, compute: () => "x".repeat(5000) },
      form("a"),
    ],
    { config: { maxStateBytes: 4096 }, options: { log: (event) => events.push(event) } },
  );
  const leg = await tool.leg({});
  expect(leg.error?.code).toBe(-32603);
  expect(leg.error?.message).toContain('the biggest input is "huge"');
  expect(events).toContainEqual(expect.objectContaining({ event: "state_too_large", input: "huge" }));
  const roomy = oneTool([
    { kind: "compute", name: "huge", needs: [], schema: true, compute: () => "x".repeat(5000) },
    form("a"),
  ]);
  expect(asked(await roomy.leg({}))).toEqual(["a"]);
});

it("survives a logger that throws", async () => {
  const tool = oneTool([], {
    options: {
      keys: [key],
      log: () => {
        throw new Error("disk full");
      },
    },
  });
  expect((await tool.leg({}, { state: "junk" })).error).toEqual(frozen);
  expect(text(await tool.leg({}))).toBe("done");
});
