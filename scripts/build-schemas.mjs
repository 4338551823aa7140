// Writes schemas/parley.schema.json from the zod schema of the language; `--check` only compares.
import { readFile, writeFile } from "node:fs/promises";
import { publishedSchema } from "../dist/generator/spec/published-schema.js";

const path = new URL("../schemas/parley.schema.json", import.meta.url);
const text = `${JSON.stringify(publishedSchema(), null, 2)}\n`;
const current = await readFile(path, "utf8").catch(() => "");
if (current !== text) {
  if (process.argv.includes("--check")) {
    console.error("schemas/parley.schema.json is stale: run `npm run build && node scripts/build-schemas.mjs`.");
    process.exitCode = 1;
  } else {
    await writeFile(path, text);
  }
}
