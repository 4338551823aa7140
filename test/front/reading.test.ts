import { execFileSync } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadModel } from "../../generator/build/load-model.js";
import { nodeHost } from "../../generator/load/node-host.js";
import { head, loadText } from "./load-text.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-reading-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function problems(entry: string): Promise<readonly string[]> {
  const [, diagnostics] = await loadModel(entry, nodeHost(folder));
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const windows = process.platform === "win32";

it.skipIf(windows)("reads no device, which may have no end", async () => {
  expect(await problems("/dev/zero")).toEqual([
    expect.stringMatching(/^load\/unreadable .+: it is not a regular file\.$/),
  ]);
});

it.skipIf(windows)("waits for no pipe, also where a document names it", async () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const expected = [expect.stringMatching(/^load\/unreadable .+"pipe": it is not a regular file\.$/)];
  expect(await problems("pipe")).toEqual(expected);
  await writeFile(join(folder, "a.yaml"), `${head}resources: { r: { uri: "docs://r", file: ./pipe } }\n`);
  expect(await problems("a.yaml")).toEqual(expected);
  await writeFile(join(folder, "b.yaml"), `${head}tools: { t: { inputSchema: { $ref: "./pipe#/schemas/A" } } }\n`);
  expect(await problems("b.yaml")).toEqual(expected);
});

it("looks at the size before it reads", async () => {
  await writeFile(join(folder, "large.yaml"), "");
  // Sparse: more than memory could hold.
  await truncate(join(folder, "large.yaml"), 2 ** 40);
  expect(await problems("large.yaml")).toEqual([expect.stringMatching(/^load\/too-large .+ 1099511627776 bytes/)]);
});

it("says what a folder is, and what is not there", async () => {
  expect(await problems(".")).toEqual([expect.stringContaining("it is a folder")]);
  expect(await problems("none.yaml")).toEqual([expect.stringContaining("there is no such file")]);
  await writeFile(join(folder, "good.yaml"), head);
  expect(await problems("good.yaml")).toEqual([]);
});

it.each([
  ["a key that is given twice", "a: { type: string }\nb: 1\nb: 2\n", "yaml/duplicate-key"],
  ["a number that loses digits", "a: { maximum: 12345678901234567890 }\n", "yaml/number-precision"],
  ["a merge key", "x: &x { type: string }\na: { <<: *x }\n", "yaml/merge-key"],
])("reports %s in a document that is referred to", async (_what, text, code) => {
  const spec = `${head}tools: { t: { inputSchema: { type: object, properties: { a: { $ref: "./shared.yaml#/a" } } } } }\n`;
  const { codes, model } = await loadText(spec, { "shared.yaml": text });
  expect(codes).toEqual([code]);
  expect(model).toBeUndefined();
  const unused = await loadText(`${head}x-own: { $ref: "./shared.yaml" }\n`, { "shared.yaml": text });
  expect(unused.codes).toEqual([]);
});

it("reports what is merely odd in a document that is referred to", async () => {
  const spec = `${head}tools: { t: { inputSchema: { type: object, properties: { a: { $ref: "./shared.yaml#/a" } } } } }\n`;
  const { places, model } = await loadText(spec, { "shared.yaml": "a: { type: string }\nb: { c }\n" });
  expect(places).toEqual(["shared.yaml:2:6 yaml/key-without-value"]);
  expect(model).toBeDefined();
});

it("says that a document is no mapping, whatever else there is to say about it", async () => {
  const { codes, model } = await loadText("- { a }\n");
  expect(codes).toEqual(["load/not-a-document", "yaml/key-without-value"]);
  expect(model).toBeUndefined();
});

it.each(["0x1fffffffffffff1", "0o7777777777777777777", "1e-400", "-0.1e-400", "9007199254740993"])(
  "refuses %s, which becomes another number",
  async (source) => {
    expect((await loadText(`${head}x-own: ${source}\n`)).codes).toEqual(["yaml/number-precision"]);
  },
);

it.each([
  "0x1fffffffffffff",
  "0x20000000000000",
  "0o377777777777777777",
  "0e-400",
  "0.000",
  "1e-300",
  "0x0",
  // Digits that a double shows again, though it holds others.
  "123456789012345680000",
  "-123456789012345680000000000",
  "18446744073709551616",
])("reads %s, which stays what it is", async (source) => {
  expect((await loadText(`${head}x-own: ${source}\n`)).codes).toEqual([]);
});

it("refuses a number of JSON that becomes 0", async () => {
  const text = '{ "parley": "1", "server": { "name": "demo", "version": "1.0.0" }, "x-own": 1e-400 }';
  expect((await loadText(text, {}, "parley.json")).codes).toEqual(["yaml/number-precision"]);
});

it("takes a carriage return alone for a line break", async () => {
  const spec = `${head}tools:\r  t:\r    description: |\r      a\r      b\r    title: "c\r      d"\r    extra: 1\r`;
  const { places } = await loadText(spec);
  expect(places).toEqual(["parley.yaml:10:5 spec/unknown-key"]);
  const { model } = await loadText(spec.replace(/ +extra: 1\r$/, ""));
  expect(model?.tools[0]).toMatchObject({ title: "c d", description: "a\nb\n" });
});
