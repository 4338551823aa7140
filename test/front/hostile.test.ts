import { expect, it } from "vitest";
import { composeYaml } from "../../generator/load/yaml-syntax.js";
import { matchesPattern } from "../../generator/resolve/pattern.js";
import { head, loadText } from "./load-text.js";

const document = (parts: object): string =>
  JSON.stringify({ parley: "1", server: { name: "demo", version: "1.0.0" }, ...parts });

const named = (count: number, of: (index: number) => object): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, of(index)]));

const using = (schema: object): object => ({
  tools: { t: { inputSchema: { type: "object", properties: { a: schema } } } },
});

it("follows chains and circles of references that are longer than the stack is deep", async () => {
  const next = (index: number): object => ({ $ref: `#/schemas/a${(index + 1) % 1500}` });
  const chain = { schemas: named(1500, (index) => (index === 1499 ? { type: "string" } : next(index))) };
  const ring = { schemas: named(1500, (index) => ({ type: "object", properties: { next: next(index) } })) };
  for (const parts of [chain, ring]) {
    const { codes, model } = await loadText(
      document({ ...parts, ...using({ $ref: "#/schemas/a0" }) }),
      {},
      "parley.json",
    );
    expect(codes).toEqual([]);
    expect(Object.keys(model?.tools[0]?.inputSchema["$defs"] ?? {})).toHaveLength(1500);
  }
});

it("finds a default behind a circle, whichever type is looked at first", async () => {
  const text = document({
    schemas: {
      A: { type: "object", properties: { b: { $ref: "#/schemas/B" }, size: { type: "integer", default: 1 } } },
      B: { type: "object", properties: { a: { $ref: "#/schemas/A" } } },
    },
    tools: named(2, (index) => ({
      inputSchema: { type: "object", properties: { x: { $ref: `#/schemas/${index === 0 ? "A" : "B"}` } } },
    })),
  });
  const { model } = await loadText(text, {}, "parley.json");
  expect(
    model?.tools.map(({ argumentsType, argumentsInputType }) => [argumentsType.name, argumentsInputType.name]),
  ).toEqual(model?.tools.map(({ typeName }) => [`${typeName}Arguments`, `${typeName}ArgumentsInput`]));
  expect(model?.tools.length).toBe(2);
});

it.each([
  ["a chain", (index: number) => (index === 0 ? [] : [`a${index - 1}`])],
  ["a ring", (index: number) => [`a${(index + 1) % 5000}`]],
])("refuses thousands of inputs that wait for each other in %s", async (_what, needs) => {
  const requires = named(5000, (index) => ({ confirm: { message: "m" }, needs: needs(index) }));
  const { codes } = await loadText(document({ tools: { t: { requires } } }), {}, "parley.json");
  expect(codes).toEqual(["inputs/too-many"]);
});

it.each([
  ["parentheses", `${"(".repeat(20_000)}true${")".repeat(20_000)}`],
  ["negations", `${"!".repeat(50_000)}true`],
  ["members", `args${".a".repeat(20_000)} == 1`],
  ["alternatives", `${"true || ".repeat(20_000)}true`],
])("reports a condition with thousands of %s", async (_what, when) => {
  const { codes } = await loadText(
    document({ tools: { t: { requires: { c: { when, confirm: { message: "m" } } } } } }),
    {},
    "parley.json",
  );
  expect(codes).toEqual(["cel/syntax"]);
});

it.each([
  ["(a+)+$", undefined],
  ["(a|a)*$", undefined],
  ["(a{9}){9}b", undefined],
  ["a*a*a*a*$", undefined],
  ["^[a-z]+$", true],
  ["^(?:x|a+b)$", true],
  ["^v\\d{1,3}\\.\\d$", false],
])("tries the pattern %s only where that cannot take for ever", (pattern, expected) => {
  expect(matchesPattern(pattern, `${"a".repeat(60)}b`)).toBe(expected);
});

