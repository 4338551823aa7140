import { expect, it } from "vitest";
import { head, loadText } from "./load-text.js";

const when = (text: string): string =>
  `${head}tools: { t: { inputSchema: { type: object, properties: { i: { type: integer }, e: { type: string, enum: [a, b] } }, required: [i, e] }, requires: { ask: { when: '${text}', confirm: { message: m } } } } }\n`;

it.each(["true", "false", " false "])("finds a condition that is written out: %s", async (text) => {
  expect((await loadText(when(text))).codes).toEqual(["cel/always"]);
});

it.each(["args.i / 0 == 1", "args.i % 0 == 1"])("finds a division that always fails: %s", async (text) => {
  expect((await loadText(when(text))).codes).toEqual(["cel/type"]);
  expect((await loadText(when(text.replace("0", "2")))).codes).toEqual([]);
});

it.each(["z", "a"])("knows whether a choice can be among written ones: %s", async (value) => {
  const { codes } = await loadText(when(`args.e in ["${value}"]`));
  expect(codes).toEqual(value === "a" ? [] : ["cel/always"]);
});

it.each(["node_modules", "favicon.ico"])("refuses the package name %s, which npm refuses", async (name) => {
  expect((await loadText(`${head}package: { name: ${name} }\n`)).codes).toEqual(["names/package"]);
});

it.each(["node_modules", "1", "1.0", "v1.0.0", "01.0.0"])("refuses the package version %s", async (version) => {
  expect((await loadText(`${head}package: { version: "${version}" }\n`)).codes).toEqual(["names/package-version"]);
});

it("advises no codeName for two schemas, which cannot have one", async () => {
  const { diagnostics } = await loadText(
    `${head}schemas: { my-size: { type: string }, my_size: { type: string } }\ntools: { t: {} }\n`,
  );
  expect(diagnostics.map(({ code, help }) => `${code} ${help ?? ""}`)).toEqual(["names/collision Rename one of them."]);
});
