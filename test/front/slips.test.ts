import fc from "fast-check";
import { expect, it } from "vitest";
import { document } from "../../generator/spec/document.js";
import { wordsOf } from "../../generator/spec/issue-words.js";
import { input } from "../../generator/spec/input.js";
import { prompt, resource, tool } from "../../generator/spec/primitives.js";
import { head, loadText } from "./load-text.js";

/** What is reported, as `code message | help`. */
async function said(text: string): Promise<readonly string[]> {
  const { diagnostics } = await loadText(head + text);
  return diagnostics.map(({ code, message, help }) => `${code} ${message} | ${help ?? ""}`);
}

const args = `    inputSchema:
      type: object
      properties:
        note: { type: string }
        people: { type: integer, minimum: 1, maximum: 12 }
        price: { type: number, exclusiveMinimum: 0, maximum: 10 }
        size: { type: string, enum: [small, large] }
        grade: { enum: [1, 2, 3] }
        ok: { type: boolean }
      required: [people, price, size, grade, ok]
`;
const withArguments = (requires: string): string =>
  `tools:\n  order:\n${args}    requires:\n${requires.replaceAll(/^(?=.)/gm, "      ")}\n`;
const when = (condition: string): string => withArguments(`ask:\n  when: ${condition}\n  confirm: { message: m }`);

it("never lets consent disappear in a schema", async () => {
  const found = await said(`tools:
  wipe:
    inputSchema:
      type: object
      requires:
        sure: { confirm: { message: Really? } }
      annotations: { destructiveHint: true }
      outputSchema: { type: object }
      examples: [{ name: one, arguments: { id: a } }]
      timeout: 10s
`);
  expect(found).toEqual(
    ["requires", "annotations", "outputSchema", "examples", "timeout"].map(
      (key) =>
        `spec/misplaced-key "${key}" belongs to tools.wipe, not inside inputSchema. | Move it 2 columns to the left, in line with "inputSchema".`,
    ),
  );
});

it("finds requires among the properties, in a nested schema and in an output", async () => {
  const sure = "requires: { sure: { confirm: { message: m } } }";
  const where = async (schema: string): Promise<readonly string[]> =>
    (await said(`tools: { t: { ${schema} } }\n`)).map((line) => line.split(" | ")[0] ?? "");
  expect(await where(`inputSchema: { properties: { ${sure} } }`)).toEqual([
    'spec/misplaced-key "requires" belongs to tools.t, not inside inputSchema.properties.',
  ]);
  expect(await where(`inputSchema: { properties: { a: { type: object, ${sure} } } }`)).toEqual([
    'spec/misplaced-key "requires" belongs to tools.t, not inside inputSchema.properties.a.',
  ]);
  expect(await where(`outputSchema: { type: object, ${sure} }`)).toEqual([
    'spec/misplaced-key "requires" belongs to tools.t, not inside outputSchema.',
  ]);
});

it("leaves properties and keywords alone that are only called like a key", async () => {
  expect(
    await said(`tools:
  t:
    inputSchema:
      type: object
      name: anything
      annotations: { audience: mine }
      properties:
        requires: { type: array, items: { type: string } }
        annotations: { type: object, properties: { confirm: { type: string } } }
        timeout: { type: string, timeout: 5s, unit: s, label: Timeout, note: n, order: 3 }
      examples: [{ requires: [a] }]
`),
  ).toEqual([]);
});

it.each([
  [
    "ask: { confirm: { message: m, when: args.ok } }",
    '"when" belongs to tools.order.requires.ask, not inside confirm.',
  ],
  [
    "ask:\n  confirm:\n    message: m\n    onDecline: continue",
    '"onDecline" belongs to tools.order.requires.ask, not inside confirm.',
  ],
  [
    "ask:\n  elicit:\n    schema:\n      properties: { a: { type: boolean } }\n      message: m",
    '"message" belongs to tools.order.requires.ask.elicit, not inside schema.',
  ],
  [
    "ask:\n  confirm: { message: m }\n  other: { confirm: { message: m } }",
    '"other" belongs to tools.order.requires, not inside ask.',
  ],
  [
    "ask: { confirm: { message: m } }\nannotations: { readOnlyHint: true }",
    '"annotations" belongs to tools.order, not inside requires.',
  ],
  [
    "price:\n  compute:\n    type: number\n    refresh: true",
    '"refresh" belongs to tools.order.requires.price, not inside compute.',
  ],
])("says where a part of %j belongs, and nothing else", async (requires, message) => {
  const found = await said(withArguments(requires));
  expect(found.map((line) => line.split(" | ")[0])).toEqual([`spec/misplaced-key ${message}`]);
});

