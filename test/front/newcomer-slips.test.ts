import { expect, it } from "vitest";
import { head, loadText } from "./load-text.js";

/** What is reported, as `line:column code message | help`. */
async function said(text: string): Promise<readonly string[]> {
  const { diagnostics, places } = await loadText(head + text);
  return diagnostics.map(
    ({ message, help }, index) => `${(places[index] ?? "").replace("parley.yaml:", "")} ${message} | ${help ?? ""}`,
  );
}

const tool = (lines: string): string => `tools:\n  t:\n${lines.trimEnd().replaceAll(/^(?=.)/gm, "    ")}\n`;
const form = (lines: string): string =>
  tool(`requires:\n  ask:\n    elicit:\n      message: m\n      schema:\n${lines.replaceAll(/^(?=.)/gm, "        ")}`);

const stray = (place: string, name: string): string =>
  `${place} schema/stray-property "${name}" looks like a property, but stands beside "properties" and not under it: nothing is declared. | Write \`properties: { ${name}: ... }\`. A keyword of your own starts with \`x-\`.`;

it("finds properties that stand beside `properties`, wherever a schema is", async () => {
  expect(await said(tool("inputSchema:\n  name: { type: string }"))).toEqual([stray("6:7", "name")]);
  expect(await said(tool("inputSchema:\n  type: object\n  id: { type: str }\n  required: [id]"))).toContain(
    stray("7:7", "id"),
  );
  expect(
    await said(
      tool("outputSchema:\n  type: object\n  properties:\n    a:\n      type: object\n      b: { enum: [1] }"),
    ),
  ).toEqual([stray("10:11", "b")]);
  expect(await said(`schemas: { A: { type: object, min: { $ref: "#/schemas/B" } }, B: { type: string } }\n`)).toEqual([
    stray("3:31", "min"),
  ]);
  expect(await said(tool("requires:\n  price:\n    compute:\n      total: { anyOf: [{ type: number }] }"))).toEqual([
    stray("8:11", "total"),
  ]);
});

it("leaves alone what is an author's own, data, or a slip of another kind", async () => {
  expect(
    await said(
      tool(`inputSchema:
  type: object
  x-a: { type: string }
  widget: { type: slider }
  unit: { name: m }
  example: { type: string }
  default: { type: string }
  properties: { type: { type: string }, a: { type: string } }
  a: { type: string }`),
    ),
  ).toEqual([]);
  const item = await said(tool("outputSchema:\n  type: array\n  item: { type: string }"));
  expect(item.join()).toContain('Did you mean "items"?');
});

it("says that a property called like a keyword goes under `properties`", async () => {
  expect(await said(tool("inputSchema: { title: { type: string } }"))).toEqual([
    '5:27 schema/keyword-value "title" must be a text, not a mapping. | A property called "title" goes under `properties`.',
  ]);
});

it("sends a field of a form under `properties`, and says nothing else", async () => {
  expect(await said(form("time: { type: string, maxLength: 5 }\nrequired: [time]"))).toEqual([
    '10:13 form/root-keyword A form cannot have "time". | Put `time` under `properties`.',
  ]);
  expect((await said(form("properties: { a: { type: boolean } }\nminProperties: 1"))).join()).toContain(
    "A form is `properties` and `required`",
  );
});

const comment = (reference: string): string =>
  `Without quotes "#" begins a comment, and nothing is left. Write "${reference}" in quotes.`;

it.each([
  ["inputSchema: #/schemas/A", 'spec/wrong-type "inputSchema"'],
  ["inputSchema:\n  properties:\n    a: #/schemas/A", "schema/not-a-schema A schema"],
  ["inputSchema:\n  properties:\n    a:\n      $ref: #/schemas/A", 'schema/keyword-value "$ref"'],
  ["inputSchema:\n  properties:\n    a:\n      anyOf:\n        - #/schemas/A", "schema/not-a-schema A schema"],
  ["inputSchema:\n  properties: { a: { $ref: #/schemas/A } }\ntitle: T", "yaml/syntax This reference is read"],
  ["inputSchema:\n  properties: { a: { $ref: #/schemas/A },\n    b: {} }\ntitle: T", "yaml/syntax This reference is"],
  ["requires:\n  a:\n    $ref: #/schemas/A", 'spec/wrong-type "$ref"'],
  ["$ref: #/schemas/A", 'spec/wrong-type "$ref"'],
])("says of %j that # begins a comment, and nothing else", async (lines, problem) => {
  const found = await said(`schemas: { A: { type: object } }\n${tool(lines)}`);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(problem);
  expect(found[0]).toContain(`| ${comment("#/schemas/A")}`);
});

