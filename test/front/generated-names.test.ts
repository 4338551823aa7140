import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { eachGeneratedName } from "../../generator/model/generated-names.js";
import type { Model } from "../../generator/model/model.js";
import { printModule, type SourcePrinter } from "../../generator/render/source-printer.js";
import { printCalls } from "../../templates/calls.js";
import { printClient } from "../../templates/client.js";
import { printSchemas } from "../../templates/schemas.js";
import { handlerKeys } from "../../templates/server-types.js";
import { printServer } from "../../templates/server.js";
import { head, loadGood, loadText } from "./load-text.js";

const compute = "compute: { type: string, maxLength: 9 }";
const url = 'elicitUrl: { message: m, url: "https://a.example/", completion: true }';

/** Two parts of a document that would be declared under one name, and that name. */
const collisions: readonly (readonly [string, string, string, string])[] = [
  [
    `tools: { t: { requires: { input: { ${compute} } } } }`,
    "tools.t.inputSchema",
    "tools.t.requires.input",
    "tInputSchema",
  ],
  [
    `tools: { foo: { requires: { bar: { ${compute} } } }, fooBar: {} }`,
    "tools.foo.requires.bar",
    "tools.fooBar",
    "FooBarCall",
  ],
  [
    `tools: { foo: { requires: { barBaz: { ${url} } } }, fooBar: { requires: { baz: { ${url} } } } }`,
    "tools.foo.requires.barBaz",
    "tools.fooBar.requires.baz",
    "FooBarBazCall",
  ],
  [
    `tools: { foo: { requires: { bar-input: { ${compute} } } }, fooBar: {} }`,
    "tools.foo.requires.bar-input",
    "tools.fooBar.inputSchema",
    "fooBarInputSchema",
  ],
  [
    `everyTool: { requires: { session: { ${compute} } } }\ntools: { foo: {}, everyToolSession: {} }`,
    "everyTool.requires.session",
    "tools.everyToolSession",
    "EveryToolSessionCall",
  ],
  [
    `everyTool: { requires: { session: { ${compute} } } }\ntools: { everyToolSession: {}, foo: {} }`,
    "tools.everyToolSession",
    "everyTool.requires.session",
    "EveryToolSessionCall",
  ],
  [`tools: { call: {}, tool: {} }`, "tools.call", "tools.tool", "callTool"],
  [`prompts: { get: {}, prompt: {} }`, "prompts.get", "prompts.prompt", "getPrompt"],
  [
    `resources: { read: { uri: "a://b" }, resource: { uri: "a://c" } }`,
    "resources.read",
    "resources.resource",
    "readResource",
  ],
  // Two functions of the author under one key.
  [
    `prompts: { p: { arguments: { city: { required: true, completion: true } }, requires: { city: { ${compute} } } } }`,
    "prompts.p.requires.city",
    "prompts.p.arguments.city",
    "p.city",
  ],
  // What collides in types collides in schemas too, and is said once.
  [
    `tools: { t: { requires: { a-b: { ${compute} }, a_b: { ${compute} } } } }`,
    "tools.t.requires.a-b",
    "tools.t.requires.a_b",
    "TAB",
  ],
  [
    `tools: { a-b: { requires: { x: { ${compute} } } }, a_b: { requires: { x: { ${compute} } } } }`,
    "tools.a-b",
    "tools.a_b",
    "aB",
  ],
];

it.each(collisions)("names both that would have one name: %s", async (text, first, second, name) => {
  const { diagnostics } = await loadText(`${head}${text}\n`);
  const found = diagnostics.filter(({ severity }) => severity === "error");
  expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `names/collision "${first}" and "${second}" are both called "${name}" in generated code.`,
  ]);
});

it("says that two tools are one on the wire, and not also that their types would be", async () => {
  expect((await loadText(`${head}tools: { a: { name: x }, b: { name: x } }\n`)).codes).toEqual(["names/duplicate"]);
});

it.each(["codeName: other, ", ""])("a codeName keeps them apart: %s", async (codeName) => {
  const { codes } = await loadText(`${head}tools: { t: { requires: { input: { ${codeName}${compute} } } } }\n`);
  expect(codes).toEqual(codeName === "" ? ["names/collision"] : []);
});

it.each(["arguments", "method", "pending", "result", "call", "answers", "questions", "fulfil", "variables"])(
  "an input may be called %s when nothing that is generated is",
  async (key) => {
    const { codes } = await loadText(`${head}tools: { t: { requires: { ${key}: { confirm: { message: m } } } } }\n`);
    expect(codes).toEqual([]);
  },
);

it("an input whose key begins with the name of its tool has a name of its own", async () => {
  const inputs = `code: { ${compute} }, region_code: { ${compute} }`;
  expect((await loadText(`${head}tools: { region: { requires: { ${inputs} } } }\n`)).codes).toEqual([]);
});

const specs = [
  "../cases/every-input-kind/parley.yaml",
  "../cases/manual-flow/parley.yaml",
  "../cases/nasty-names/parley.json",
  "../cases/prompts-and-resources/parley.yaml",
  "every-key/first.yaml",
  "every-key/second.yaml",
];

it.each(specs)("knows every name that generated modules declare: %s", async (path) => {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  const model = await loadGood(text, { "text.md": "Hello" });
  const listed: (readonly [string, string])[] = [];
  eachGeneratedName(model, (within, name) => void listed.push([within, name]));
  const names = (wanted: string): readonly string[] =>
    listed.flatMap(([within, name]) => (within === wanted ? [name] : [])).sort();
  expect(names("calls")).toEqual(declared(model, printCalls));
  expect(names("server")).toEqual(declared(model, printServer));
  expect(names("client")).toEqual(declared(model, printClient));
  expect(names("schemas")).toEqual(declared(model, printSchemas));
  expect(names("handlers")).toEqual([...handlerKeys(model)].sort());
});

/** The names that a template reserves. */
function declared(model: Model, print: (model: Model, printer: SourcePrinter) => void): readonly string[] {
  const names: string[] = [];
  printModule("", (printer) => print(model, { ...printer, declare: (name) => void names.push(name) }));
  return names.sort();
}