it("says where tools, inputs and lists at the wrong level belong", async () => {
  const tools = `tools:
  a:
    title: A
    b: { title: B, inputSchema: {} }
    sure: { confirm: { message: m } }
  prompts:
    p: { messages: [{ role: user, text: Hi }] }
`;
  expect(await said(tools)).toEqual([
    'spec/misplaced-key "b" belongs to tools, not inside a. | Move it 2 columns to the left, in line with "a".',
    'spec/misplaced-key "sure" belongs to tools.a.requires, not inside a. | Move it under "requires".',
    'spec/misplaced-key "prompts" belongs to the document, not inside tools. | Move it 2 columns to the left, in line with "tools".',
  ]);
});

it("never takes everyTool for a tool", async () => {
  const every = "everyTool: { requires: { sure: { confirm: { message: m } } } }";
  expect(await said(`tools:\n  a: {}\n  ${every}\n`)).toEqual([
    'spec/misplaced-key "everyTool" belongs to the document, not inside tools. | Move it 2 columns to the left, in line with "tools".',
  ]);
  expect(await said(`${every}\ntools:\n  a: {}\n`)).toEqual([]);
});

it.each([
  ["a: c", 'has a "a" that is not one of the choices'],
  ["n: 9", 'has a "n" that is greater than the maximum 3'],
  ["n: x", 'has a "n" that is not of type integer'],
  ["d: '2027-02-29'", 'has a "d" that is not a date, as in 2026-07-28'],
])("refuses an answer { %s } of a client that cannot be asked", async (answer, problem) => {
  const form =
    "schema: { properties: { a: { type: string, enum: [a, b] }, n: { type: integer, maximum: 3 }, d: { type: string, format: date } } }";
  const ask = (value: string): Promise<readonly string[]> =>
    said(withArguments(`ask: { elicit: { message: m, ${form} }, whenUnavailable: { default: { ${value} } } }`));
  expect(await ask(answer)).toEqual([`inputs/unavailable-default The default of "ask" ${problem}. | `]);
  expect(await ask("a: a, n: 3, d: '2028-02-29'")).toEqual([]);
});

it.each([
  ["roots: {}", "[1]", 'must be a list of roots, { uri: "file:///..." }', '[{ uri: "file:///a" }]'],
  ["roots: {}", '[{ uri: "https://a.example" }]', 'must be a list of roots, { uri: "file:///..." }', "[]"],
  [
    "sample: { messages: [{ role: user, text: m }], maxTokens: 9 }",
    "{ text: No }",
    "must be a message, { role, model, content: { type: text, text } }",
    "{ role: assistant, model: none, content: { type: text, text: No } }",
  ],
  ["confirm: { message: m }", "yes", "must be a mapping", "{}"],
])("refuses in place of an answer to { %s } what it cannot be: %s", async (asks, wrong, problem, right) => {
  const ask = (value: string): Promise<readonly string[]> =>
    said(withArguments(`ask: { ${asks}, whenUnavailable: { default: ${value} } }`));
  expect(await ask(wrong)).toEqual([`inputs/unavailable-default The default of "ask" ${problem}. | `]);
  expect(await ask(right)).toEqual([]);
});

it.each([
  ["min", "minimum"],
  ["minlength", "minLength"],
  ["max_length", "maxLength"],
  ["require", "required"],
  ["additionalProperty", "additionalProperties"],
  ["enums", "enum"],
  ["regex", "pattern"],
])("takes the keyword %s for a slip", async (written, meant) => {
  const { diagnostics } = await loadText(
    `${head}tools: { t: { inputSchema: { properties: { a: { ${written}: 1 } } } } }\n`,
  );
  expect(diagnostics).toMatchObject([
    {
      code: "schema/unknown-keyword",
      severity: "warning",
      message: `JSON Schema has no keyword "${written}" and ignores it. Did you mean "${meant}"?`,
    },
  ]);
});

