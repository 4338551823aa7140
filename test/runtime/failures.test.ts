import { ProtocolError } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { RequestError, ToolError } from "../../runtime/src/server/errors.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import type { ToolContent, ToolSuccess } from "../../runtime/src/server/tool.js";
import { type AnyInput, asked, decline, filled, form, frozen, key, oneTool, state, text } from "./one-tool.js";

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
  const { tool, events } = failing(new ToolError("Quota is used up."));
  expect((await tool.leg({})).result).toEqual(
    expect.objectContaining({ isError: true, content: [{ type: "text", text: "Quota is used up." }] }),
  );
  // It is an answer, not a failure.
  expect(events.filter(({ event }) => event === "failed")).toEqual([]);
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

it.each([
  ["alone", undefined],
  ["with structured content", { type: "object" }],
])(
  "refuses a result that says itself that the tool failed, %s: it would count as a success",
  async (_, outputSchema) => {
    const events: LogEvent[] = [];
    const tool = oneTool([], {
      handler: () => ({
        content: [{ type: "text", text: secret }],
        ...(outputSchema !== undefined && { structuredContent: {} }),
        isError: true,
      }),
      listed: outputSchema === undefined ? {} : { outputSchema },
      options: { log: (event) => events.push(event) },
    });
    const leg = await tool.leg({});
    expect(leg.result).toMatchObject({ isError: true, content: [{ type: "text", text: 'The tool "act" failed.' }] });
    expect(events).toContainEqual(
      expect.objectContaining({
        event: "failed",
        where: "handler",
        error: new TypeError("The handler returned a result with isError: throw a ToolError instead"),
      }),
    );
    expect(events).toContainEqual(expect.objectContaining({ event: "completed", failed: true }));
  },
);

it.each(["yes", "false", 1, 0, {}])("does not let a result with isError: %o pass either", async (isError) => {
  const { leg, where } = await outcome(() => ({ content: [{ type: "text", text: secret }], isError }));
  expect([text(leg), leg.result?.["isError"], where]).toEqual(['The tool "act" failed.', true, ["handler"]]);
});

it.each([false, undefined, null])(
  "takes a result that says itself that the tool did not fail, with isError: %o",
  async (isError) => {
    const tool = oneTool([], { handler: () => ({ content: [{ type: "text", text: "fine" }], isError }) });
    expect(text(await tool.leg({}))).toBe("fine");
  },
);

it("names the flow that failed, in whichever of its rounds", async () => {
  const events: LogEvent[] = [];
  const handler = () => {
    throw new Error(secret);
  };
  const tool = oneTool([form("a")], { handler, options: { log: (event) => events.push(event) } });
  const first = await tool.leg({});
  await tool.leg({}, { state: state(first), answers: { a: filled } });
  const flowOf = (kind: LogEvent["event"]) =>
    events.flatMap((event) => (event.event === kind && "flow" in event ? [event.flow] : []));
  expect(flowOf("failed")).toEqual(flowOf("round"));
  expect(flowOf("failed")).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{22}$/)]);
});

