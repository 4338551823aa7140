import { expect, it } from "vitest";
import { messagesFrom } from "../../runtime/src/server/sampled-messages.js";

const text = { type: "text", text: "Hello" };

it("takes the message out of what a model answered", () => {
  const result = { role: "assistant", content: [text], model: "tiny", stopReason: "endTurn" };
  expect(messagesFrom(result)).toEqual([{ role: "assistant", content: [text] }]);
});

it("takes a list of messages in its order", () => {
  const results = { role: "user", content: [{ type: "tool_result", toolUseId: "1", content: [text] }] };
  expect(messagesFrom([{ role: "user", content: text }, results])).toEqual([{ role: "user", content: text }, results]);
  expect(messagesFrom([])).toEqual([]);
});

it.each([
  ["a text", "Hello"],
  ["nothing", undefined],
  ["another role", { role: "system", content: text }],
  ["a content block that there is not", { role: "user", content: { type: "smell" } }],
  ["a list with one that is none", [{ role: "user", content: text }, 7]],
])("takes no message from %s", (_what, value) => {
  expect(() => messagesFrom(value)).toThrow(new TypeError("A computed message is no message of a model or a user"));
});
