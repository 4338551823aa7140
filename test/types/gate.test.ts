import { expect, it } from "vitest";
import { assignments, explained, samplesOf } from "./assignable.js";
import { withProgram } from "./program.js";

const schema = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
} as const;

/** What the proof says about a type that somebody wrote for this schema. */
async function judged(type: string): Promise<readonly string[]> {
  const modules = new Map([
    ["types.ts", `export type T = ${type};\n`],
    ["samples.ts", assignments("./types.js", [["T", samplesOf(schema, { variants: 2, broken: 20 })]])],
  ]);
  return withProgram(modules, ({ errors }) => explained(errors, modules));
}

it("the proof passes a type that says what the schema says", async () => {
  expect(await judged("{ a: string }")).toEqual([]);
});

it("the proof fails a type that refuses what the validator accepts", async () => {
  expect((await judged("{ a: number }")).join("\n")).toContain("TS2322");
});

it.each(["{ a: unknown }", "{ a?: string }", "{ a: string; [k: string]: unknown }", "any"])(
  "the proof fails %s, which takes what the validator refuses",
  async (type) => {
    expect((await judged(type)).join("\n")).toContain("accepts what the validator refuses");
  },
);
