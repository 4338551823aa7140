import { expect, it } from "vitest";
import { head, loadText } from "./load-text.js";

/** What is reported, as `line:column message | help`, with the lines of the head left out. */
async function said(text: string): Promise<readonly string[]> {
  const { diagnostics } = await loadText(head + text);
  return diagnostics.map(({ message, help, location }) => {
    const before = location?.file.text.slice(0, location.start).split("\n") ?? [];
    return `${before.length - head.split("\n").length + 1}:${(before.at(-1)?.length ?? 0) + 1} ${message} | ${help ?? ""}`;
  });
}

const key =
  "A key wants a colon and a space after it, as in `key: value`, and keys that belong together start at the same column.";
const column =
  "What belongs together starts at the same column; see which of the lines above is too far left or right.";
const quotes = "Put the text in quotes, or start the mapping on a line of its own.";

it.each([
  [
    "a key too far left",
    "tools:\n  t:\n   title: T\n    description: D\n",
    `3:11 This text runs on into the next line, which holds a key. | ${key}`,
  ],
  [
    "a key too far right",
    "tools:\n  t:\n    title: T\n    requires:\n     a: {}\n      b: {}\n    x: 1\n",
    `6:7 The indentation of this line fits nothing that is still open above it. | ${column}`,
  ],
  [
    "a key too far left, after a blank line",
    "tools:\n    t: {}\n\n  # more\n  u: {}\n",
    `5:3 The indentation of this line fits nothing that is still open above it. | ${column}`,
  ],
  [
    "a key without a colon",
    "tools\n  t: {}\n",
    `1:1 This text runs on into the next line, which holds a key. | ${key}`,
  ],
  [
    "no space after a colon",
    "tools:\n  t:\n    title:T\n    description: D\n",
    `3:5 This text runs on into the next line, which holds a key. | ${key}`,
  ],
  [
    "a tab",
    "tools:\n\tt:\n\t\ttitle: T\n",
    "2:1 A tab stands in the indentation. | YAML is indented with spaces; replace the tab.",
  ],
  [
    "a colon in a text",
    "tools: { }\nprompts: Note: one\n",
    `2:10 This text holds a colon with a space after it, and so looks like a key. | ${quotes}`,
  ],
  ["a bracket that stays open", "tools: [a, b\nprompts: {}\n", "2:1 A ] is missing before this. | "],
  ["a quote that stays open", 'tools:\n  t:\n    title: "a\n    description: b\n', '3:12 This " is never closed. | '],
  [
    "a list on the line of its key",
    "tools: - a\n",
    "1:8 A list with dashes cannot start on the line of its key. | Start it on a line of its own, or write it as [a, b].",
  ],
  [
    "a mark at the start of a text",
    "tools: @a\n",
    "1:8 Without quotes a text cannot start with @. | Put the text in quotes.",
  ],
  [
    "a pattern in double quotes",
    'tools: "\\d+"\n',
    "1:9 \\d means nothing between double quotes. | Write \\\\ for a backslash, or use single quotes.",
  ],
  [
    "an alias of nothing",
    "x-own: *a\n",
    '1:8 There is no anchor "&a" in front of the alias "*a". | Set the anchor where the value stands first, or put a text that starts with * in quotes.',
  ],
  ["an alias as a key", "x-own: &a b\n*a : {}\n", "2:1 A key must be a text, not an alias. | Write the key out."],
  [
    "a tag of a number at a text",
    "tools: !!int x\n",
    "1:8 What follows !!int is not written as one. | Remove the tag, or write the value as the tag says.",
  ],
])("says once and in plain words what is wrong with %s", async (_what, text, expected) => {
  expect(await said(text)).toEqual([expected]);
});

it("reports slips that have nothing to do with each other together", async () => {
  expect(await said("tools: Note: one\nprompts: Note: two\n")).toHaveLength(2);
});

it("offers quotes for a version only where they make it right", async () => {
  const help = async (text: string): Promise<unknown> => (await loadText(text)).diagnostics[0]?.help;
  const server = '\nserver: { name: a, version: "1" }\n';
  expect(await help(`parley: 1${server}`)).toBe('Put it in quotes: "1".');
  expect(await help(`parley: 2${server}`)).toBeUndefined();
});

it("knows an option that is indented like an input", async () => {
  const found = await said(`tools:
  t:
    requires:
      a:
        confirm: { message: m }
      onDecline: { fail: f }
`);
  expect(found[0]).toBe(
    '6:7 The input "onDecline" says nothing to ask or compute. | "onDecline" is a key of an input: indent it further, below the others of its input.',
  );
});

it("says of another kind of document only that it is no spec", async () => {
  const messages = async (text: string): Promise<unknown> =>
    (await loadText(text)).diagnostics.map(({ message }) => message);
  expect(await messages('{ "name": "a", "version": "1", "scripts": {} }')).toEqual([
    '"parley.yaml" does not hold a spec.',
  ]);
  expect(await messages('{ "name": "a", "tools": {} }')).toContain('The key "parley" is missing in the document.');
});