it.each([
  ["type: string, enum: [a, b], default: c", "is not one of the choices"],
  ["oneOf: [{ const: a, title: A }], default: c", "is not one of the choices"],
  ["type: integer, minimum: 1, default: 0", "is less than the minimum 1"],
  ["type: number, exclusiveMaximum: 1, default: 1", "is not less than 1"],
  ["type: integer, multipleOf: 5, default: 7", "is no multiple of 5"],
  ["type: string, maxLength: 2, default: abc", "is longer than maxLength 2"],
  ['type: string, pattern: "^a", default: bc', "does not match the pattern"],
  ["type: array, maxItems: 1, default: [1, 2]", "has more than maxItems 1"],
  [
    "type: array, items: { type: string, minLength: 2 }, default: [ab, c]",
    "has an item that is shorter than minLength 2",
  ],
  ["type: object, required: [x], default: {}", 'lacks "x"'],
  ["type: object, properties: { x: { enum: [1] } }, default: { x: 2 }", 'has a "x" that is not one of the choices'],
  ['$ref: "#/schemas/Low", default: 9', "is greater than the maximum 3"],
])("refuses a default of { %s }", async (schema, problem) => {
  const text = `${head}schemas: { Low: { type: integer, maximum: 3 } }\ntools: { t: { inputSchema: { properties: { a: { ${schema} } } } } }\n`;
  const { diagnostics } = await loadText(text);
  expect(diagnostics.filter(({ code }) => code !== "schema/required-undeclared")).toMatchObject([
    { code: "schema/default-value", message: expect.stringContaining(problem) as string },
  ]);
});

it("ends with schemas that multiply without end", async () => {
  const twice = Array.from(
    { length: 30 },
    (_, index) => `  S${index}: { allOf: [{ $ref: "#/schemas/S${index + 1}" }, { $ref: "#/schemas/S${index + 1}" }] }`,
  );
  const text = `schemas:\n${twice.join("\n")}\n  S30: { minimum: 0 }\n`;
  expect(
    await said(`${text}tools: { t: { inputSchema: { properties: { a: { $ref: "#/schemas/S0", default: 1 } } } } }\n`),
  ).toEqual([]);
});

it("refuses the default of a form's field once, and a field without choices", async () => {
  const field = (body: string): Promise<readonly string[]> =>
    said(withArguments(`ask: { elicit: { message: m, schema: { properties: { a: { ${body} } } } } }`));
  expect(await field("type: integer, maximum: 3, default: 9")).toEqual([
    'form/default The default of "a" is greater than the maximum 3. | ',
  ]);
  expect(await field("type: string, maxLength: 1, default: ab")).toMatchObject([
    expect.stringContaining("form/default"),
  ]);
  expect(await field("type: array, items: { type: string, enum: [x] }, default: [y]")).toEqual([
    'form/default The default of "a" has an item that is not one of the choices. | ',
  ]);
  expect(await field("type: string, enum: []")).toEqual([
    'form/choices The choices of "a" are none, so that nothing can be answered. | ',
  ]);
  expect(await field("type: integer, maximum: 3, default: 3")).toEqual([]);
});

const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, -1, 1.5, 99, "", "x", [], {}, null, true));

