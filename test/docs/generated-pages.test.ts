import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogue } from "../../generator/diagnostics/catalogue.js";
import { cataloguePage } from "../../generator/diagnostics/catalogue-page.js";
import { keyReference, withKeyReference } from "../../generator/spec/key-reference.js";

// `npm run build && node scripts/build-docs.mjs` brings both pages up to date.

it("has a page of diagnostics that says what the catalogue says", () => {
  expect(readFileSync("docs/diagnostics.md", "utf8")).toBe(cataloguePage());
});

it("has a section for every code", () => {
  const page = cataloguePage();
  for (const code of Object.keys(catalogue)) expect(page).toContain(`\n### ${code}\n`);
});

it("has a reference of keys that says what the schema says", () => {
  const page = readFileSync("docs/spec.md", "utf8");
  expect(page).toBe(withKeyReference(page));
});

it("lists keys at every depth, with what they may hold", () => {
  const rows = keyReference().join("\n");
  expect(rows).toContain("| `requestState.keys.env` | text |");
  expect(rows).toContain("| `check[].rule` (required) | text |");
  expect(rows).toContain("| `arguments.NAME.required` | true or false |");
  expect(rows).toContain("| `elicit.schema` (required) | form |");
});

it("leaves the rest of a page alone", () => {
  const marked =
    "before\n<!-- keys: written by scripts/build-docs.mjs from the schema of the language -->\nold\n<!-- /keys -->\nafter\n";
  const page = withKeyReference(marked);
  expect(page.startsWith("before\n")).toBe(true);
  expect(page.endsWith("<!-- /keys -->\nafter\n")).toBe(true);
  expect(page).not.toContain("\nold\n");
});
