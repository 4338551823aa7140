import { expect, it } from "vitest";
import type { JsonSchema } from "../../generator/model/model.js";
import { emittedTypes } from "./emitted.js";
import { withProgram } from "./program.js";

/**
 * Schemas that type generators are known to get wrong, each with values that its type must take and must refuse. The
 * values are TypeScript, so that a case can say what no JSON can.
 */
interface Trap {
  readonly what: string;
  readonly schema: JsonSchema;
  readonly takes: readonly string[];
  readonly refuses: readonly string[];
}

const object = (properties: JsonSchema & object, more: object = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

const traps: readonly Trap[] = [
  {
    what: "a property of which only a description is known takes anything",
    schema: object({ value: { description: "Whatever" }, other: { default: 1 } }),
    takes: ['{ value: "text" }', "{ value: [1] }", "{ value: { a: 1 }, other: null }"],
    refuses: ["{ valeu: 1 }"],
  },
  {
    what: "a closed object without properties takes no member",
    schema: object({ none: object({}) }),
    takes: ["{ none: {} }"],
    refuses: ["{ none: { a: 1 } }", '{ none: "text" }'],
  },
  {
    what: "a closed root without properties takes no member",
    schema: object({}),
    takes: ["{}"],
    refuses: ["{ a: 1 }"],
  },
  {
    what: "prefixItems is a tuple, and closed by items: false",
    schema: object({ p: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false } }),
    takes: ['{ p: ["a", 1] }', '{ p: ["a"] }', "{ p: [] }"],
    refuses: ['{ p: [1, "a"] }', '{ p: ["a", 1, 2] }'],
  },
  {
    what: "prefixItems with minItems needs its first items",
    schema: object({ p: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], minItems: 2 } }),
    takes: ['{ p: ["a", 1] }', '{ p: ["a", 1, true] }'],
    refuses: ['{ p: ["a"] }'],
  },
  {
    what: "a list of tuples is a list",
    schema: object({
      p: {
        type: "array",
        items: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], minItems: 1, items: false },
      },
    }),
    takes: ['{ p: [["a"], ["b", 1]] }'],
    refuses: ['{ p: ["a"] }', "{ p: [[1]] }"],
  },
  {
    what: "the tuple of draft-07",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      ...(object({
        p: { type: "array", items: [{ type: "string" }], additionalItems: { type: "boolean" } },
      }) as object),
    },
    takes: ['{ p: ["a", true, false] }'],
    refuses: ['{ p: ["a", 1] }'],
  },
  {
    what: "$anchor is found",
    schema: object({ a: { $ref: "#city" } }, { $defs: { City: { $anchor: "city", type: "string", enum: ["Bern"] } } }),
    takes: ['{ a: "Bern" }'],
    refuses: ['{ a: "Rome" }'],
  },
  {
    what: "properties beside $ref are added to what it refers to",
    schema: object(
      { a: { $ref: "#/$defs/Base", properties: { extra: { type: "number" } }, required: ["extra"] } },
      { $defs: { Base: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } } },
    ),
    takes: ['{ a: { id: "x", extra: 1 } }'],
    refuses: ["{ a: { extra: 1 } }", '{ a: { id: "x" } }', '{ a: { id: "x", extra: "y" } }'],
  },
  {
    what: "alternatives that only require keep the object closed",
    schema: object(
      { id: { type: "string" }, name: { type: "string" } },
      { anyOf: [{ required: ["id"] }, { required: ["name"] }] },
    ),
    takes: ['{ id: "x" }', '{ name: "y" }', '{ id: "x", name: "y" }'],
    refuses: ["{}", '{ id: "x", other: 1 }'],
  },
  {
    what: "unevaluatedProperties: false closes an object",
    schema: { type: "object", properties: { a: { type: "string" } }, unevaluatedProperties: false },
    takes: ['{ a: "x" }'],
    refuses: ["{ b: 1 }"],
  },
  {
    what: "what a type cannot say leaves it open: if, not, dependentRequired, propertyNames",
    schema: object(
      { a: { type: "string" }, b: { type: "string" } },
      {
        if: { required: ["a"] },
        then: { required: ["b"] },
        not: { required: ["c"] },
        dependentRequired: { a: ["b"] },
        propertyNames: { maxLength: 1 },
      },
    ),
    takes: ['{ a: "x" }', '{ a: "x", b: "y" }'],
    refuses: ["{ a: 1 }"],
  },
  {
    what: "a required field that is not declared must be there",
    schema: { type: "object", properties: { a: { type: "string" } }, required: ["ghost"] },
    takes: ["{ ghost: 1 }"],
    refuses: ["{}"],
  },
  {
    what: "titles that are names of globals, in other scripts, or the same twice",
    schema: object({
      a: { title: "Object", type: "object", properties: { x: { title: "String", type: "number" } } },
      b: { title: "Array", type: "array", items: { title: "查询", type: "string" } },
      c: { title: "Same", enum: [1] },
      d: { title: "Same", enum: ["x"] },
    }),
    takes: ['{ a: { x: 1 }, b: ["t"], c: 1, d: "x" }'],
    refuses: ["{ c: 2 }", "{ d: 1 }", '{ a: { x: "1" } }'],
  },
  {
    what: "keywords that hold types are inert",
    schema: object({
      a: { type: "string", tsType: "any; b(): void", tsEnumNames: ["Evil"] },
      c: { type: "string", enum: ["x"], tsEnumNames: ["X"] },
    }),
    takes: ['{ a: "x", c: "x" }'],
    refuses: ["{ a: 1 }", "{ b: () => {} }", '{ c: "X" }'],
  },
  {
    what: "nullable, in all three spellings",
    schema: object({
      a: { type: ["string", "null"] },
      b: { anyOf: [{ type: "string" }, { type: "null" }] },
      c: { type: "string", nullable: true },
    }),
    takes: ["{ a: null, b: null, c: null }", '{ a: "x", b: "x", c: "x" }'],
    refuses: ["{ a: 1 }", "{ b: 1 }", "{ c: 1 }"],
  },
  {
    what: "choices with titles are their values",
    schema: object({
      a: {
        oneOf: [
          { const: "x", title: "Ex" },
          { const: 2, title: "Two" },
        ],
      },
    }),
    takes: ['{ a: "x" }', "{ a: 2 }"],
    refuses: ['{ a: "Ex" }', "{ a: 1 }"],
  },
  {
    what: "bounded lists are lists",
    schema: object({
      a: {
        type: "array",
        minItems: 1,
        maxItems: 20,
        items: { type: "array", minItems: 2, maxItems: 9, items: { type: "string" } },
      },
    }),
    takes: ["{ a: [] as string[][] }", '{ a: [["x"]] }'],
    refuses: ['{ a: ["x"] }'],
  },
  {
    what: "known fields keep their type beside typed others",
    schema: {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
      additionalProperties: { type: "number" },
    },
    takes: ['{ name: "x", other: 1 }'],
    refuses: ["{ name: 1 }", "{ other: 1 }"],
  },
  {
    what: "a union inside a union, as many lines as it takes",
    schema: object({
      kind: {
        oneOf: [
          { enum: ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"] },
          { enum: ["cccccccccccccccccccccccccccccccccc", "ddddddddddddddddddddddd"] },
        ],
      },
    }),
    takes: ['{ kind: "ddddddddddddddddddddddd" }'],
    refuses: ['{ kind: "d" }'],
  },
  {
    what: "names that no identifier can be",
    schema: object({
      "a b": { type: "string" },
      "": { type: "number" },
      "x-y": { type: "boolean" },
      查询: { type: "string" },
      "'\"`${": { type: "number" },
    }),
    takes: [`{ "a b": "", "": 1, "x-y": true, 查询: "", "'\\"\`\${": 1 }`],
    refuses: ['{ "a b": 1 }', '{ "": "" }'],
  },
  {
    what: "recursion through a list and through a mapping",
    schema: {
      $ref: "#/$defs/Tree",
      $defs: {
        Tree: object(
          {
            label: { type: "string" },
            list: { type: "array", items: { $ref: "#/$defs/Tree" } },
            map: { type: "object", additionalProperties: { $ref: "#/$defs/Tree" } },
          },
          { required: ["label"] },
        ),
      },
    },
    takes: ['{ label: "a", list: [{ label: "b" }], map: { c: { label: "c", list: [] } } }'],
    refuses: ['{ label: "a", list: [{}] }', '{ label: "a", map: { c: {} } }'],
  },
  {
    what: "everything, and nothing",
    schema: object({ all: true, none: false }),
    takes: ["{ all: { a: [1] } }", "{}"],
    refuses: ["{ none: 1 }"],
  },
  {
    what: "sixty levels",
    schema: Array.from({ length: 60 }).reduce<JsonSchema>((inner) => object({ a: inner }), { type: "string" }),
    takes: [`${"{ a: ".repeat(60)}"x"${" }".repeat(60)}`],
    refuses: [`${"{ a: ".repeat(60)}1${" }".repeat(60)}`],
  },
];

