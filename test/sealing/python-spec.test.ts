import { expect, it } from "vitest";
import { lint } from "../flows/lint.js";

const spec = (requestState: string): string =>
  ['parley: "1"', "server: { name: shop, version: 1.0.0 }", `requestState: ${requestState}`, "tools: {}"].join("\n");
const errors = async (requestState: string): Promise<readonly string[]> =>
  (await lint(spec(requestState))).filter(({ severity }) => severity === "error").map(({ code }) => code);

it("takes a module of Python functions with the Python format", async () => {
  expect(await errors("{ codec: python-v1, pythonModule: shop.resolvers }")).toEqual([]);
  expect(await errors("{ codec: python-v1 }")).toEqual([]);
});

it.each([
  "{ pythonModule: shop }",
  "{ codec: custom, pythonModule: shop }",
  "{ codec: aes-256-gcm, pythonModule: shop }",
])("refuses one with any other: %s", async (requestState) => {
  expect(await errors(requestState)).toEqual(["spec/exclusive-keys"]);
});