it.each([
  ["document", document],
  ["tool", tool],
  ["prompt", prompt],
  ["resource", resource],
  ["input", input],
])("says what a %s must be in its own words, whatever is written", (_, schema) => {
  const keys = Object.keys(schema.shape);
  fc.assert(
    fc.property(fc.constantFrom(...keys), anything, anything, (key, value, inner) => {
      for (const written of [
        value,
        { [key]: inner },
        { message: inner, schema: inner, ttl: inner, ttlMs: inner },
        [inner],
      ]) {
        const { error } = schema.safeParse({ [key]: written }, { error: wordsOf });
        for (const { message } of error?.issues ?? []) {
          expect(message).not.toMatch(/invalid|expected|received|too (?:small|big)|unrecognized/i);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['ask: { confirm: "Cancel?" }', '"confirm" must be a mapping, `confirm: { message: ... }`, not a text.'],
  ["ask:", '"ask" must be a mapping with one of elicit, confirm, elicitUrl, sample, roots, compute, not empty.'],
  ["ask: { confirm: { message: } }", '"message" must be a text, not empty.'],
])("explains %s", async (requires, message) => {
  const found = await loadText(head + withArguments(requires));
  expect(found.diagnostics.filter(({ severity }) => severity === "error").map((problem) => problem.message)).toEqual([
    message,
  ]);
});

it.each([
  ["elict: { message: m, schema: { properties: {} } }", "elict", "elicit"],
  ["elicit: { mesage: m, schema: { properties: {} } }", "mesage", "message"],
  ["if: args.ok, confirm: { message: m }", "if", "when"],
])("reports a misspelt key of { %s } once", async (body, written, meant) => {
  const { diagnostics } = await loadText(head + withArguments(`ask: { ${body} }`));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringMatching(`^Unknown key "${written}" in .*Did you mean "${meant}"`) as string,
  ]);
});

it.each(["input_schema: { type: object, properties: { y: { type: string } } }", "args: { y: { type: string } }"])(
  "does not judge what reads arguments that %j did not declare",
  async (declared) => {
    const ask = 'requires: { ask: { when: args.y == "x", confirm: { message: "${{ args.y }}" } } }';
    expect((await loadText(`${head}tools: { t: { ${declared}, ${ask} } }\n`)).codes).toEqual(["spec/unknown-key"]);
  },
);

it("does not judge what reads a prompt's or a resource's misspelt arguments", async () => {
  const text = `prompts: { p: { argument: { y: {} }, messages: [{ role: user, text: "\${{ args.y }}" }] } }\nresources: { r: { uritemplate: "docs://{id}", text: "\${{ args.id }}" } }\n`;
  expect((await loadText(head + text)).codes).toEqual(["spec/unknown-key"]);
});

it("lists the keys of a place when no spelling is near", async () => {
  const [found = ""] = await said(withArguments("ask: { zork: 1, confirm: { message: m } }"));
  expect(found).toContain("Known here: elicit, confirm, elicitUrl, sample, roots, compute, codeName, when, needs,");
});

it("reports a type of another language once, and takes it for what it stands for", async () => {
  const text = `tools: { t: { inputSchema: { properties: { n: { type: int } }, required: [n] }, requires: { ask: { when: args.n > 1, confirm: { message: m } } } } }\n`;
  expect((await loadText(head + text)).codes).toEqual(["spec/unknown-type"]);
  const form = withArguments("ask: { elicit: { message: m, schema: { properties: { a: { type: bool } } } } }");
  expect((await loadText(head + form)).codes).toEqual(["spec/unknown-type"]);
});

it("notes keys that nothing can mention, and never suggests one", async () => {
  const found = await said(
    withArguments(
      'my-slot: { confirm: { message: m } }\n"1": { confirm: { message: m } }\n"": { when: mySlot != null, confirm: { message: m } }',
    ),
  );
  expect(found.map((line) => line.split(" | ")[0])).toEqual([
    'names/input-key Conditions and texts cannot mention the input "my-slot".',
    'names/input-key Conditions and texts cannot mention the input "1".',
    'names/input-key Conditions and texts cannot mention the input "".',
    'cel/unknown-name Nothing here is called "mySlot". Known here: args, client.',
  ]);
});

it.each([
  ["args.people > 12", '"args.people" is from 1 to 12.'],
  ["args.people < 1", '"args.people" is from 1 to 12.'],
  ["0 >= args.people", '"args.people" is from 1 to 12.'],
  ["args.people == 13", '"args.people" is from 1 to 12.'],
  ["args.people < -3", '"args.people" is from 1 to 12.'],
  ["-args.people >= 0", '"-args.people" is from -12 to -1.'],
  ["args.price > 10.0", '"args.price" is from 0 to 10.'],
  ["args.grade == 4", '"args.grade" is from 1 to 3.'],
  ['args.size in ["big", "huge"]', "The choices are small, large."],
])("finds that %s never holds", async (condition, help) => {
  expect(await said(when(condition))).toEqual([`cel/always This is always false. | ${help}`]);
});

it.each([
  "args.people > 11",
  "args.people >= 12",
  "args.people <= 12",
  "args.people + 1 > 12",
  "-args.people > -12",
  "-args.people == -7",
  "(args.ok ? 1 : args.people) > 5",
  "[1, args.people].exists(n, n > 5)",
  'args.size in ["small", "huge"]',
])("lets %s stand", async (condition) => {
  expect(await said(when(JSON.stringify(condition)))).toEqual([]);
});

it.each([
  ['args.size === "small"', '"===" is "==" in CEL', 'Write `args.size == "small"`.'],
  ['args.size = "small"', '"=" is "==" in CEL', 'Write `args.size == "small"`.'],
  ['args.ok and args.size != "a = b"', '"and" is "&&" in CEL', 'Write `args.ok && args.size != "a = b"`.'],
  ["args.ok or not has(args.note)", '"or" is "||" in CEL', "Write `args.ok || !has(args.note)`."],
  ["${{ args.ok }}", '"${{ }}" is for texts', "Write `args.ok`."],
])("says how CEL writes %s", async (condition, problem, help) => {
  expect(await said(when(condition))).toEqual([`cel/syntax This is not a CEL expression: ${problem}. | ${help}`]);
});

it.each([
  ["inputs.slot == null", 'Nothing here is called "inputs". Inputs are named directly: "slot".'],
  ["arguments.ok", 'Nothing here is called "arguments". Did you mean "args"?'],
  ["ok", 'Nothing here is called "ok". Did you mean "args.ok"?'],
])("says what %s was meant to be", async (condition, message) => {
  const slot = "slot: { when: args.ok, confirm: { message: m } }\n";
  const { diagnostics } = await loadText(
    head + withArguments(`${slot}ask: { when: ${JSON.stringify(condition)}, confirm: { message: m } }`),
  );
  expect(diagnostics.map((problem) => problem.message)).toEqual([message]);
});

it("shows how a value that may be absent is written into a text, and that it then passes", async () => {
  const ask = (message: string): Promise<readonly string[]> =>
    said(withArguments(`ask: { confirm: { message: ${message} } }`));
  const [found = ""] = await ask('"Note: ${{ args.note }}"');
  expect(found).toContain("Write `\"... ${{ has(args.note) ? args.note : '-' }} ...\"`");
  expect(await ask("\"Note: ${{ has(args.note) ? args.note : '-' }}\"")).toEqual([]);
});

it("does not claim that a form's default is always there", async () => {
  const menu =
    "menu: { elicit: { message: m, schema: { properties: { birthday: { type: boolean, default: false } } } } }\n";
  const [found = ""] = await said(withArguments(`${menu}ask: { when: menu.birthday, confirm: { message: m } }`));
  expect(found).toContain("a default of a form only fills the field in, and can be cleared");
});

it("warns of holes in other languages' spelling, where they name something that is known", async () => {
  const text = '"{{ args.size }} ${ args.size } {{ name }} ${HOME} $${{ args.size }} ${{ args.size }}"';
  const found = await said(withArguments(`ask: { confirm: { message: ${text} } }`));
  expect(found).toEqual([
    'text/hole-spelling "{{ args.size }}" is not filled in: it goes out as it is written. | Did you mean `${{ args.size }}`?',
    'text/hole-spelling "${ args.size }" is not filled in: it goes out as it is written. | Did you mean `${{ args.size }}`?',
  ]);
});

it("reports a bare hole in braces once", async () => {
  const found = await said(
    withArguments("ask: { confirm: { message: Create ${{ args.size }} and ${{ args.ok }}, now? } }"),
  );
  expect(found).toEqual(['yaml/syntax In { } and [ ] the braces of "${{" start a mapping. | Put the text in quotes.']);
});

it("reports a condition in a hole of braces once", async () => {
  const found = await said(withArguments("ask: { when: ${{ args.ok }}, confirm: { message: m } }"));
  expect(found).toEqual([
    'yaml/syntax In { } and [ ] the braces of "${{" start a mapping. | A condition is written without `${{ }}`.',
  ]);
});

it.each([
  ["!has(args.note)", '"!has(args.note)"'],
  ["! has(args.note)", '"! has(args.note)"'],
  ['!has(args.note) && args.size == "small"', `'!has(args.note) && args.size == "small"'`],
])("never lets YAML swallow the ! of %s", async (condition, quoted) => {
  const found = await said(when(condition));
  expect(found).toEqual([expect.stringContaining(`A text that starts with ! stands in quotes: ${quoted}.`)]);
});

it("refuses inputs inside a shared schema, where nobody would be asked", async () => {
  const asking = "requires: { sure: { confirm: { message: Go on? } } }";
  const order = (inside: string): string =>
    `${head}schemas: { Order: { type: object, ${inside} } }\ntools: { t: { inputSchema: { $ref: "#/schemas/Order" } } }\n`;
  for (const inside of [asking, `properties: { ${asking} }`, `properties: { a: { type: string, ${asking} } }`]) {
    expect((await loadText(order(inside))).codes).toEqual(["spec/misplaced-key"]);
  }
  expect(
    (await loadText(order("properties: { requires: { type: object, properties: { sure: { type: string } } } }"))).codes,
  ).toEqual([]);
});