it("types of schemas that are easy to get wrong take what they must and refuse what they must", async () => {
  const [types, names] = await emittedTypes(traps.map(({ schema }) => schema));
  const lines = ['import type * as types from "./types.js";'];
  const whats: string[] = [""];
  let count = 0;
  for (const [index, { what, takes, refuses }] of traps.entries()) {
    for (const [values, marks] of [
      [takes, false],
      [refuses, true],
    ] as const) {
      for (const value of values) {
        if (marks) lines.push("// @ts-expect-error");
        lines.push(`export const v${count++}: types.${names[index]} = ${value};`);
        while (whats.length < lines.length) whats.push(what);
      }
    }
  }
  const files = new Map([
    ["types.ts", types],
    ["use.ts", lines.join("\n")],
  ]);
  const failures = await withProgram(files, ({ errors }) =>
    errors.map((error) => {
      const line = Number(/^use\.ts\((\d+)/.exec(error)?.[1] ?? 0) - 1;
      return `${whats[line] ?? ""}: ${lines[line + (error.includes("TS2578") ? 1 : 0)] ?? ""} ${error}`;
    }),
  );
  expect(failures).toEqual([]);
});

it("types hold no any", async () => {
  const [types] = await emittedTypes(traps.map(({ schema }) => schema));
  expect(types.replaceAll(/\/\*[\s\S]*?\*\//g, "")).not.toMatch(/\bany\b/);
});
