import { expect, it } from "vitest";
import { catalogue } from "../../generator/diagnostics/catalogue.js";
import { examples } from "../../generator/diagnostics/examples.js";
import { loadText } from "./load-text.js";

const codes = Object.keys(examples).sort() as (keyof typeof examples)[];

// Codes about files that are written or imported have their own tests.
const elsewhere = /^(?:output|import)\//;

it("has an example of every code that a document can cause", () => {
  expect(codes).toEqual(
    Object.keys(catalogue)
      .filter((code) => !elsewhere.test(code))
      .sort(),
  );
});

it.each(codes)("%s is reported where the rule is broken, with a place, and nowhere else", async (code) => {
  const { pass, fail, files, file } = examples[code];
  const good = await loadText(pass, files, file);
  expect(good.codes).not.toContain(code);
  expect(good.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const bad = await loadText(fail, files, file);
  expect(bad.codes).toContain(code);
  if (catalogue[code].severity === "error") expect(bad.model).toBeUndefined();
  const placed = bad.diagnostics.filter((diagnostic) => diagnostic.code === code && diagnostic.location !== undefined);
  const entryIsUnreadable = code === "load/too-large" || code === "load/encoding";
  expect(placed.length > 0).toBe(!entryIsUnreadable);
});
