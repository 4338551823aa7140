import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "../../generator/diagnostics/examples.js";
import { head, loadText } from "./load-text.js";

const texts = Object.values(examples)
  .flatMap(({ pass, fail }) => [pass, fail])
  .filter((text) => text.length < 4000);

const fragments = [
  "\t",
  "\0",
  "\r",
  "\u2028",
  "- ",
  "- - - ",
  "? ",
  ": ",
  "{",
  "}",
  "[",
  "]",
  "&a ",
  "*a",
  "<<: *a",
  "!!binary x",
  "|",
  ">",
  "---\n",
  "'",
  '"',
  "#",
  "$ref: '#'",
  '{ $ref: "#/tools/order" }',
  '$ref: "./parley.yaml"',
  "__proto__: 1",
  "constructor",
  "null",
  "1e999",
  "true",
  "${{",
  "}}",
  "${{ args.name }}",
  "when: args.x",
  "type: object",
  "properties:",
  "\uD800",
  "💥",
  "%YAML 1.1\n",
  "\uFEFF",
];

const mutation = fc.record({
  text: fc.constantFrom(...texts),
  edits: fc.array(
    fc.record({
      at: fc.nat(4000),
      remove: fc.nat(12),
      insert: fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6 })),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

it("never throws, and never gives a model beside an error", async () => {
  await fc.assert(
    fc.asyncProperty(mutation, fc.constantFrom("parley.yaml", "parley.json"), async ({ text, edits }, entry) => {
      let mutated = text;
      for (const { at, remove, insert } of edits) {
        const place = at % (mutated.length + 1);
        mutated = mutated.slice(0, place) + insert + mutated.slice(place + remove);
      }
      const { model, diagnostics } = await loadText(mutated, {}, entry);
      const failed = diagnostics.some(({ severity }) => severity === "error");
      expect(model === undefined).toBe(failed);
      for (const { location } of diagnostics) {
        if (location === undefined) continue;
        expect(location.start).toBeGreaterThanOrEqual(0);
        expect(location.end).toBeGreaterThan(location.start);
      }
    }),
    { numRuns: 600 },
  );
});

it.each([
  ["flow lists", `${head}x: ${"[".repeat(10_000)}`],
  ["flow maps", `${head}x: ${"{a: ".repeat(10_000)}`],
  ["compact lists", `${head}x:\n${"- ".repeat(10_000)}a\n`],
  ["explicit keys", `${head}${"? ".repeat(10_000)}a\n`],
  ["indented maps", `${head}${Array.from({ length: 1500 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")}\n`],
])("refuses %s of any depth", async (_, text) => {
  const { model, codes } = await loadText(text);
  expect(model).toBeUndefined();
  expect(codes).toEqual(["yaml/too-deep"]);
});

it("refuses JSON of any depth", async () => {
  const { codes } = await loadText("[".repeat(100_000), {}, "parley.json");
  expect(codes).toEqual(["yaml/too-deep"]);
});

it("refuses documents of ten megabytes without parsing them", async () => {
  const { codes } = await loadText("a".repeat(10_000_000));
  expect(codes).toEqual(["load/too-large"]);
});
