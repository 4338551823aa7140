import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Document, isScalar, isSeq, visit, type Scalar, type ToStringOptions, type YAMLMap, type YAMLSeq } from "yaml";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { Json } from "../../generator/model/model.js";
import type { Origins } from "../../generator/load/origin.js";
import { readSource } from "../../generator/load/read-source.js";
import { readPlainYaml } from "../../generator/load/plain-yaml.js";
import { readYamlDocument } from "../../generator/load/yaml-document.js";
import { readYamlEvents } from "../../generator/load/yaml-events.js";

interface Both {
  /** Undefined: left to the readers that know places. */
  readonly plain: Json | undefined;
  /** Undefined: left to the other reader. */
  readonly events: Json | undefined;
  readonly document: Json | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly eventSpans: readonly string[];
  readonly documentSpans: readonly string[];
}

/** A text as both readers see it; it comes to them as a file does. */
async function readBoth(text: string): Promise<Both> {
  const host = { cwd: "/", readFile: () => Promise.resolve(text) };
  const [file] = await readSource("/parley.yaml", host, undefined);
  if (file === undefined) throw new Error("not a text");
  const [eventOrigins, documentOrigins]: [Origins, Origins] = [new Map(), new Map()];
  const events = readYamlEvents(file, eventOrigins);
  const [document, diagnostics] = readYamlDocument(file, documentOrigins);
  return {
    plain: readPlainYaml(file.text)?.value,
    events,
    document,
    diagnostics,
    eventSpans: spansOf(events, eventOrigins),
    documentSpans: spansOf(document, documentOrigins),
  };
}

/** Where everything in a value stands, as `path start-end`. */
function spansOf(value: Json | undefined, origins: Origins, at = "", seen = new Set<object>()): readonly string[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  const origin = origins.get(value);
  return Object.entries(value).reduce<string[]>(
    (found, [key, item]) => {
      const span = origin?.member(key);
      found.push(`${at}/${key} ${span?.keyStart}-${span?.keyEnd} ${span?.start}-${span?.end}`);
      found.push(...spansOf(item, origins, `${at}/${key}`, seen));
      return found;
    },
    [`${at} ${origin?.start}-${origin?.end}`],
  );
}

/** What a faster reader reads, the others read too, the same, at the same places, and without a word. */
function expectAlike({ plain, events, document, diagnostics, eventSpans, documentSpans }: Both): void {
  if (plain !== undefined) expect(JSON.stringify(plain)).toBe(JSON.stringify(events));
  if (plain !== undefined) expect(plain).toEqual(events);
  if (events === undefined) return;
  expect(diagnostics).toEqual([]);
  expect(events).toEqual(document);
  expect(eventSpans).toEqual(documentSpans);
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["examples", "test", "generated"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name) && !name.includes("node_modules"))
    .map((name) => path.join(folder, name)),
);

it("reads every YAML file of this repository alike, and all that are good from events", async () => {
  const left: string[] = [];
  for (const file of files) {
    const both = await readBoth(readFileSync(path.join(root, file), "utf8"));
    expectAlike(both);
    if (both.events === undefined && both.diagnostics.length === 0) left.push(file);
  }
  expect(files.length).toBeGreaterThan(30);
  expect(left).toEqual([]);
});

const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("word ".repeat(40), "1e999", "0x1F", "0o17", ".inf", "-.INF", "-0", "1.", "+1", ".5e3", "~", "Null"),
  fc.constantFrom(
    "true",
    "FALSE",
    "<<",
    "=",
    "!x",
    "!",
    "&a",
    "*a",
    "a #b",
    "a: b",
    "a:",
    "a:b",
    "- x",
    "? x",
    "--- x",
  ),
  fc.constantFrom(
    "",
    " ",
    "\n",
    "a\nb",
    "a\n\nb\n",
    "  more\nless\n",
    "less\n  more\n\nless\n\n\n",
    "a \n b \n",
    "\n\na",
  ),
  fc.constantFrom("{", "[a", "'", '"', "\\", "\u0007", "\u2028", "\u0085", "\u00A0", "😀", "...", "- a\n- b\n", "a\tb"),
);
const scalars = fc.oneof(texts, texts, fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(null, true, false));
const { value: values } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalars, fc.array(tie("value"), { maxLength: 4 }), tie("object")),
  object: fc.dictionary(texts, tie("value"), { maxKeys: 4, noNullPrototype: true }),
}));