it("points at the reference that became a comment", async () => {
  const [found] = await said(form("properties:\n  a:\n    $ref: #/schemas/A"));
  expect(found).toContain(comment("#/schemas/A"));
  expect((await said("schemas: { A: { $ref: #/schemas/B }\nx-b: 1\n"))[0]).toMatch(/^3:23 yaml\/syntax/);
});

it("takes no other comment for a reference", async () => {
  const [empty] = await said(tool("inputSchema:\n  properties: # see a: #/schemas/A"));
  expect(empty).toContain('| What belongs to "properties" is indented further than it.');
  const [quoted] = await said(tool('inputSchema: { description: "at: #/schemas/A", properties: null }'));
  expect(quoted).toMatch(/properties.* not null\. \| $/);
  const [behind] = await said(tool('inputSchema: { properties: null, description: "at: #/schemas/A" }'));
  expect(behind).toMatch(/properties.* not null\. \| $/);
  const [open] = await said(tool('inputSchema: { description: "at: #/schemas/A"\ntitle: T'));
  expect(open).toContain("A } is missing before this.");
  const [syntax] = await said(tool("inputSchema: {\n  # a: #/schemas/A\n  type: object\ntitle: T"));
  expect(syntax).toContain("A } is missing before this.");
});

it("says that what belongs to an empty key is indented further", async () => {
  expect(await said(tool("inputSchema:\n  properties:\n  name: { type: string }"))).toEqual([
    '6:7 schema/keyword-value "properties" must be a mapping, not null. | What belongs to "properties" is indented further than it.',
  ]);
  expect((await said(tool("requires:\ntitle: T")))[0]).toContain('What belongs to "requires" is indented further');
  // Where the null was written, nothing is missing below it.
  expect(await said(tool("inputSchema: { properties: null }"))).toEqual([
    '5:32 schema/keyword-value "properties" must be a mapping, not null. | ',
  ]);
});

it.each([
  ["tools:\n  - name: book\n    title: T\n", '"tools" must be a mapping', "Write `book:` in place of `- name: book`."],
  ['tools: [{ "title": "T" }]\n', '"tools" must be a mapping', "Write `{ NAME: ... }` in place of `[ ... ]`."],
  [tool("requires:\n  - confirm: { message: m }"), '"requires" must be', "Write `NAME:` in place of `-`."],
  [tool("inputSchema:\n  properties:\n    - a: {}"), '"properties" must be', "Write `NAME:` in place of `-`."],
])("says how a list of named things is written: %j", async (text, problem, help) => {
  const [found] = await said(text);
  expect(found).toContain(problem);
  expect(found).toContain(`| ${help}`);
});

it("says of a list where no names belong only what it should be", async () => {
  expect(await said("tools:\n  t: []\n")).toEqual(['4:3 spec/wrong-type "t" must be a mapping, not a list. | ']);
});

it("sends the parts of a question that stand in the tool under an input of `requires`", async () => {
  const help = "Write an input under `requires`, with a name of your choice, and put it there.";
  expect(await said(tool("elicit: { message: m }\nwhen: 'true'"))).toEqual([
    `5:5 spec/misplaced-key "elicit" belongs to tools.t.requires.NAME, not inside t. | ${help}`,
    `6:5 spec/misplaced-key "when" belongs to tools.t.requires.NAME, not inside t. | ${help}`,
  ]);
  const [unknown] = await said(tool("colour: red"));
  expect(unknown).toContain('spec/unknown-key Unknown key "colour" in tools.t.');
});

