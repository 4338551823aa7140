import fc from "fast-check";
import { expect, it } from "vitest";
import { loadText } from "./load-text.js";

/** Every way from a schema into another, and into itself. */
const { schema } = fc.letrec<{ schema: object }>((tie) => {
  const inner = tie("schema");
  const lists = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("P", "Q", "R").map((name) => ({ $ref: `#/schemas/${name}` })),
      fc.constantFrom({ type: "string" }, { type: "null" }, { type: "integer" }, { const: 1 }),
      inner.map((x) => ({ type: "object", properties: { x } })),
      inner.map((x) => ({ type: "object", properties: { x: { type: "string" } }, additionalProperties: x })),
      inner.map((x) => ({ type: "object", properties: { x }, required: ["x"], additionalProperties: false })),
      inner.map((additionalProperties) => ({ type: "object", additionalProperties })),
      inner.map((x) => ({ type: "object", patternProperties: { "^x": x } })),
      inner.map((x) => ({ type: ["object", "null"], properties: { x }, default: null })),
      inner.map((x) => ({ type: "object", properties: { x }, default: {} })),
      inner.map((items) => ({ type: "array", items })),
      inner.map((items) => ({ type: ["array", "null"], items })),
      lists.map((prefixItems) => ({ type: "array", prefixItems, items: false })),
      lists.map((anyOf) => ({ anyOf })),
      lists.map((oneOf) => ({ oneOf: [...oneOf, { type: "null" }] })),
      lists.map((allOf) => ({ allOf })),
      inner.map((not) => ({ not })),
      inner.map((then) => ({ if: { type: "object" }, then, else: then })),
      inner.map((contains) => ({ type: "array", contains })),
    ),
  };
});

const path = fc
  .array(fc.constantFrom(".x", ".x", '["k"]', "[0]", ".exists(v, v == 1)", ".size()"), { maxLength: 4 })
  .map((steps) => steps.join(""));

const expression = fc.oneof(
  path.map((steps) => (of: string) => `has(${of}${steps}.x)`),
  path.map((steps) => (of: string) => `${of}${steps} == ${of}`),
  path.map((steps) => (of: string) => `has(${of}.x) && ${of}.x${steps} == 'a'`),
  path.map((steps) => (of: string) => `(true ? ${of} : ${of}${steps}) == [${of}, ${of}.x]`),
  path.map((steps) => (of: string) => `${of}${steps}`),
);

const P = { $ref: "#/schemas/P" };

interface Document {
  readonly schemas: object;
  readonly tools: object;
}

/** A document with recursive schemas wherever a schema may stand, and expressions that go into them. */
const documentOf = (schemas: object, say: (of: string) => string): Document => ({
  schemas,
  tools: {
    argument: {
      inputSchema: { type: "object", properties: { p: P, list: { type: "array", items: P } }, required: ["p", "list"] },
      outputSchema: { type: "object", properties: { p: P } },
      requires: {
        c: { when: say("args.p"), confirm: { message: `Go \${{ ${say("args.p")} }} \${{ ${say("args.list[0]")} }}?` } },
      },
    },
    whole: { inputSchema: P, requires: { c: { when: say("args"), confirm: { message: "Go?" } } } },
    compute: {
      requires: {
        k: { compute: P },
        l: { compute: { anyOf: [P, { type: "null" }] } },
        c: { when: `${say("k")} && has(l.x)`, confirm: { message: `Go \${{ ${say("k")} }} \${{ ${say("l")} }}?` } },
      },
    },
    form: {
      requires: {
        f: {
          elicit: {
            message: "Which?",
            schema: { type: "object", properties: { p: P, l: { type: "array", items: P } } },
          },
        },
        g: { when: say("f.p"), elicit: { message: `\${{ ${say("f.l")} }}`, schema: P } },
      },
    },
    manual: { flow: "manual", state: P, requires: { c: { confirm: { message: `Go \${{ ${say("state")} }}?` } } } },
  },
});

/** Loads each tool on its own, so that what is wrong with one hides nothing of the others: what is told of each. */
async function loadEach({ schemas, tools }: Document): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  for (const [name, tool] of Object.entries(tools)) {
    const server = { name: "demo", version: "1.0.0" };
    const text = JSON.stringify({ parley: "1", server, schemas, tools: { [name]: tool } });
    const { model, diagnostics, codes } = await loadText(text);
    expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
    all.set(name, codes);
  }
  return all;
}

it("reads recursive schemas of every shape in every place", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ P: schema, Q: schema, R: schema }), expression, async (schemas, say) => {
      expect((await loadEach(documentOf(schemas, say))).size).toBe(5);
    }),
    { numRuns: 200 },
  );
});

it("types the values of a map of itself", async () => {
  const schemas = { P: { type: "object", additionalProperties: P } };
  const codes = await loadEach(documentOf(schemas, (of) => `has(${of}.x) && has(${of}.x.y) && has(${of}.x.y.z)`));
  expect(codes.get("whole")).toEqual([]);
  const wrong = await loadEach(documentOf(schemas, (of) => `has(${of}.x) && has(${of}.x.y) && ${of}.x.y`));
  expect(wrong.get("whole")).toEqual(["cel/condition-type"]);
});

const reference = (name: string): object => ({ $ref: `#/schemas/${name}` });
const ten = (name: string): readonly object[] => Array.from({ length: 10 }, () => reference(name));

/** Schemas of which each leads to the next, up to the last. */
const chain = (length: number, link: (next: string) => object, last: object): object => {
  const nameOf = (at: number): string => (at === 0 ? "P" : `P${at}`);
  const links = Array.from({ length }, (_, at) => [nameOf(at), link(nameOf(at + 1))] as const);
  return { ...Object.fromEntries(links), [nameOf(length)]: last };
};

it.each([
  ["ten lists of itself", { P: { anyOf: ten("P").map((items) => ({ type: "array", items })) } }],
  ["ten times itself", { P: { anyOf: ten("P") } }],
  ["ten ways at each of forty steps", chain(40, (next) => ({ anyOf: ten(next) }), { type: "null" })],
  ["ten parts at each of forty steps", chain(40, (next) => ({ allOf: ten(next) }), { type: "object" })],
  ["ten thousand references", chain(10_000, reference, { type: "string" })],
  ["ten thousand lists", chain(10_000, (next) => ({ type: "array", items: reference(next) }), { type: "string" })],
])("ends with schemas that fan out or go far: %s", { timeout: 60_000 }, async (_name, schemas) => {
  const codes = await loadEach(documentOf(schemas, (of) => `has(${of}.x) && ${of}[0] == ${of}`));
  expect([...codes.keys()]).toEqual(["argument", "whole", "compute", "form", "manual"]);
});