/** A document as `yaml` writes it: `dice` picks a style at each node, and how the whole is laid out. */
function writeYaml(value: object, dice: () => number): string {
  const one = <T>(...of: readonly [T, ...T[]]): T => of[dice() % of.length] ?? of[0];
  const rarely = (): boolean => dice() % 12 === 0;
  const document = new Document(value);
  let earlier: Scalar | YAMLMap | YAMLSeq | undefined;
  visit(document, {
    Pair(_key, { key }) {
      if (!isScalar(key)) return;
      key.type = one("PLAIN", "PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE");
      if (rarely() && rarely()) key.type = "BLOCK_LITERAL";
      if (rarely()) key.commentBefore = " about\n the key";
      if (rarely()) key.spaceBefore = true;
    },
    Value(key, node) {
      if (key === "key") return;
      if (rarely()) node.comment = " behind it";
      if (rarely()) node.commentBefore = " in front of it";
      if (isScalar(node)) {
        node.type = one("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED");
        if (typeof node.value === "number") node.format = one("", "HEX", "OCT", "EXP");
        if (rarely() && rarely()) node.tag = one("!!str", "!", "!own");
      } else node.flow = dice() % 4 === 0;
      if (key === null) return;
      if (isSeq(node) && earlier !== undefined && dice() % 2 === 0) node.add(document.createAlias(earlier));
      if (dice() % 4 === 0) earlier = node;
    },
  });
  const layout: ToStringOptions = {
    indent: one(2, 1, 3, 4, 7),
    indentSeq: one(true, false),
    lineWidth: one(80, 0, 10),
    minContentWidth: one(20, 0),
    blockQuote: one<boolean | "folded" | "literal">(true, "folded", "literal"),
    flowCollectionPadding: one(true, false),
    nullStr: one("null", "", "~", "Null"),
    trueStr: one("true", "True", "TRUE"),
  };
  const frame = one<(text: string) => string>(
    (text) => text,
    (text) => text,
    (text) => `# first\n\n---\n${text}`,
    (text) => `--- # first\n${text}`,
    (text) => `%YAML 1.2\n---\n${text}`,
    (text) => `${text}...\n`,
    (text) => `\uFEFF${text}`,
    (text) => text.replaceAll("\n", "\r\n"),
    (text) => text.replace(/\n$/, ""),
    (text) => `\n\n${text}\n\n# last`,
    (text) => text.replace(" ", "\t"),
    (text) => text.replaceAll(/(?<=: |- )(?=\S)/g, "   "),
  );
  return frame(document.toString(layout));
}

const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,2}$/);
const wordy = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(words, fc.integer(), fc.boolean(), fc.array(words, { maxLength: 3 })),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
);

/** Documents of anything, and as many of words and numbers, which all readers are to read. */
const written = fc
  .tuple(
    fc.oneof(fc.dictionary(texts, values, { minKeys: 1, maxKeys: 5, noNullPrototype: true }), wordy),
    fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }),
  )
  .map(([value, faces]) => {
    let at = 0;
    return writeYaml(value, () => faces[at++ % faces.length] ?? 0);
  });

it("reads documents alike in whatever style they are written", async () => {
  let fromEvents = 0;
  let plainly = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      const both = await readBoth(text);
      expectAlike(both);
      runs++;
      if (both.plain !== undefined) plainly++;
      if (both.events !== undefined) fromEvents++;
    }),
    { numRuns: Number(process.env["RUNS"] ?? 250) },
  );
  expect(fromEvents).toBeGreaterThan(runs / 4);
  expect(plainly).toBeGreaterThan(runs / 50);
});

const fragments = [
  " ",
  "  ",
  "\n",
  "\n\n",
  "\t",
  ":",
  ": ",
  "- ",
  "? ",
  "#",
  " # c",
  "{",
  "}",
  "[",
  "]",
  ",",
  "&a ",
  "*a",
  "!",
  "|",
  ">",
].concat(
  [
    "|-\n",
    ">+\n",
    "|2\n",
    "'",
    '"',
    "\\",
    "---\n",
    "...\n",
    "%",
    "@",
    "~",
    "1",
    "<<: ",
    "\u2028",
    "\u00A0",
    "\uFEFF",
    "\r",
    "1e999",
  ],
  ["   \n", "? |\n  a\n: ", `${"a".repeat(1015)}: 1\n`],
  ["a: b\n", "- a\n", "  a:\n", "\\U0001F600", "\\\n", "{a: b}", "[a]", "!!str ", "=", "\u0001"],
);

