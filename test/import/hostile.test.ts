import fc from "fast-check";
import { expect, it } from "vitest";
import { specText } from "../../generator/import/spec-text.js";
import { renderFiles } from "../../generator/plan/plan-files.js";
import { modelOf } from "../types/emitted.js";
import { withProgram } from "../types/program.js";
import { imported } from "./imported.js";

const names = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "constructor",
    "then",
    "close",
    "toString",
    "get-it",
    "get_it",
    "getIt",
    "GET IT",
    "3d_view",
    "查询",
    "🚀",
    "404",
    "<<",
    "*/",
    "`${globalThis.HIT=1}`",
    'a";globalThis.HIT=1;//',
    "../../evil",
    "a\r\nb",
    "\u2028",
    "class",
    "arguments",
    "string",
    "Object",
  ),
);

const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), names);
const schemas = fc.record(
  {
    type: fc.constant("object"),
    properties: fc.dictionary(
      names.filter((name) => name !== "<<"),
      fc.record({ type: fc.constantFrom("string", "number"), description: texts, tsType: texts }),
      { maxKeys: 3, noNullPrototype: true },
    ),
  },
  { requiredKeys: ["type"] },
);

const listings = fc.record({
  server: fc.record({
    name: fc.constantFrom("demo", "*/ x", "查询"),
    version: texts.filter((text) => text !== ""),
    title: texts,
  }),
  tools: fc.array(
    fc.record({
      name: names,
      description: texts,
      title: texts,
      inputSchema: schemas,
      _meta: fc.constant({ a: 1 }),
      extra: texts,
    }),
    {
      maxLength: 6,
    },
  ),
  prompts: fc.array(fc.record({ name: names, description: texts, arguments: fc.constant([{ name: "topic" }]) }), {
    maxLength: 3,
  }),
  resources: fc.array(fc.record({ name: names, uri: fc.nat().map((id) => `x://${id}`), description: texts }), {
    maxLength: 3,
  }),
});

it("any listing becomes a spec that generate accepts, and code that compiles", { timeout: 120_000 }, async () => {
  const files = new Map<string, string>();
  for (const [index, listing] of fc.sample(listings, { numRuns: 40, seed: 7 }).entries()) {
    const [result] = imported(listing);
    const [model, diagnostics] = await modelOf(specText(result?.spec ?? {}));
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    expect(errors, JSON.stringify(listing)).toEqual([]);
    if (model === undefined) continue;
    for (const [path, source] of await renderFiles(model)) files.set(`s${index}/${path}`, source);
  }
  await withProgram(files, ({ errors }) => {
    expect(errors).toEqual([]);
  });
});
