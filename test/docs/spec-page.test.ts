import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadText, type Loaded } from "../front/load-text.js";

// Every YAML block of docs/spec.md is a document, a part of one, or the `requires` of the tool in the first block.

interface Block {
  readonly line: number;
  readonly text: string;
  /** The code that a block which is wrong on purpose announces. */
  readonly wrong: string | undefined;
  /** The name of a block that other blocks refer to. */
  readonly file: string | undefined;
}

const page = readFileSync("docs/spec.md", "utf8");
const blocks: readonly Block[] = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map((match) => {
  const text = match[1] ?? "";
  return {
    line: page.slice(0, match.index).split("\n").length,
    text,
    wrong: /^# wrong: (\S+)$/m.exec(text)?.[1],
    file: /^# file: (\S+)$/m.exec(text)?.[1],
  };
});
const files = Object.fromEntries(blocks.flatMap(({ file, text }) => (file === undefined ? [] : [[file, text]])));

const head = 'parley: "1"\nserver: { name: demo, version: "1.0.0" }\n';

/** The first block up to its `requires`, for the blocks that are about inputs. */
const [first] = blocks;
const provision = first?.text.slice(0, first.text.indexOf("    requires:")) ?? "";

function load({ text }: Block): Promise<Loaded> {
  if (/^parley:/m.test(text)) return loadText(text, files);
  if (!/^requires:/m.test(text)) return loadText(head + text, files);
  return loadText(provision + text.replaceAll(/^(?=.)/gm, "    "), files);
}

const documents = blocks.filter(({ file }) => file === undefined);

it.each(documents.filter(({ wrong }) => wrong === undefined))("is right: the block in line $line", async (block) => {
  const { diagnostics } = await load(block);
  expect(diagnostics.filter(({ severity }) => severity !== "info").map(({ message }) => message)).toEqual([]);
});

it.each(documents.filter(({ wrong }) => wrong !== undefined))(
  "is wrong by $wrong: the block in line $line",
  async (block) => {
    const { codes, model } = await load(block);
    expect(codes).toEqual([block.wrong]);
    expect(model).toBeUndefined();
  },
);

it("finds the blocks of the page", () => {
  expect(provision).toContain("inputSchema:");
  expect(documents.length).toBeGreaterThan(30);
  expect(documents.filter(({ wrong }) => wrong !== undefined).length).toBeGreaterThan(8);
});
