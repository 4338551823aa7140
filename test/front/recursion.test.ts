import { expect, it } from "vitest";
import { head, loadText } from "./load-text.js";

const tool = (schema: object): string => `${head}tools: { t: { inputSchema: ${JSON.stringify(schema)} } }\n`;
const defs = ($defs: object): string => tool({ type: "object", properties: { a: { $ref: "#/$defs/P" } }, $defs });
const P = { $ref: "#/$defs/P" };

it.each([
  ["itself", { P }],
  ["another that leads back", { P: { $ref: "#/$defs/Q" }, Q: P }],
  ["allOf", { P: { allOf: [P] } }],
  ["anyOf", { P: { anyOf: [{ type: "string" }, P] } }],
  ["oneOf", { P: { oneOf: [{ type: "string" }, { $ref: "#/$defs/Q" }] }, Q: { allOf: [{ anyOf: [P] }] } }],
  ["not", { P: { not: P } }],
  ["if", { P: { if: P } }],
  ["then", { P: { if: { type: "string" }, then: P } }],
  ["dependentSchemas", { P: { dependentSchemas: { a: P } } }],
  ["a definition inside it", { P: { allOf: [{ $ref: "#/$defs/P/$defs/Q" }], $defs: { Q: P } } }],
])("refuses a schema that leads to itself with nothing between: %s", async (_name, $defs) => {
  const { model, codes, diagnostics } = await loadText(defs($defs));
  expect(model).toBeUndefined();
  expect(codes).toEqual(["ref/cycle"]);
  const [found] = diagnostics;
  expect(found?.location?.file.text.slice(found.location.start, found.location.end)).toMatch(/^"#\/\$defs\//);
});

it.each([
  ["a member", { P: { type: "object", properties: { next: P } } }],
  ["an item", { P: { type: "array", items: P } }],
  ["values of a map", { P: { type: "object", additionalProperties: P } }],
  ["alternatives of members", { P: { anyOf: [{ type: "string" }, { type: "object", properties: { p: P } }] } }],
  ["two ways to one", { P: { allOf: [{ $ref: "#/$defs/Q" }, { $ref: "#/$defs/Q" }] }, Q: { type: "string" } }],
])("lets a schema recur through %s", async (_name, $defs) => {
  const { codes } = await loadText(defs($defs));
  expect(codes).not.toContain("ref/cycle");
});

it("names the way round", async () => {
  const { diagnostics } = await loadText(defs({ P: { $ref: "#/$defs/Q" }, Q: P }));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The reference "#/$defs/P" leads back to itself: #/$defs/P -> #/$defs/Q -> #/$defs/P.',
  ]);
});

it("follows ten thousand references without a stack that deep", async () => {
  const chain = Array.from({ length: 10_000 }, (_, at) => [`D${at}`, { $ref: `#/$defs/D${at + 1}` }] as const);
  const ended = { ...Object.fromEntries(chain), P: { $ref: "#/$defs/D0" }, D10000: { type: "string" } };
  expect((await loadText(defs(ended))).codes).toEqual([]);
  const round = { ...ended, D10000: P };
  expect((await loadText(defs(round))).codes).toEqual(["ref/cycle"]);
});

const doubling = (length: number): object =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [
      at === 0 ? "P" : `D${at}`,
      {
        type: "object",
        properties:
          at === length - 1
            ? {}
            : {
                left: { $ref: `#/$defs/D${at + 1}`, default: {} },
                right: { $ref: `#/$defs/D${at + 1}`, default: {} },
              },
      },
    ]),
  );

it.each([
  ["a member", { P: { type: "object", properties: { next: { ...P, default: {} } } } }],
  ["its own default", { P: { type: "object", default: {}, properties: { next: P } } }],
  ["an item", { P: { type: "object", properties: { next: { type: "array", items: P, default: [{}] } } } }],
  [
    "the middle of a chain",
    { P: { type: "object", properties: { next: { $ref: "#/$defs/Q" } } }, Q: { ...P, default: {} } },
  ],
  ["a member of its value", { P: { type: "object", properties: { next: { ...P, default: { next: {} } } } } }],
  ["doubling without measure", doubling(40)],
])("refuses a default that fills itself: %s", async (_name, $defs) => {
  const { model, codes } = await loadText(defs($defs));
  expect(model).toBeUndefined();
  expect(codes).toEqual(["schema/default-growth"]);
});

it.each([
  ["null ends it", { P: { type: ["object", "null"], properties: { next: { ...P, default: null } } } }],
  ["an empty list", { P: { type: "object", properties: { next: { type: "array", items: P, default: [] } } } }],
  ["doubling a little", doubling(6)],
  [
    "defaults inside defaults",
    { P: { default: {}, properties: { x: { default: {}, properties: { y: { default: 1 } } } } } },
  ],
])("lets a default hold defaults that end: %s", async (_name, $defs) => {
  const { model, codes } = await loadText(defs($defs));
  expect(codes).not.toContain("schema/default-growth");
  expect(model).toBeDefined();
});
