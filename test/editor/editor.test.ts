import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { examples } from "../../generator/diagnostics/examples.js";
import { inputKindNames, inputOptions } from "../../generator/spec/input.js";
import { tool } from "../../generator/spec/primitives.js";
import { type CompletionItem, type LanguageServer, startLanguageServer } from "./language-server.js";

// What VS Code's YAML extension makes of the published schema.

let server: LanguageServer;

beforeAll(async () => {
  server = await startLanguageServer();
});

afterAll(() => server.close());

const head = 'parley: "1"\nserver: { name: shop, version: "1.0.0" }\n';
const inTool = (line: string): string => `${head}tools:\n  order:\n    ${line}\n`;
const inInput = (lines: string): string => inTool(`requires:\n      region:\n        ${lines}`);
const labels = (items: readonly CompletionItem[]): readonly string[] => items.map(({ label }) => label);

it("offers the keys of a document that are not there yet", async () => {
  const offered = labels(await server.complete(`${head}|`));
  expect(offered).toEqual(expect.arrayContaining(["tools", "prompts", "resources", "requestState", "schemas"]));
  expect(offered).not.toContain("server");
});

it("offers every key of a tool", async () => {
  expect(new Set(labels(await server.complete(inTool("|"))))).toEqual(new Set(Object.keys(tool.shape)));
});

it("offers the six kinds of inputs and every option", async () => {
  const offered = await server.complete(inInput("|"));
  expect(new Set(labels(offered))).toEqual(new Set(["$ref", ...inputKindNames, ...Object.keys(inputOptions)]));
});

it("offers the options beside a kind", async () => {
  const offered = labels(await server.complete(inInput("confirm: { message: Go on? }\n        |")));
  expect(offered).toEqual(expect.arrayContaining(["when", "needs", "onDecline", "whenUnavailable", "check", "pins"]));
});

it("explains what it offers", async () => {
  const offered = await server.complete(inInput("|"));
  const undocumented = offered.filter(({ documentation }) => documentation === undefined || documentation === "");
  expect(labels(undocumented)).toEqual([]);
});

it("writes the keys that a kind needs", async () => {
  const url = (await server.complete(inInput("|"))).find(({ label }) => label === "elicitUrl");
  expect(url?.insertText).toMatch(/^elicitUrl:\n {2}message: .*\n {2}url: /);
});

it("opens a mapping without filling in what has a default", async () => {
  const offered = await server.complete(`${head}|`);
  expect(offered.find(({ label }) => label === "requestState")?.insertText).toBe("requestState:\n  ");
});

it("offers the words of a choice", async () => {
  const offered = await server.complete(inInput("confirm: { message: Go on? }\n        onDecline: |"));
  expect(labels(offered)).toEqual(["fail", "continue"]);
});

it("offers durations to start from", async () => {
  expect(labels(await server.complete(`${head}requestState:\n  ttl: |`))).toContain("10m");
});

it("offers in a form what a client can show, and choices at run time", async () => {
  const field =
    "elicit:\n          message: Which?\n          schema:\n            properties:\n              name:\n                |";
  const offered = labels(await server.complete(inInput(field)));
  expect(offered).toEqual(expect.arrayContaining(["type", "oneOf", "choices", "format", "maxLength"]));
  expect(offered).not.toContain("pattern");
});

it("offers JSON Schema in an input schema, without what only forms have", async () => {
  const offered = labels(await server.complete(inTool("inputSchema:\n      properties:\n        name:\n          |")));
  expect(offered).toEqual(expect.arrayContaining(["type", "pattern", "$ref", "x-mcp-header"]));
  expect(offered).not.toContain("choices");
});

it("shows what a key means, what its words mean, and an example", async () => {
  const onDecline = await server.hover(inInput("confirm: { message: Go on? }\n        onDec|line: fail"));
  expect(onDecline).toContain("#### onDecline");
  expect(onDecline).toContain("What a person's no means. Default: `fail`.");
  expect(onDecline).toContain("* `continue`: Your function gets the outcome");
  const when = await server.hover(inInput('confirm: { message: Go on? }\n        wh|en: args.size == "large"'));
  expect(when).toContain("CEL condition over `args` and other inputs.");
  expect(when).toContain("!has(args.region)");
});

it("shows what a name in the document stands for", async () => {
  expect(await server.hover(`${head}tools:\n  ord|er: {}\n`)).toContain("A function that models can call");
});

