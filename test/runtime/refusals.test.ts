import { expect, it } from "vitest";
import { refusalOf } from "../../runtime/src/client/refusal.js";
import { asked, decline, accept, form, oneTool, state, text } from "./one-tool.js";

// What a result says to programs, beside the text for a model; the client's half reads it.

it("names the question that was refused, and whose words the text is", async () => {
  const end = async (more: object) => {
    const tool = oneTool([form("a", more)]);
    const first = await tool.leg({});
    return refusalOf((await tool.leg({}, { state: state(first), answers: { a: decline } })).result);
  };
  const ours = { reason: "input_declined", input: "a", authored: false, problems: [] };
  expect(await end({})).toEqual(ours);
  expect(await end({ onDecline: { fail: () => "It was kept." } })).toEqual({ ...ours, authored: true });
});

it("lists what is wrong with the arguments, each by its path", async () => {
  const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const leg = await oneTool([], { listed: { inputSchema } }).leg({ n: "x" });
  expect(text(leg)).toBe("Invalid arguments for act: /n must be integer");
  expect(refusalOf(leg.result)).toEqual({
    reason: "arguments",
    input: undefined,
    authored: false,
    problems: [{ path: "/n", message: "must be integer" }],
  });
});

it("says nothing of it in a result that is one", async () => {
  const tool = oneTool([form("a")]);
  const first = await tool.leg({});
  expect(asked(first)).toEqual(["a"]);
  expect(refusalOf((await tool.leg({}, { state: state(first), answers: { a: accept({ value: "xx" }) } })).result)).toBe(
    undefined,
  );
});

it("names bounds in words", async () => {
  const properties = {
    a: { type: "number", minimum: 1 },
    b: { type: "number", maximum: 9 },
    c: { type: "number", exclusiveMinimum: 1 },
    d: { type: "number", exclusiveMaximum: 9 },
  };
  const leg = await oneTool([], { listed: { inputSchema: { type: "object", properties } } }).leg({
    a: 0,
    b: 10,
    c: 1,
    d: 9,
  });
  expect(text(leg)).toBe(
    "Invalid arguments for act: /a must be at least 1; /b must be at most 9; /c must be more than 1; /d must be less than 9",
  );
});
