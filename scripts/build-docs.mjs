// Writes what of docs/ is made from the generator: docs/diagnostics.md, and the reference part of docs/spec.md. `--check` only
// compares.
import { readFile, writeFile } from "node:fs/promises";
import { cataloguePage } from "../dist/generator/diagnostics/catalogue-page.js";
import { withKeyReference } from "../dist/generator/spec/key-reference.js";

const pages = {
  "diagnostics.md": () => cataloguePage(),
  "spec.md": (current) => withKeyReference(current),
};

for (const [name, render] of Object.entries(pages)) {
  const path = new URL(`../docs/${name}`, import.meta.url);
  const current = await readFile(path, "utf8").catch(() => "");
  const text = render(current);
  if (current === text) continue;
  if (process.argv.includes("--check")) {
    console.error(`docs/${name} is stale: run \`npm run build && node scripts/build-docs.mjs\`.`);
    process.exitCode = 1;
  } else {
    await writeFile(path, text);
  }
}