it("reads documents alike whatever is broken in them", async () => {
  let fromEvents = 0;
  const slips = fc.array(
    fc.record({ at: fc.nat(4000), remove: fc.nat(3), insert: fc.constantFrom("", ...fragments) }),
    { minLength: 1, maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(written, slips, async (text, edits) => {
      let broken = text;
      for (const { at, remove, insert } of edits) {
        const place = at % (broken.length + 1);
        broken = broken.slice(0, place) + insert + broken.slice(place + remove);
      }
      const both = await readBoth(broken);
      expectAlike(both);
      if (both.events !== undefined) fromEvents++;
    }),
    { numRuns: Number(process.env["RUNS"] ?? 400) },
  );
  expect(fromEvents).toBeGreaterThan(0);
});

it.each<[string, string, Json]>([
  [
    "keys that are texts as written",
    'a: 1\n"b": 2\n200: 3\n1.50: 4\ntrue: 5\n',
    { a: 1, b: 2, 200: 3, "1.50": 4, true: 5 },
  ],
  [
    "the scalars of the core schema",
    "a: [~, True, 0x1F, 0o17, -1.5e3, yes, 0b1]\n",
    { a: [null, true, 31, 15, -1500, "yes", "0b1"] },
  ],
  ["values that are left out", "a:\nb:\n  -\n  - &c\n  - *c\n", { a: null, b: [null, null, null] }],
  ["aliases", "a: &a { b: [1] }\nc: [*a, *a]\n", { a: { b: [1] }, c: [{ b: [1] }, { b: [1] }] }],
  // YAML 1.2.2 section 7.1: an alias means the node with that anchor that begins last in front of it.
  [
    "an alias of an anchor inside one of the same name",
    "a: &b { c: &b 1, d: *b }\ne: *b\n",
    { a: { c: 1, d: 1 }, e: 1 },
  ],
  ["an anchor that is given again", "- &a 1\n- *a\n- &a 2\n- *a\n", [1, 1, 2, 2]],
  [
    "blocks",
    "a: |\n  b\n\n  c\n\nd: >-\n  e\n  f\ng: |+\n  a\n\nh: |2\n   i\n",
    { a: "b\n\nc\n", d: "e f", g: "a\n\n", h: " i\n" },
  ],
  ["the start of a document", "# first\n---\n# second\na: 1\n", { a: 1 }],
  ["JSON", '{"a":{"b":[1,"c"]}}', { a: { b: [1, "c"] } }],
  ["a list", "- a: 1\n  b: 2\n-\n  - c\n", [{ a: 1, b: 2 }, ["c"]]],
  [
    "names that objects have",
    "__proto__: 1\nconstructor: 2\n",
    JSON.parse('{ "__proto__": 1, "constructor": 2 }') as Json,
  ],
])("reads %s from events", async (_what, text, value) => {
  const both = await readBoth(text);
  expectAlike(both);
  expect(both.events).toEqual(value);
});

it.each<[string, string, readonly string[]]>([
  ["a syntax error", "a: [\n", ["yaml/syntax"]],
  ["a key that is given twice", "a: 1\na: 2\n", ["yaml/duplicate-key"]],
  ["a merge key", "<<: 1\n", ["yaml/merge-key"]],
  ["a key that is no text", "~: 1\n", ["yaml/key-type"]],
  ["a list as a key", "[a]: 1\n", ["yaml/key-type"]],
  ["a key in braces without a value", "a: { b }\n", ["yaml/key-without-value"]],
  ["a tag", "a: !own b\n", ["yaml/tag"]],
  ["a tag of an ordered mapping", "a: !!omap\n- b: 1\n- c: 2\n", ["yaml/tag"]],
  ["a tag of pairs", "a: !!pairs [b: 1]\n", ["yaml/tag"]],
  ["a tag of a set", "a: !!set { ? b }\n", ["yaml/tag"]],
  ["a tag under another name", "%TAG !y! tag:yaml.org,2002:\n---\na: !y!omap [b: 1]\n", ["yaml/tag"]],
  ["a tag of a date", "a: !!timestamp 2001-12-14\n", ["yaml/tag"]],
  ["tags of a mapping and a list that say nothing new", "a: !!map { b: !!seq [1] }\n", []],
  ["a lone !", "a: ! b\n", ["yaml/tag"]],
  ["an integer with more digits than a double holds", "a: 12345678901234567890\n", ["yaml/number-precision"]],
  ["a number that is too large", "a: 1e999\n", ["yaml/number-precision"]],
  ["an alias of nothing", "a: *b\n", ["yaml/unknown-alias"]],
  ["an alias inside its anchor", "a: &b [*b]\n", ["yaml/recursive-alias"]],
  ["a second document", "a: 1\n---\nb: 2\n", ["yaml/several-documents"]],
  ["a document after the end of one", "...\n- a\n", ["yaml/several-documents"]],
  ["two things on one line", "a:\n- [] b: 1\n", ["yaml/syntax"]],
  ["no space after a colon", "a: { b # c\n  :d }\n", ["yaml/syntax"]],
  ["a character that there is not", 'a: "\\UFFFFFFFF"\n', ["yaml/syntax"]],
  ["a key of more than 1024 characters", `${"a".repeat(1025)}: 1\n`, ["yaml/syntax"]],
  // One reader counts from the line in front of it.
  ["a key of 1024 characters behind one without a value", `a:\n${"b".repeat(1024)}: 1\n`, ["yaml/syntax"]],
  [
    "a long key far to the right behind one without a value",
    `a:\n${" ".repeat(100)}b:\n${" ".repeat(100)}${"c".repeat(980)}: 1\n`,
    ["yaml/syntax"],
  ],
  ["an anchor that runs into a list", "a: &b[1]\n", ["yaml/syntax"]],
  ["a tab that could be indentation", "a:\n  b\n\t\n  c\n", ["yaml/syntax"]],
  ["a blank line behind an escaped line end", 'a: "b\\\n\n  c"\n', []],
  ["a comment in front of a text", "a:\n#b\n  c\nd: 1\n", ["yaml/syntax"]],
  ["a tag that says nothing new", "a: !!str b\n", []],
  ["a mapping of one in a list", "a: [b: 1]\n", []],
  ["a brace that closes too far left", "a: {\n  b: 1\n}\n", []],
  ["a directive", "%YAML 1.1\n---\na: yes\n", []],
  ["a directive that there is not", "%OWN 1.1\n ---\na: 1\n", ["yaml/syntax"]],
  ["an alias of what comes later", "a: *b\nc: &b 1\n", ["yaml/unknown-alias"]],
  ["an alias of a key", "&a b: 1\nc: *a\n", []],
  ["an alias as a key", "a: &b c\n*b : 1\n", ["yaml/key-type"]],
  ["a tag that the value is not written as", "a: !!float 1\n", ["yaml/syntax"]],
  ["a question mark", "? a\n: 1\n", []],
  ["an anchor of a key", "&a b: 1\n", []],
  ["a first line that is indented", " ---\n", []],
  ["blanks that nothing ends", "a: |+\n\n ", []],
  ["a block of nothing but blanks", "a: >1\n   \n", []],
  ["a last line of blanks that a block can end with", "a: |2\n   b\n   \nc: 1\n", []],
  ["a last line of blanks in a folded block", "a: >-2\n   b\n   \nc: 1\n", []],
  ["a block as a key", "? | # a\n  b\n: 1\n", []],
  ["nothing", "# a\n", []],
])("leaves %s to the reader that explains", async (_what, text, codes) => {
  const { plain, events, diagnostics } = await readBoth(text);
  expect(plain).toBeUndefined();
  expect(events).toBeUndefined();
  expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(codes);
});

it("ends a span with what is written last, without the comments and blank lines behind it", async () => {
  const text = "a:\n  b: 1 # why\n\n  # more\n\nc: |\n  d\n\n\ne:\n  - [f]\n  -\n# end\n";
  const both = await readBoth(text);
  expectAlike(both);
  const written = both.eventSpans.slice(1).map((span) => {
    const [, at, start, end] = /^(\S+) .*?(\d+)-(\d+)$/.exec(span) ?? [];
    return `${at} ${JSON.stringify(text.slice(Number(start), Number(end)))}`;
  });
  expect([...new Set(written)]).toEqual([
    '/a "b: 1"',
    '/a/b "1"',
    '/c "|\\n  d\\n"',
    '/e "- [f]\\n  -"',
    '/e/0 "[f]"',
    '/e/0/0 "f"',
    '/e/1 ""',
  ]);
});

it("reads a document of YAML 1.1 as one of 1.2", async () => {
  const { document, diagnostics } = await readBoth("%YAML 1.1\n---\na: [yes, 0777, 1:30, 2001-12-14, 0o17]\n");
  expect(diagnostics).toEqual([]);
  expect(document).toEqual({ a: ["yes", 777, "1:30", "2001-12-14", 15] });
});

it("takes an alias of a key for its text", async () => {
  expect((await readBoth("&a b: 1\nc: *a\n&a 200: *a\n")).document).toEqual({ b: 1, c: "b", 200: 200 });
});
