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
