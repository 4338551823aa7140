import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { expect, it } from "vitest";

const folder = new URL("../../dist/parley/", import.meta.url);

it("publishes only what the program loads, and nothing that an earlier build left", () => {
  const files = readdirSync(folder);
  const texts = files.map((file) => readFileSync(new URL(file, folder), "utf8"));
  const unused = files.filter((file) => !texts.some((text) => text.includes(`"./${file}"`)));
  expect(unused.sort()).toEqual(["LICENSES.txt", "main.js"]);
});

it("knows its own version, whatever project its folder lies in", () => {
  const outer = mkdtempSync(path.join(tmpdir(), "parley-bundle-"));
  try {
    const inner = path.join(outer, "parley");
    writeFileSync(path.join(outer, "package.json"), '{ "name": "other", "version": "9.9.9" }');
    cpSync(folder, path.join(inner, "dist", "parley"), { recursive: true });
    const manifest = readFileSync(new URL("../../package.json", folder), "utf8");
    writeFileSync(path.join(inner, "package.json"), manifest);
    const said = execFileSync(process.execPath, [path.join(inner, "dist", "parley", "main.js"), "--version"]);
    expect(said.toString().trim()).toBe((JSON.parse(manifest) as { readonly version: string }).version);
  } finally {
    rmSync(outer, { recursive: true });
  }
});