it("says what `required: true` should be, and does not ask to guard what it means", async () => {
  const args = "inputSchema:\n  properties:\n    name: { type: string, required: true }\n";
  const asks = 'requires: { a: { confirm: { message: "Go ${{ args.name }}" } } }';
  expect(await said(tool(args + asks))).toEqual([
    '7:41 schema/keyword-value "required" must be a list of texts, not true or false. | Write `required: [name]` beside the `properties` that hold "name".',
  ]);
  expect((await said(tool(args.replace("true", "false") + asks))).map((line) => line.split(" ")[1])).toEqual([
    "schema/keyword-value",
    "cel/unguarded",
  ]);
  expect(await said(form("properties: { x: { type: string, maxLength: 3, required: true } }"))).toHaveLength(1);
  expect((await said(tool("inputSchema: { properties: { a: {} }, required: a }")))[0]).toContain(
    "| Write `required: [a]`.",
  );
});

it("says what a reference without a target could name", async () => {
  const schemas = "schemas: { Where: { type: string }, When: { type: string } }\n";
  const at = (reference: string): Promise<readonly string[]> =>
    said(`${schemas}${tool(`inputSchema: { properties: { a: { $ref: "${reference}" } } }`)}`);
  const help = "There is #/schemas/Where, #/schemas/When.";
  for (const slip of ["#/$defs/Where", "#Where", "#/schemas/Wher"]) {
    expect((await at(slip))[0]).toContain(`"${slip}" has no target. Did you mean "#/schemas/Where"? | ${help}`);
  }
  expect((await at("#/schemas/Zzzzzz"))[0]).toContain(`has no target. | ${help}`);
  const [none] = await said(tool('inputSchema: { properties: { a: { $ref: "#/schemas/A" } } }'));
  expect(none).toContain("There is nothing to refer to: declare it");
  const many = Array.from({ length: 10 }, (_, index) => `I${index}: { confirm: { message: m } }`).join(", ");
  const [input] = await said(`inputs: { ${many} }\n${tool('requires: { a: { $ref: "#/inputs/Other" } }')}`);
  expect(input).toContain("There is #/inputs/I0, #/inputs/I1,");
  expect(input).toContain("#/inputs/I7 and 2 more.");
});

it("names the file of a reference in what it suggests", async () => {
  const text = head + tool('inputSchema: { properties: { a: { $ref: "./more.yaml#/schemas/Wher" } } }');
  const { diagnostics } = await loadText(text, { "more.yaml": "schemas: { Where: { type: string } }\n" });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The reference "./more.yaml#/schemas/Wher" has no target. Did you mean "./more.yaml#/schemas/Where"?',
  ]);
});

it("suggests the field that a form requires, in the error and once", async () => {
  expect(await said(form("properties: { where: { type: string, maxLength: 5 } }\nrequired: [wher]"))).toEqual([
    '11:24 schema/required-impossible "wher" is required but the object is closed and does not declare it: nothing can be valid. Did you mean "where"? | ',
  ]);
});

it("names the input in the guard that is proposed", async () => {
  const place =
    "place:\n    when: args.n > 3\n    elicit: { message: m, schema: { properties: { region: { type: string, maxLength: 9 } }, required: [region] } }";
  const asks = (then: string): Promise<readonly string[]> =>
    said(
      tool(`inputSchema: { properties: { n: { type: integer } }, required: [n] }\nrequires:\n  ${place}\n  ${then}`),
    );
  expect((await asks("sure: { when: 'place.region == \"x\"', confirm: { message: m } }"))[0]).toContain(
    "| Guard it: `place != null && ...`, or with `place != null` in the `when` of this input.",
  );
  expect((await asks('sure: { confirm: { message: "In ${{ place.region }}" } }'))[0]).toContain(
    "| Guard it: `${{ place != null ? ... : '-' }}`, or with `place != null` in the `when` of this input.",
  );
  const outcome = await said(
    tool(
      "requires:\n  ok: { onDecline: continue, elicit: { message: m, schema: { properties: { a: { type: boolean } } } } }\n  b: { when: ok.a, confirm: { message: m } }",
    ),
  );
  expect(outcome[0]).toContain('| Test `ok.action == "accept"` first, then read `ok.content.a`.');
});
