import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../generator/model/model.js";
import { renderFiles } from "../../generator/plan/plan-files.js";
import { modelOf } from "../types/emitted.js";
import { withProgram } from "../types/program.js";

const names = ["first.yaml", "second.yaml"];
const documents = names.map(
  (name) => parse(readFileSync(new URL(`every-key/${name}`, import.meta.url), "utf8")) as JsonObject,
);
const published = JSON.parse(
  readFileSync(new URL("../../schemas/parley.schema.json", import.meta.url), "utf8"),
) as JsonObject;

const files = { "text.md": "Hello" };

const isMap = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything that a document becomes, or undefined when it is wrong. */
async function output(value: Json): Promise<string | undefined> {
  const [model] = await modelOf(value, files);
  return model === undefined ? undefined : JSON.stringify([...(await renderFiles(model))]);
}

/** Every place of a document where a key of the language stands: its path, and the schema of its value. */
function* keysOf(value: Json, schema: Json | undefined, path: readonly (string | number)[]): Generator<KeyPlace> {
  const rules = alternatives(schema);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const rule of rules) if (isMap(rule["items"])) yield* keysOf(item, rule["items"], [...path, index]);
  }
  if (!isMap(value)) return;
  for (const [key, item] of Object.entries(value)) {
    for (const rule of rules) {
      const known = isMap(rule["properties"]) ? rule["properties"][key] : undefined;
      if (isMap(known)) {
        yield { path: [...path, key], schema: known };
        yield* keysOf(item, known, [...path, key]);
      } else if (isMap(rule["additionalProperties"])) yield* keysOf(item, rule["additionalProperties"], [...path, key]);
    }
  }
}

interface KeyPlace {
  readonly path: readonly (string | number)[];
  readonly schema: JsonObject;
}

/** What is inside a JSON Schema or a form is JSON Schema's business. */
const elsewhere = /^#\/definitions\/(?:JsonSchema|Form|FormField)$/;

function alternatives(schema: Json | undefined): readonly JsonObject[] {
  if (!isMap(schema)) return [];
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    if (elsewhere.test(reference)) return [];
    const definitions = published["definitions"];
    return alternatives(isMap(definitions) ? definitions[reference.replace("#/definitions/", "")] : undefined);
  }
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((word) => (Array.isArray(schema[word]) ? schema[word] : []));
  return [schema, ...parts.flatMap(alternatives)];
}

/** All keys that the published schema names, by identity of their schemas. */
function allKeys(
  schema: Json | undefined,
  name: string,
  seen: Map<JsonObject, string>,
): ReadonlyMap<JsonObject, string> {
  for (const rule of alternatives(schema)) {
    if (Array.isArray(rule["items"])) throw new Error("no tuples");
    for (const [key, value] of Object.entries(isMap(rule["properties"]) ? rule["properties"] : {})) {
      if (!isMap(value) || seen.has(value)) continue;
      seen.set(value, `${name}.${key}`);
      allKeys(value, `${name}.${key}`, seen);
    }
    for (const inner of [rule["items"], rule["additionalProperties"]]) allKeys(inner, name, seen);
  }
  return seen;
}

it("shows every key that the published schema names", () => {
  const used = new Set(
    documents.flatMap((document) => [...keysOf(document, published, [])].map(({ schema }) => schema)),
  );
  const missing = [...allKeys(published, "", new Map())]
    .filter(([schema]) => !used.has(schema))
    .map(([, name]) => name);
  expect(missing).toEqual([]);
});

/** Keys that are for people, editors and tools that read the spec itself. */
const unprinted = /^(?:\$schema|parley)$|\.examples\b|\.single-use$/;

it.each(names.map((name, index) => [name, documents[index] ?? {}] as const))(
  "%s: every key has an effect on what is generated, or the document is wrong without it",
  async (_name, document) => {
    const whole = await output(document);
    expect(whole).toBeDefined();
    const idle: string[] = [];
    for (const { path } of keysOf(document, published, [])) {
      const name = path.join(".");
      if (unprinted.test(name)) continue;
      if ((await output(without(document, path))) === whole) idle.push(name);
    }
    expect(idle).toEqual([]);
  },
  120_000,
);

it("compiles what uses every key", async () => {
  for (const document of documents) {
    const [model] = await modelOf(document, files);
    if (model === undefined) throw new Error("The document is wrong.");
    expect(await withProgram(await renderFiles(model), ({ errors }) => errors)).toEqual([]);
  }
}, 60_000);

function without(value: Json, path: readonly (string | number)[]): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === step ? without(item, rest) : item));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (key !== step) return [[key, item] as const];
      return rest.length === 0 ? [] : [[key, without(item, rest)] as const];
    }),
  );
}