it("takes __proto__ for an ordinary name at every level, or refuses it with a place", async () => {
  const text = `{"__proto__":{"__proto__":1},"parley":"1","server":{"name":"__proto__","version":"__proto__","__proto__":1},
    "schemas":{"__proto__":{"__proto__":{"type":"string"},"properties":{"__proto__":{"$ref":"#/schemas/__proto__"}}}},
    "inputs":{"__proto__":{"confirm":{"message":"m"}}},
    "tools":{"__proto__":{"__proto__":{},"inputSchema":{"type":"object","properties":{"__proto__":{"$ref":"#/schemas/__proto__"}}},
      "requires":{"__proto__":{"$ref":"#/inputs/__proto__"},"x":{"needs":["__proto__","constructor"],"confirm":{"message":"\${{ args.__proto__ }} \${{ args.constructor }}"}}}}},
    "prompts":{"__proto__":{"arguments":{"__proto__":{}}}},
    "resources":{"__proto__":{"uriTemplate":"x://{__proto__}","variables":{"__proto__":{}}}}}`;
  const { model, diagnostics } = await loadText(text, {}, "parley.json");
  expect(model).toBeUndefined();
  for (const { location } of diagnostics) expect(location).toBeDefined();
  expect(diagnostics.map(({ code }) => code)).toContain("spec/unknown-key");
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  expect(Reflect.get({}, "type")).toBeUndefined();
});

/** A document whose instructions are this text, as a block. */
const instructions = (lines: readonly string[]): string =>
  `parley: "1"\nserver:\n  name: demo\n  version: "1.0.0"\n  instructions: |\n${lines.map((line) => `    ${line}\n`).join("")}`;

it.each([
  ["brackets that nothing closes", () => Array.from({ length: 450 }, (_, index) => `[x${index}] stands for { and [`)],
  ["ever deeper lines", () => Array.from({ length: 450 }, (_, index) => `${" ".repeat(index)}- and so on`)],
  ["marks of lists and keys", () => Array.from({ length: 450 }, () => "- ? : - ? : ".repeat(50))],
])("takes a text for a text, whatever it is full of: %s", async (_what, lines) => {
  const { model, codes } = await loadText(instructions(lines()));
  expect(codes).toEqual([]);
  expect(model?.server.instructions?.split("\n")).toEqual([...lines(), ""]);
});

const long = (of: (index: number) => string, length = 400_000): string => {
  let text = "";
  for (let index = 0; text.length < length; index++) text += of(index);
  return text;
};

// A reader that looks back or ahead at each of them takes minutes.
it.each([
  ["anchors", () => long((index) => `  k${index}: &a${index} 1\n`)],
  ["aliases", () => `  - &a [1]\n${long(() => "  - *a\n")}`],
  ["anchored lists", () => long(() => "  - &a [b, c]\n")],
  ["anchors below each other", () => long((index) => `  k${index}: &a${index}\n    b: 1\n`)],
  ["keys", () => long((index) => `  k${index}: 1\n`)],
  ["values that are left out", () => long(() => "  -\n\n\n")],
  ["items on one line", () => `  - [${long(() => "a, ")}]\n`],
  ["mappings on one line", () => `  - [${long(() => "{a: 1}, ")}]\n`],
  ["comments", () => `  - a\n${long(() => "# b\n")}  - c\n`],
  ["comments in brackets", () => `  - [a,\n${long(() => "  # b\n")}    c]\n`],
  ["blank lines", () => `  - a\n${long(() => "\n")}    b\n`],
  ["blank lines behind blocks", () => long(() => "  - |+\n    a\n\n\n\n\n")],
  ["lines of a text", () => `  - a\n${long(() => "    b\n")}`],
  ["escapes", () => `  - "${long(() => "\\n")}"\n`],
  ["blanks", () => `  - ${" ".repeat(400_000)}a\n`],
  ["marks of a comment that are none", () => `  - a${"#".repeat(400_000)}\n`],
  ["blocks that end deep inside", () => long(() => `  - ${"- ".repeat(150)}|\n${" ".repeat(310)}a\n`)],
])("reads %s by the hundred thousand", async (_what, text) => {
  expect((await loadText(`${head}x-own:\n${text()}`)).codes).toEqual([]);
});

