import { expect, it } from "vitest";
import type { ToolDeclaration } from "../../runtime/src/client/declarations.js";
import { prefixedKeys } from "../../runtime/src/client/wire-keys.js";

const declaration: ToolDeclaration = {
  kind: "tool",
  name: "order",
  fulfil: "order",
  inputSchema: { type: "object" },
  questions: { size: { kind: "confirm" }, ["__proto__"]: { kind: "roots" } },
};

const keys = prefixedKeys("shop:");

it("calls the questions of a Python server by the names of the spec, and answers by their keys", () => {
  const named = keys.toNames(declaration, { "shop:size": 1, "shop:__proto__": 2, "other:size": 3, "shop:new": 4 });
  expect(Object.entries(named)).toEqual([
    ["size", 1],
    ["__proto__", 2],
    ["other:size", 3],
    ["shop:new", 4],
  ]);
  expect(Object.entries(keys.toKeys(declaration, named))).toEqual([
    ["shop:size", 1],
    ["shop:__proto__", 2],
    ["other:size", 3],
    ["shop:new", 4],
  ]);
});

it("refuses a key that would be taken for another", () => {
  expect(() => keys.toNames(declaration, { size: 1 })).toThrow('Question "size" has no valid key');
  expect(prefixedKeys("").toNames(declaration, { size: 1 })).toEqual({ size: 1 });
});
