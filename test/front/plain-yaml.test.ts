import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "../../generator/diagnostics/examples.js";
import type { Origins } from "../../generator/load/origin.js";
import { parsePlainYaml } from "../../generator/load/plain-yaml.js";
import { parseYaml } from "../../generator/load/yaml.js";

const fileOf = (text: string): { path: string; absolute: string; text: string } => ({
  path: "a.yaml",
  absolute: "/a.yaml",
  text,
});

/** Where every member begins, by path: what diagnostics point at. */
function starts(value: unknown, origins: Origins, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const span = origins.get(value)?.member(key);
    // A value that is left out has no place of its own.
    const own = item === null ? [] : [`${path}/${key} ${span?.keyStart} ${span?.start}`];
    return [...own, ...starts(item, origins, `${path}/${key}`)];
  });
}

/** True when the quick parser took the text; then the whole parser must say the same. */
function agrees(text: string): boolean {
  const quickOrigins: Origins = new Map();
  const quick = parsePlainYaml(fileOf(text), quickOrigins);
  if (quick === undefined) return false;
  const wholeOrigins: Origins = new Map();
  const [value, diagnostics] = parseYaml(fileOf(text), wholeOrigins);
  expect({ text, value: quick.value, problems: [] }).toEqual({
    text,
    value,
    problems: diagnostics.map(({ code, message }) => `${code} ${message}`),
  });
  expect(starts(quick.value, quickOrigins)).toEqual(starts(value, wholeOrigins));
  return true;
}

it.each([
  "a: 1\nb: text with spaces # comment\nc: 'it''s'\nd: \"line\\nbreak\"\n",
  "a:\n- 1\n- b: 2\n  c: 3\n- - 4\n  - 5\nd:\n  - x\n",
  "a: |\n  one\n   two\n\n  three\n\n\nb: >-\n  folded\n  text\n\n  next\nc: 1\n",
  "a: { b: [1, 'x', { c: true }], d: ~, e: db:write, f: https://x.example/a?b=c }\n",
  "a: {\n    b: 1,\n    c: [\n      2,\n      3 ]\n  }\n",
  "a:\nb:   \nc: -1.5e3\nd: +7\ne: 007\nf: 1.10\ng: .5\nh: 1_000\ni: 2026-07-28\nj: null\nk: No\n",
  '"quoted key" : 1\n__proto__: { constructor: 2 }\n200: ok\ntrue: yes\n',
  "a: b:c\nd: e#f\ng: (h)\ni: -j\nk: =\n",
])("reads plain YAML as the whole parser does: %j", (text) => {
  expect(agrees(text)).toBe(true);
});

it.each([
  "a: &x 1\nb: *x\n",
  "a: !tag b\n",
  "a: one\n  two\n",
  "a: 1\na: 2\n",
  "a: 12345678901234567890\n",
  "---\na: 1\n",
  "a: 0x10\n",
  "<<: { a: 1 }\n",
  "a: [1, 2\n",
  "a:\n\t- b\n",
  "? a\n: b\n",
  "a: |+\n  x\n\n",
])("leaves the rest to the whole parser: %j", (text) => {
  expect(agrees(text)).toBe(false);
});

const seeds = Object.values(examples)
  .flatMap(({ pass, fail }) => [pass, fail])
  .filter((text) => text.length < 3000);

it("never reads a changed document otherwise", () => {
  let taken = 0;
  const fragment = fc.constantFrom(
    " ",
    "  ",
    "\n",
    "\n  ",
    ":",
    ": ",
    "- ",
    "-",
    "#",
    " #",
    ",",
    ", ",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "|",
    ">",
    "|\n",
    "x",
    "1",
    ".",
    "~",
    "null",
    "\\",
    "?",
    "*",
    "&",
    "''",
    "\n\n",
    "e",
    "+",
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(3000), fc.nat(3), fragment), { minLength: 1, maxLength: 3 }),
      (seed, edits) => {
        let text = seed;
        for (const [at, remove, insert] of edits) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + insert + text.slice(place + remove);
        }
        if (agrees(text)) taken += 1;
      },
    ),
    { numRuns: 2500 },
  );
  expect(taken).toBeGreaterThan(500);
});