it("lets an author answer with a JSON-RPC error on purpose", async () => {
  const { tool, events } = failing(new RequestError(-32050, "Not today", { until: "tomorrow" }));
  expect((await tool.leg({})).error).toEqual({ code: -32050, message: "Not today", data: { until: "tomorrow" } });
  expect(events).toContainEqual(expect.objectContaining({ event: "completed", failed: true }));
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
    const warned = events.filter((event) => event.event === "output_mismatch");
    expect(warned).toHaveLength(warnings);
    const { flow } = events.find((event) => event.event === "completed") ?? {};
    for (const event of warned)
      expect(event).toMatchObject({ level: "warn", method: "tools/call", target: "act", flow });
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
  const characters = Number(/has (\d+) characters/.exec(leg.error?.message ?? "")?.[1]);
  const flow = expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) as string;
  const about = { method: "tools/call", target: "act", flow };
  expect(events).toContainEqual({ event: "state_too_large", level: "error", ...about, input: "huge", characters });
  const roomy = oneTool([
    { kind: "compute", name: "huge", needs: [], schema: true, compute: () => "x".repeat(5000) },
    form("a"),
  ]);
  const fits = await roomy.leg({});
  expect(asked(fits)).toEqual(["a"]);
  for (const [maxStateBytes, code] of [
    [state(fits).length, undefined],
    [state(fits).length - 1, -32603],
  ] as const) {
    const exact = oneTool(
      [{ kind: "compute", name: "huge", needs: [], schema: true, compute: () => "x".repeat(5000) }, form("a")],
      { config: { audience: "tests", maxStateBytes } },
    );
    expect((await exact.leg({})).error?.code).toBe(code);
  }
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

/** A call of a tool, and what was logged as failed. */
async function outcome(handler: () => unknown, more: object = {}, inputs: readonly AnyInput[] = []) {
  const events: LogEvent[] = [];
  const tool = oneTool(inputs, { handler, options: { log: (event) => events.push(event) }, ...more });
  const leg = await tool.leg({});
  return { leg, where: events.flatMap((event) => (event.event === "failed" ? [event.where] : [])) };
}

function circle(): object {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  return circle;
}

const unwritable: readonly [string, unknown][] = [
  ["a circle", circle()],
  ["a bigint", { size: 10n }],
  ["NaN", { size: Number.NaN }],
  ["an infinite number", { size: Number.POSITIVE_INFINITY }],
  ["undefined in a list", { list: [undefined] }],
  ["a function", { run: () => 1 }],
  ["a symbol", { mark: Symbol("x") }],
  ["a Map", { map: new Map([["a", 1]]) }],
  ["bytes", { bytes: new Uint8Array([1]) }],
  ["a pending promise", { later: Promise.resolve(1) }],
  [
    "a failing toJSON",
    {
      toJSON: () => {
        throw new Error(secret);
      },
    },
  ],
  ["a toJSON that returns what JSON cannot carry", { at: { toJSON: () => 1n } }],
  [
    "a failing getter",
    {
      get at() {
        throw new Error(secret);
      },
    },
  ],
];

it.each(unwritable)("fails instead of sending %s, in whatever part of a result", async (_, value) => {
  const open = { listed: { outputSchema: { type: "object" } } };
  for (const [returned, where] of [
    [{ structuredContent: value }, "output"],
    [{ content: [], _meta: { value } }, "handler"],
    [{ content: [{ type: "text", text: "x", _meta: { value } }] }, "handler"],
  ] as const) {
    const sent = await outcome(() => returned, where === "output" ? open : {});
    expect([text(sent.leg), sent.where]).toEqual(['The tool "act" failed.', [where]]);
  }
  const off = await outcome(() => ({ structuredContent: value }), { ...open, declaration: { outputCheck: "off" } });
  expect([text(off.leg), off.where]).toEqual(['The tool "act" failed.', ["output"]]);
});

it.each(unwritable)("fails instead of sealing or sending %s from a computation or in an error", async (_, value) => {
  const compute: AnyInput = { kind: "compute", name: "a", needs: [], schema: true, compute: () => value };
  const computed = await outcome(() => undefined, {}, [compute, form("b")]);
  expect([text(computed.leg), computed.where]).toEqual(['The tool "act" failed.', ["compute a"]]);
  const thrown = await outcome(() => {
    throw new RequestError(-32050, "Not today", value);
  });
  expect([text(thrown.leg), thrown.where]).toEqual(['The tool "act" failed.', ["handler"]]);
});

it("sends dates, instances of classes and members that are undefined as JSON has them", async () => {
  class Database {
    readonly id = "x";
  }
  const value = {
    at: new Date(0),
    db: new Database(),
    none: undefined,
    bare: Object.assign(Object.create(null), { a: 1 }),
  };
  const { leg, where } = await outcome(() => ({ structuredContent: value, _meta: { value } }), {
    listed: { outputSchema: { type: "object" } },
  });
  const arrived = { at: "1970-01-01T00:00:00.000Z", db: { id: "x" }, bare: { a: 1 } };
  expect(leg.result).toMatchObject({ structuredContent: arrived, _meta: { value: arrived } });
  expect(where).toEqual([]);
});

it.each([
  ["a code that is none", new RequestError(Number.NaN, "x")],
  ["a message that is no text", Object.assign(new ToolError("x"), { message: { a: 1 } })],
])("keeps to itself an error with %s", async (_, error) => {
  const { leg, where } = await outcome(() => {
    throw error;
  });
  expect([text(leg), where]).toEqual(['The tool "act" failed.', ["handler"]]);
});

it.each([
  ["blocks of no kind", { content: [{ type: "nope" }] }],
  ["text that is none", { content: [{ type: "text", text: 5 }] }],
  ["content that is no list", { content: "x" }],
  ["a _meta that is no object", { content: [], _meta: "x" }],
  ["the bare output", { id: "x" }],
  ["a Map", new Map()],
])("does not let %s pass for a result", async (_, returned) => {
  const { leg, where } = await outcome(() => returned);
  expect([text(leg), leg.result?.["isError"], where]).toEqual(['The tool "act" failed.', true, ["handler"]]);
});

it.each(["content", "structuredContent", "_meta", "isError"])(
  "lays a result whose %s throws as it is read to the handler",
  async (member) => {
    const thrown = new Error(secret);
    const returned = Object.defineProperty({ content: [] }, member, {
      enumerable: true,
      get: () => {
        throw thrown;
      },
    });
    const { leg, where } = await outcome(() => returned);
    expect([text(leg), leg.result?.["isError"], where]).toEqual(['The tool "act" failed.', true, ["handler"]]);
  },
);

it("takes other blocks than text, and nothing at all, for a result", async () => {
  const image = { type: "image", data: "AA==", mimeType: "image/png" };
  expect((await outcome(() => ({ content: [image], _meta: { a: 1 } }))).leg.result).toMatchObject({ content: [image] });
  expect((await outcome(() => ({}))).leg.result).toMatchObject({ content: [] });
});

/** What query builders return: it runs each time that it is awaited. */
function lazily(value: unknown) {
  let runs = 0;
  return {
    get runs() {
      return runs;
    },
    // oxlint-disable-next-line unicorn/no-thenable -- what this is about
    then: (resolve: (value: unknown) => void): void => {
      runs += 1;
      resolve(value);
    },
  };
}

it.each([undefined, 60])("awaits what is no Promise and has a then, once (timeout: %s)", async (timeout) => {
  const query = lazily({ content: [{ type: "text", text: "from a query" }] });
  const declaration = timeout === undefined ? {} : { timeout };
  expect(text((await outcome(() => query, { declaration })).leg)).toBe("from a query");
  const [none, number] = [lazily({ id: 5 }), lazily(5)];
  expect((await outcome(() => none)).where).toEqual(["handler"]);
  const compute: AnyInput = {
    kind: "compute",
    name: "a",
    needs: [],
    schema: { type: "number" },
    compute: () => number,
  };
  expect((await outcome(() => ({}), {}, [compute])).where).toEqual([]);
  expect([query.runs, none.runs, number.runs]).toEqual([1, 1, 1]);
});

it("does not let a compiler take a result that says itself that the tool failed", () => {
  // @ts-expect-error -- a tool that failed throws
  const content: ToolContent = { content: [], isError: true };
  // @ts-expect-error -- the same with an output schema
  const success: ToolSuccess<object> = { structuredContent: {}, isError: true };
  expect([content, success]).toHaveLength(2);
});

const fails = (): never => {
  throw new Error(secret);
};
const after = (more: object) => [form("a"), form("b", { needs: ["a"], ...more })];
const compute = { kind: "compute", name: "b", needs: ["a"], schema: true, compute: () => 1 } as const;

it.each<[string, readonly AnyInput[], object, string]>([
  ["a condition", after({ when: fails }), filled, "question b"],
  ["the condition of a computation", [form("a"), { ...compute, when: fails }], filled, "compute b"],
  ["a question", after({ question: fails }), filled, "question b"],
  ["what a question is pinned to", after({ pins: fails }), filled, "question b"],
  ["the words of a check", [form("a", { checks: [{ rule: () => false, message: fails }] })], filled, "question a"],
  ["the words after a refusal", [form("a", { onDecline: { fail: fails } })], decline, "question a"],
])(
  "fails a call in whose later round %s throws, and names flow and input in the log",
  async (_, inputs, answer, where) => {
    const events: LogEvent[] = [];
    const tool = oneTool(inputs, { options: { log: (event) => events.push(event) } });
    const first = await tool.leg({});
    expect(text(await tool.leg({}, { state: state(first), answers: { a: answer } }))).toBe('The tool "act" failed.');
    const flow = events.flatMap((event) => (event.event === "round" ? [event.flow] : []))[0];
    expect(events.filter(({ event }) => event === "failed")).toEqual([
      expect.objectContaining({ where, flow, error: expect.objectContaining({ message: secret }) as Error }),
    ]);
  },
);

it("names the input whose words for a client that cannot be asked throw, before anything is computed", async () => {
  const events: LogEvent[] = [];
  const whenUnavailable = { fail: fails, needs: [] };
  const tool = oneTool([form("a", { whenUnavailable })], { options: { log: (event) => events.push(event) } });
  expect(text(await tool.leg({}, { capabilities: {} }))).toBe('The tool "act" failed.');
  expect(events).toContainEqual(
    expect.objectContaining({ event: "failed", where: "question a", flow: expect.any(String) as string }),
  );
});
