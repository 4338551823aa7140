import fc from "fast-check";
import { expect, it } from "vitest";
import { specText } from "../../generator/import/spec-text.js";
import { loadDocument } from "../../generator/load/load-document.js";
import type { Json, JsonObject } from "../../generator/model/model.js";

/** Through the loader, with whatever fast ways it has. */
async function readBack(text: string): Promise<[Json | undefined, readonly string[]]> {
  const host = { cwd: "/", readFile: () => Promise.resolve(text) };
  const [document, problems] = await loadDocument("/parley.yaml", host, new Map(), undefined);
  return [document?.value, problems.map(({ code }) => code)];
}

const lines = fc.array(
  fc.constantFrom(
    "",
    " ",
    "  ",
    "a line of text",
    "  indented",
    "trailing ",
    "\ttab",
    "# no comment",
    "- a: b",
    "---",
    '"',
    "\\",
  ),
  { minLength: 2, maxLength: 8 },
);

const texts = fc.oneof(
  lines.map((all) => all.join("\n")),
  lines.map(
    (all) =>
      `${all.join("\n")}\n\nand enough words to make it a text that is longer than one line may be, whatever that is`,
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(
      "\n",
      "\r",
      " ",
      "\t",
      "-",
      ":",
      "#",
      "'",
      '"',
      "|",
      "\\",
      "a",
      "\u2028",
      "\u0085",
      "\ufeff",
      "\0",
      "\ud800",
      "~",
      "<",
    ),
    maxLength: 12,
  }),
  fc.constantFrom(
    "no",
    "Yes",
    "null",
    "~",
    "1.10",
    "0x10",
    "1e3",
    "2026-07-28",
    "---",
    "...",
    "<<",
    "__proto__",
    "&a",
    "*a",
    "!t",
    "",
    "=",
  ),
);

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 5 },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      texts.filter((key) => key !== "<<"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

it("reads back as exactly what was written, in the same order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ parley: fc.constant("1"), tools: values }), async (spec) => {
      const [value, problems] = await readBack(specText(spec));
      expect(problems).toEqual([]);
      expect(JSON.stringify(value)).toBe(JSON.stringify(spec));
    }),
    { numRuns: 800 },
  );
});

it.each([
  ["an integer that JavaScript prints with other digits", 2 ** 63],
  ["a large number with an exponent", 1e300],
  ["a small one", 5e-324],
])("keeps %s", async (_what, number) => {
  expect(await readBack(specText({ maximum: number }))).toEqual([{ maximum: number }, []]);
});

it("writes texts of several lines as blocks, and short lists on one line", () => {
  const spec: JsonObject = {
    description: "First line.\nSecond: line.",
    required: ["a", "b"],
    version: "1.10",
    country: "no",
  };
  expect(specText(spec)).toBe(
    [
      "# yaml-language-server: $schema=./node_modules/mcp-parley/schemas/parley.schema.json",
      "",
      "description: |-",
      "  First line.",
      "  Second: line.",
      "required: [a, b]",
      'version: "1.10"',
      `country: "no"`,
      "",
    ].join("\n"),
  );
});

it.each([
  "a\r\nb",
  "\r",
  "\u2028x",
  "tab\there\nand\there",
  " indented\nx",
  "\n  First.\n \n  Second, and so on until the line is long enough to be broken.\n  \n  ",
  "trailing \nx",
  "x\n",
  "x\n\n",
  "\n",
  "C:\\users\\x",
])("keeps %j", async (text) => {
  expect(await readBack(specText({ text, list: [text, text] }))).toEqual([{ text, list: [text, text] }, []]);
});
