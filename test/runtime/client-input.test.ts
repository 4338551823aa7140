import { expect, it } from "vitest";
import { clientInput } from "../../runtime/src/contract-v1/server.js";
import { connectLegacy } from "./connections.js";
import { type AnyInput, asked, filled, form, oneTool, state, text, type Values } from "./one-tool.js";

const can =
  (ability: string) =>
  (_args: Values, { client }: Values): boolean =>
    Array.isArray(client) && client.includes(ability);

/** Asked only through clients that can show forms. */
const ifAsked = form("a", { needs: ["client"], when: can("elicitation.form") });

const forms = { elicitation: { form: {} } };

it.each([
  ["nothing", {}, []],
  ["a bare elicitation", { elicitation: {} }, ["elicitation.form"]],
  ["addresses only", { elicitation: { url: {} } }, ["elicitation.url"]],
  ["sampling", { sampling: {} }, ["sampling"]],
  ["sampling with tools", { sampling: { tools: {} } }, ["sampling", "sampling.tools"]],
  ["roots", { roots: {} }, ["roots"]],
])("knows what a client can do that declares %s", async (_what, capabilities, abilities) => {
  const tool = oneTool([clientInput]);
  await tool.leg({}, { capabilities });
  expect(tool.calls[0]?.inputs).toEqual({ client: abilities });
});

it("knows what a 2025-era client declared when it connected", async () => {
  const tool = oneTool([clientInput]);
  const client = await connectLegacy(tool.factory, () => filled, { roots: {} });
  await client.callTool({ name: "act", arguments: {} });
  expect(tool.calls[0]?.inputs).toEqual({ client: ["roots"] });
  await client.close();
});

it("skips by what the client can do", async () => {
  const tool = oneTool([clientInput, ifAsked]);
  expect(asked(await tool.leg({}, { capabilities: forms }))).toEqual(["a"]);
  await tool.leg({}, { capabilities: {} });
  expect(tool.calls.map(({ inputs }) => inputs)).toEqual([{ client: [], a: undefined }]);
});

it("takes the answer, though the client no longer declares what the condition named", async () => {
  const tool = oneTool([clientInput, ifAsked]);
  const first = await tool.leg({}, { capabilities: forms });
  await tool.leg({}, { state: state(first), answers: { a: filled }, capabilities: {} });
  expect(tool.calls.map(({ inputs }) => inputs)).toEqual([{ client: ["elicitation.form"], a: { value: "good" } }]);
});

it("asks nothing more of a client that could not be asked when the call began", async () => {
  const roots: AnyInput = { kind: "roots", name: "b", needs: [] };
  const tool = oneTool([clientInput, ifAsked, roots]);
  const first = await tool.leg({}, { capabilities: { roots: {} } });
  const answers = { b: { roots: [] } };
  await tool.leg({}, { state: state(first), answers, capabilities: { ...forms, roots: {} } });
  expect(tool.calls.map(({ inputs }) => inputs)).toEqual([{ client: ["roots"], a: undefined, b: [] }]);
});

it("refuses in the end what a client that could be asked can no longer be asked", async () => {
  const second = form("b", { needs: ["client", "a"], when: can("elicitation.form") });
  const tool = oneTool([clientInput, ifAsked, second]);
  const first = await tool.leg({}, { capabilities: forms });
  const refused = await tool.leg({}, { state: state(first), answers: { a: filled }, capabilities: {} });
  expect(refused.error).toMatchObject({ code: -32021 });
  expect(tool.calls).toEqual([]);
});

it("carries a state even where it is only sealed when needed", async () => {
  const tool = oneTool([clientInput, ifAsked], { declaration: { seal: "needed" } });
  const first = await tool.leg({}, { capabilities: forms });
  expect(state(first)).not.toBe("");
  // An answer without it is to a question that may never have been asked.
  const stripped = await tool.leg({}, { answers: { a: filled }, capabilities: forms });
  expect(asked(stripped)).toEqual(["a"]);
});

it("believes no answer that calls itself what the client can do", async () => {
  const tool = oneTool([clientInput, ifAsked]);
  const wire = await tool.leg({}, { answers: { client: ["elicitation.form"] }, capabilities: {} });
  expect(text(wire)).toBe("done");
  expect(tool.calls[0]?.inputs).toEqual({ client: [], a: undefined });
});
