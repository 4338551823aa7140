import { expect, it } from "vitest";
import { spec } from "../bugcases/checked.js";
import { leg, questionsOf, served, stateOf, textOf } from "../bugcases/served.js";

const document = (longest: number): string =>
  spec(`
tools:
  open:
    requires:
      name: { elicit: { message: Name?, schema: { properties: { name: { type: string, maxLength: ${longest} } }, required: [name] } } }
      sure: { needs: [name], confirm: { message: Go on? } }
`);

const handlers = {
  open: ({ inputs }: { inputs: { name: { name: string } } }) => ({
    content: [{ type: "text", text: inputs.name.name }],
  }),
};

const accepted = { action: "accept", content: {} };
const options = { keys: [new Uint8Array(32).fill(7)] };

it("judges recorded answers again when a deployment has changed what is required", async () => {
  const before = await served(document(20), handlers, options);
  const first = await leg(before.factory, "open");
  const answers = { name: { action: "accept", content: { name: "eleven-char" } } };
  const second = await leg(before.factory, "open", { answers, state: stateOf(first) });
  expect(Object.keys(questionsOf(second))).toEqual(["sure"]);

  const same = await served(document(20), handlers, options);
  const ended = await leg(same.factory, "open", { answers: { sure: accepted }, state: stateOf(second) });
  expect(textOf(ended)).toBe("eleven-char");

  const after = await served(document(5), handlers, options);
  const asked = await leg(after.factory, "open", { answers: { sure: accepted }, state: stateOf(second) });
  expect(Object.keys(questionsOf(asked))).toEqual(["name"]);
});