it.each([
  [
    "keys that are lists",
    () => `${"[".repeat(190)}${long(() => "a, ", 20_000)}a${"]: 1".repeat(189)}]`,
    ["yaml/syntax"],
  ],
  ["a key of half a megabyte", () => `${"a".repeat(500_000)}: 1`, ["yaml/syntax"]],
  [
    "keys that are given again and again",
    () => `{${long(() => "a: 1, ", 50_000)}a: 1}`,
    ["yaml/duplicate-key", "load/repeated"],
  ],
  ["tags", () => `[${long(() => "!a b, ", 50_000)}c]`, ["yaml/tag", "load/repeated"]],
])("refuses %s", async (_what, text, codes) => {
  expect((await loadText(`${head}x-own:\n  ${text()}\n`)).codes).toEqual(codes);
});

const nested = (levels: number): string => `${"{ x: ".repeat(levels)}1${" }".repeat(levels)}`;

it.each([
  ["braces", nested],
  ["brackets", (levels: number) => "[".repeat(levels) + "]".repeat(levels)],
  ["dashes", (levels: number) => `\n    ${"- ".repeat(levels)}1`],
  ["lines", (levels: number) => Array.from({ length: levels }, (_, index) => `\n${" ".repeat(4 + index)}x:`).join("")],
])("reads what is nested 190 levels deep in %s, and gives up beyond 200, however deep it is", async (_what, nest) => {
  const spec = (levels: number): string => `${head}x-own: ${nest(levels)}\n`;
  expect((await loadText(spec(190))).codes).toEqual([]);
  for (const levels of [201, 300, 1500]) {
    expect((await loadText(spec(levels))).codes).toEqual(["yaml/too-deep"]);
  }
});

it("counts the levels that aliases put inside each other", async () => {
  const tower = (floors: number): string =>
    Array.from(
      { length: floors },
      (_, index) => `x-a${index + 1}: &a${index + 1} ${nested(60).replace("1", `*a${index}`)}\n`,
    ).join("");
  const spec = (floors: number): string => `${head}x-a0: &a0 { x: 1 }\n${tower(floors)}`;
  expect((await loadText(spec(3))).codes).toEqual([]);
  expect((await loadText(spec(4))).codes).toEqual(["yaml/too-deep"]);
});

it("reads no further than the errors of syntax that it tells, and keeps no stacks of them", async () => {
  const composed = composeYaml("}".repeat(10_000));
  if (composed.kind !== "composed") throw new Error("too deep");
  const { errors } = composed.document;
  expect(errors).toHaveLength(10);
  expect(errors[0]?.stack).not.toContain("\n");
  expect(new Error("one of ours").stack).toContain("hostile.test");
  expect((await loadText("}".repeat(1_000_000))).codes).toEqual(["yaml/syntax"]);
});

it("tells the first problems of a kind, and how many more a document has", async () => {
  const { diagnostics, places, model } = await loadText(`${head}${"tools: {}\n".repeat(1002)}`);
  const twice = diagnostics.filter(({ code }) => code === "yaml/duplicate-key");
  expect(twice).toHaveLength(100);
  // Two lines of the head, the key itself, and the hundred that are told.
  expect(places.at(-1)).toBe("parley.yaml:104:1 load/repeated");
  expect(diagnostics.at(-1)?.message).toBe('901 more problems of the kind "yaml/duplicate-key" are left out.');
  expect(model).toBeUndefined();
  const some = await loadText(`${head}${"tools: {}\n".repeat(101)}`);
  expect(some.codes).toEqual(["yaml/duplicate-key"]);
});

it("counts the problems of each document by themselves", async () => {
  const twice = "a: {}\n".repeat(91);
  const { diagnostics } = await loadText(
    document({
      tools: {
        t: { inputSchema: { type: "object", properties: { b: { $ref: "./b.yaml#/a" }, c: { $ref: "./c.yaml#/a" } } } },
      },
    }),
    { "b.yaml": twice, "c.yaml": twice },
  );
  expect(diagnostics.filter(({ code }) => code === "yaml/duplicate-key")).toHaveLength(180);
  expect(diagnostics.filter(({ code }) => code === "load/repeated")).toEqual([]);
});

it("reads JSON with a hundred thousand keys that are given twice", async () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join();
  const { diagnostics } = await loadText(`{${keys},${keys}}`, {}, "parley.json");
  expect(diagnostics.at(-1)?.message).toBe('99900 more problems of the kind "yaml/duplicate-key" are left out.');
  const [twice] = diagnostics.filter(({ code }) => code === "yaml/duplicate-key");
  expect(twice?.related[0]?.location.start).toBe(1);
});