it.each([
  ["a wrong key of the document", `${head}tols: {}\n`, "3:1 Property tols is not allowed."],
  ["a wrong key of a tool", inTool("inputschema: {}"), "5:5 Property inputschema is not allowed."],
  ["a wrong kind of input", inInput("elict: { message: Which? }"), "7:9 Property elict is not allowed."],
  [
    "an input without a kind",
    inInput("when: has(args.a)"),
    "6:7 Give exactly one of elicit, confirm, elicitUrl, sample, roots, compute.",
  ],
  [
    "an input of two kinds",
    inInput("roots: {}\n        confirm: { message: Go on? }"),
    "6:7 Give exactly one of elicit, confirm, elicitUrl, sample, roots, compute.",
  ],
  ["a question without a text", inInput("confirm: {}"), '7:9 Missing property "message".'],
  [
    "a wrong word",
    inInput("confirm: { message: Go on? }\n        onDecline: stop"),
    '8:20 Value is not accepted. Valid values: "fail", "continue".',
  ],
  ["a type that JSON Schema does not have", inTool("inputSchema: { type: strng }"), "5:26 Value is not accepted."],
  [
    "a keyword that no form shows",
    inInput("elicit: { message: Which?, schema: { properties: { a: { type: string, pattern: x } } } }"),
    "7:79 Property pattern is not allowed.",
  ],
  ["a duration that is none", `${head}requestState: { ttl: soon }\n`, "3:22 Expected a duration: 10m, 24h, 90s"],
  ["a version that is a number", 'parley: "1"\nserver: { name: shop, version: 1.0 }\n', "2:32 Incorrect type."],
])("marks %s", async (_what, text, expected) => {
  const problems = await server.problems(text);
  expect(problems.map((problem) => problem.slice(0, expected.length))).toContain(expected);
});

it.each([
  ["keys that start with x-", `${head}x-team: billing\ntools: { order: { x-owner: ada } }\n`],
  ["an input that a reference brings", inInput('$ref: "#/inputs/region"\n        when: has(args.a)')],
  ["a duration as seconds", `${head}requestState: { ttl: 90 }\n`],
  [
    "choices at run time",
    inInput(
      "elicit: { message: Which?, schema: { properties: { a: { type: string, choices: { from: list, value: id } } } } }",
    ),
  ],
  ["keywords of JSON Schema that are not listed", inTool("inputSchema: { type: object, minContains: 1, my: own }")],
])("does not mark %s", async (_what, text) => {
  expect(await server.problems(text)).toEqual([]);
});

const specs = ["examples", "test/flows"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "parley.yaml" && !file.includes("node_modules"))
    .map((file) => path.join(folder, file)),
);

it("finds the specs of this repository", () => {
  expect(specs.length).toBeGreaterThan(15);
});

// By their own first lines: `# yaml-language-server: $schema=...`.
it("marks nothing in the specs of this repository", async () => {
  const marked = specs.map(async (file) => {
    const text = readFileSync(file, "utf8");
    return { file, problems: await server.problemsAt(pathToFileURL(path.resolve(file)).href, text) };
  });
  expect((await Promise.all(marked)).filter(({ problems }) => problems.length > 0)).toEqual([]);
});

it("marks what is wrong in each of them when something is", async () => {
  const marked = specs.map(async (file) => {
    const { href } = pathToFileURL(path.resolve(file));
    return server.problemsAt(href.replace(".yaml", "-wrong.yaml"), `${readFileSync(file, "utf8")}\nwrong-key: 1\n`);
  });
  for (const problems of await Promise.all(marked)) {
    expect(problems).toEqual([expect.stringContaining("Property wrong-key is not allowed.")]);
  }
});

it("marks nothing that the generator accepts", async () => {
  const accepted = Object.entries(examples).map(async ([code, { pass }]) => {
    return { code, problems: await server.problems(pass) };
  });
  expect((await Promise.all(accepted)).filter(({ problems }) => problems.length > 0)).toEqual([]);
});

it("marks what breaks the rules that a schema can say", async () => {
  const sayable = [
    "spec/unknown-key",
    "spec/wrong-type",
    "spec/missing-key",
    "spec/invalid-value",
    "spec/constraint",
    "spec/version",
    "spec/input-kind",
    "spec/resource-address",
    "spec/unknown-type",
    "schema/keyword-value",
    "schema/not-a-schema",
    "form/not-flat",
    "form/nullable",
    "form/keyword",
    "form/root-keyword",
    "form/format",
    "form/choice-type",
  ] as const;
  const unmarked = sayable.map(async (code) => ({ code, problems: await server.problems(examples[code].fail) }));
  expect((await Promise.all(unmarked)).filter(({ problems }) => problems.length === 0)).toEqual([]);
});
