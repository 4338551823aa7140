import { beforeAll, expect, it } from "vitest";
import { specText } from "../../generator/import/spec-text.js";
import type { ListName } from "../../generator/import/listing.js";
import type { OmittedPath } from "../../generator/import/omissions.js";
import { arrayMember, member } from "../../generator/load/values.js";
import type { Json, Model } from "../../generator/model/model.js";
import { renderFiles } from "../../generator/plan/plan-files.js";
import type { ServerFactory } from "../../runtime/src/server/server-factory.js";
import { assignments, defaulted, explained, samplesOf, type Samples } from "../types/assignable.js";
import { modelOf } from "../types/emitted.js";
import { withProgram } from "../types/program.js";
import { bundle } from "./bundle.js";
import { corpusFiles } from "./corpus-files.js";
import { imported } from "./imported.js";
import { listed } from "./in-memory.js";

type Lists = ReadonlyMap<ListName, readonly Json[]>;

const methods: ReadonlyMap<ListName, string> = new Map<ListName, string>([
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["resources", "resources/list"],
  ["resourceTemplates", "resources/templates/list"],
]);

const corpus = corpusFiles();
const skipped = corpus.length === 0;
const counted = skipped ? "0 servers: the captured lists are not here" : `${corpus.length} servers`;

const problems: string[] = [];
const expected = new Map<string, Lists>();
const answered = new Map<string, Lists>();
const samples = { good: 0, broken: 0, failures: [] as readonly string[] };
let compileErrors: readonly string[] = [];

/** A function for every name: lists are asked for, nothing is called. */
const anyHandlers: object = new Proxy({}, { get: () => () => undefined });

// Everything goes through one TypeScript program, because starting the compiler is most of the work.
beforeAll(async () => {
  if (skipped) return;
  const files = new Map<string, string>();
  for (const { name, text } of corpus) {
    const [result] = imported(text);
    if (result === undefined) throw new Error(`${name} is not a listing.`);
    const [model, diagnostics] = await modelOf(specText(result.spec));
    for (const { severity, message } of diagnostics) if (severity === "error") problems.push(`${name}: ${message}`);
    if (model === undefined) continue;
    for (const [path, source] of await renderFiles(model)) files.set(`${name}/${path}`, source);
    files.set(`${name}/samples.ts`, assignments("./src/types.js", samplesOfTools(model)));
    const lists = [...methods.keys()].map((list) => {
      const kept = (arrayMember(JSON.parse(text), list) ?? []).flatMap((entry, index) => {
        if (result.leftOut.some((left) => left.list === list && left.index === index)) return [];
        const omitted = result.omissions.filter(({ entry: at }) => at.list === list && at.index === index);
        return [
          without(
            entry,
            omitted.map(({ path }) => path),
          ),
        ];
      });
      return [list, kept] as const;
    });
    expected.set(name, new Map(lists));
  }
  await withProgram(files, async ({ folder, errors }) => {
    const ofSamples = errors.filter((error) => /^[^/]+\/samples\.ts/.test(error));
    samples.failures = explained(ofSamples, files);
    compileErrors = errors.filter((error) => !ofSamples.includes(error));
    const names = [...expected.keys()];
    const urls = await bundle(
      folder,
      names.map((name) => `${name}/src/server.ts`),
    );
    for (const [index, name] of names.entries()) answered.set(name, await allLists(String(urls[index])));
  });
}, 300_000);

/** Samples of the arguments and results of every tool, by the name of their type. */
function samplesOfTools(model: Model): readonly (readonly [string, Samples])[] {
  const limits = { variants: 3, broken: 6 };
  const made = model.tools.flatMap((tool) => {
    const { inputSchema, outputSchema, outputType } = tool;
    const input = samplesOf(inputSchema, limits);
    const named: [string, Samples][] = [[tool.argumentsInputType.name, input]];
    if (tool.argumentsType.name !== tool.argumentsInputType.name)
      named.push([tool.argumentsType.name, defaulted(inputSchema, input.good)]);
    if (outputSchema !== undefined && outputType !== undefined)
      named.push([outputType.name, samplesOf(outputSchema, limits)]);
    return named;
  });
  for (const [, { good, broken }] of made) {
    samples.good += good.length;
    samples.broken += broken.length;
  }
  return made;
}

async function allLists(url: string): Promise<Lists> {
  const module = (await import(url)) as Readonly<Record<string, unknown>>;
  const create = Object.entries(module).find(([key]) => /^create\w+Server$/.test(key))?.[1];
  const factory = (create as (handlers: object, options: object) => ServerFactory)(anyHandlers, {});
  const lists = new Map<ListName, readonly Json[]>();
  for (const [list, method] of methods) lists.set(list, await listed(factory, method));
  return lists;
}

/** A copy without the members at these paths. */
function without(value: Json, paths: readonly OmittedPath[]): Json {
  if (paths.length === 0 || typeof value !== "object" || value === null) return value;
  const gone = new Set(paths.filter((path) => path.length === 1).map(([step]) => String(step)));
  const kept = Object.entries(value)
    .filter(([key]) => !gone.has(key))
    .map(([key, item]: [string, Json]) => {
      const below = paths.filter((path) => path.length > 1 && String(path[0]) === key).map((path) => path.slice(1));
      return [key, without(item, below)] as const;
    });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

it.skipIf(skipped)(`what real servers list becomes a spec, and the spec a package that compiles (${counted})`, () => {
  expect(problems).toEqual([]);
  expect(compileErrors).toEqual([]);
  expect([...answered.keys()]).toEqual(corpus.map(({ name }) => name));
});

it.skipIf(skipped)(`the generated servers list the same, value for value (${counted})`, () => {
  for (const [name, lists] of expected) {
    for (const [list, entries] of lists) {
      const answer = answered.get(name)?.get(list) ?? [];
      expect(answer, `${name} ${list}`).toEqual(entries);
      // Models read a schema from top to bottom, so its order is part of it.
      expect(schemasOf(answer), `${name} ${list}`).toBe(schemasOf(entries));
    }
  }
});

const schemasOf = (entries: readonly Json[]): string =>
  JSON.stringify(entries.map((entry) => [member(entry, "inputSchema"), member(entry, "outputSchema")]));

it.skipIf(skipped)(`the types of real tools accept and refuse what the validator does (${counted})`, () => {
  expect(samples.failures).toEqual([]);
  expect(samples.good).toBeGreaterThan(3000);
  expect(samples.broken).toBeGreaterThan(8000);
});
