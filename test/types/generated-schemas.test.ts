import fc from "fast-check";
import { expect, it } from "vitest";
import { assignments, explained, samplesOf } from "./assignable.js";
import { emittedTypes } from "./emitted.js";
import { withProgram } from "./program.js";
import { jsonArbitrary, schemaArbitrary } from "./schema-arbitrary.js";

it("types accept what the validator accepts and refuse what it refuses, for any schema", {
  timeout: 120_000,
}, async () => {
  // One program holds everything, so nothing can be shrunk: another seed is another run.
  const seed = Number(process.env["PARLEY_SEED"] ?? 1);
  const schemas = [
    ...fc.sample(schemaArbitrary("2020-12"), { numRuns: 80, seed }),
    ...fc.sample(schemaArbitrary("draft-07"), { numRuns: 40, seed: seed + 1 }),
  ];
  const values = fc.sample(jsonArbitrary, { numRuns: 20, seed });
  const [types, names] = await emittedTypes(schemas);
  const samples = schemas.map(
    (schema, index) => [names[index] ?? "", samplesOf(schema, { variants: 6, broken: 25 }, values)] as const,
  );
  const modules = new Map([
    ["types.ts", types],
    ["samples.ts", assignments("./types.js", samples)],
  ]);
  const count = (kind: "good" | "broken"): number => samples.reduce((sum, [, set]) => sum + set[kind].length, 0);
  const failures = await withProgram(modules, ({ errors }) => explained(errors, modules));
  expect(failures).toEqual([]);
  // Enough of both, or the test proves nothing.
  expect(count("good")).toBeGreaterThan(300);
  expect(count("broken")).toBeGreaterThan(2000);
});
