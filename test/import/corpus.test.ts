import { expect, it } from "vitest";
import { specText } from "../../generator/import/spec-text.js";
import type { ListName } from "../../generator/import/listing.js";
import type { OmittedPath } from "../../generator/import/omissions.js";
import { arrayMember, isObject, member } from "../../generator/load/values.js";
import type { Json } from "../../generator/model/model.js";
import { renderFiles } from "../../generator/plan/plan-files.js";
import type { ServerFactory } from "../../runtime/src/server/server-factory.js";
import { modelOf } from "../types/emitted.js";
import { withProgram } from "../types/program.js";
import { bundle } from "./bundle.js";
import { corpusFiles } from "./corpus-files.js";
import { imported } from "./imported.js";
import { listed } from "./in-memory.js";

const corpus = corpusFiles();
const methods = new Map<ListName, string>([
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["resources", "resources/list"],
  ["resourceTemplates", "resources/templates/list"],
]);

/** A copy without the members at these paths. */
function without(value: Json, paths: readonly OmittedPath[]): Json {
  if (paths.length === 0 || typeof value !== "object" || value === null) return value;
  const gone = new Set(paths.filter((path) => path.length === 1).map(([step]) => String(step)));
  const kept = Object.entries(value)
    .filter(([key]) => !gone.has(key))
    .map(([key, item]) => {
      const below = paths.filter((path) => path.length > 1 && String(path[0]) === key).map((path) => path.slice(1));
      return [key, without(item as Json, below)] as const;
    });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

const counted = `${corpus.length} servers${corpus.length === 0 ? ": the corpus is not here, nothing was proved" : ""}`;

it.skipIf(corpus.length === 0)(
  `what real servers list comes out of generated servers unchanged (${counted})`,
  { timeout: 300_000 },
  async () => {
    const files = new Map<string, string>();
    const expected = new Map<string, ReadonlyMap<ListName, readonly Json[]>>();
    for (const { name, text } of corpus) {
      const [result] = imported(text);
      if (result === undefined) throw new Error(`${name}: not a listing`);
      const [model, diagnostics] = await modelOf(specText(result.spec));
      const problems = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      expect(problems, name).toEqual([]);
      if (model === undefined) continue;
      for (const [path, source] of await renderFiles(model)) files.set(`${name}/${path}`, source);
      const listing: Json = JSON.parse(text);
      const lists = [...methods.keys()].map((list) => {
        const kept = (arrayMember(listing, list) ?? []).flatMap((entry, index) => {
          if (result.leftOut.some((left) => left.list === list && left.index === index)) return [];
          const paths = result.omissions
            .filter(({ entry: label }) => label.list === list && label.index === index)
            .map(({ path }) => path);
          return [without(entry, paths)];
        });
        return [list, kept] as const;
      });
      expected.set(name, new Map(lists));
    }

    const modules = [...expected.keys()].map((name) => `${name}/src/server.ts`);
    await withProgram(files, async ({ folder, errors }) => {
      expect(errors).toEqual([]);
      const urls = await bundle(folder, modules);
      for (const [index, [name, lists]] of [...expected].entries()) {
        const module = (await import(String(urls[index]))) as Readonly<Record<string, unknown>>;
        const create = Object.entries(module).find(([key]) => /^create\w+Server$/.test(key))?.[1];
        const factory = (create as (handlers: object, options: object) => ServerFactory)({}, {});
        for (const [list, entries] of lists) {
          const answered = await listed(factory, methods.get(list) ?? "");
          expect(answered, `${name} ${list}`).toEqual(entries);
          // The order of what a model reads, too.
          expect(schemasOf(answered), `${name} ${list}`).toBe(schemasOf(entries));
        }
      }
    });
  },
);

const schemasOf = (entries: readonly Json[]): string =>
  JSON.stringify(
    entries.map((entry) => [member(entry, "inputSchema"), member(entry, "outputSchema")]).filter(isObject),
  );
