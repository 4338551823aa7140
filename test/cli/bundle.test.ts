import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../dist/parley/", import.meta.url);

it("publishes only what the program loads, and nothing that an earlier build left", () => {
  const files = readdirSync(folder);
  const texts = files.map((file) => readFileSync(new URL(file, folder), "utf8"));
  const unused = files.filter((file) => !texts.some((text) => text.includes(`"./${file}"`)));
  expect(unused.sort()).toEqual(["LICENSES.txt", "main.js"]);
});
