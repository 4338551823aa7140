import { expect, it } from "vitest";
import { withChoices } from "../../runtime/src/server/choices.js";

const schema = {
  type: "object",
  properties: { region: { type: "string", title: "Region" }, size: { type: "string", enum: ["s"] } },
} as const;
const oneOf = (from: readonly unknown[], more: object = {}) =>
  withChoices(schema, { region: { from, ...more } }).properties["region"];

it("leaves fields alone that have no such choices, and keeps what else a field says", () => {
  expect(withChoices(schema, { region: { from: ["eu"] } })).toEqual({
    type: "object",
    properties: {
      region: { type: "string", title: "Region", oneOf: [{ const: "eu", title: "eu" }] },
      size: { type: "string", enum: ["s"] },
    },
  });
});

it.each([
  [["eu"], { value: "id", title: "name" }, { const: "eu", title: "eu" }],
  [[{ id: "eu", name: "Europe" }], { value: "id", title: "name" }, { const: "eu", title: "Europe" }],
  [[{ id: "eu", name: "Europe" }], { value: "id" }, { const: "eu", title: "eu" }],
  [[{ id: "eu" }], { value: "id", title: "name" }, { const: "eu", title: "eu" }],
  [[{ id: "eu", name: 7 }], { value: "id", title: "name" }, { const: "eu", title: "eu" }],
])("shows %j with %j as %j", (from, more, choice) => {
  expect(oneOf(from, more)).toMatchObject({ oneOf: [choice] });
});

it.each([
  [[{ id: "eu" }], {}],
  [[{ id: "eu" }], { title: "id" }],
  [[7], {}],
  [[{ id: 7 }], { value: "id" }],
  [[{}], { value: "constructor" }],
])("refuses choices %j with %j, which have no text as their value", (from, more) => {
  expect(() => oneOf(from, more)).toThrow(new TypeError("A choice for region has no text as its value"));
});
