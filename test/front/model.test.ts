import { expect, it } from "vitest";
import { head, loadGood, loadText } from "./load-text.js";

const requires = (body: string, args = "name: { type: string }"): string =>
  `${head}tools:\n  t:\n    inputSchema: { type: object, properties: { ${args} }, required: [name] }\n    requires:\n${body.replaceAll(/^/gm, "      ")}\n`;

it("waits for every input that is mentioned, in document order", async () => {
  const model = await loadGood(
    requires(
      `last: { when: first != null, needs: [third], confirm: { message: "\${{ second }}" } }
first: { when: 'args.name != "x"', compute: { type: string } }
second: { compute: { type: number } }
third: { compute: { type: boolean } }`,
    ),
  );
  expect(model.tools[0]?.inputs.map(({ name, needs, mayBeSkipped }) => [name, needs, mayBeSkipped])).toEqual([
    ["last", ["first", "second", "third"], true],
    ["first", [], true],
    ["second", [], false],
    ["third", [], false],
  ]);
});

it("gives arguments two types where defaults make a difference, and one where they do not", async () => {
  const model = await loadGood(
    `${head}tools:
  a: { inputSchema: { type: object, properties: { n: { type: integer, default: 1 }, deep: { $ref: "#/$defs/Deep" } }, $defs: { Deep: { type: object, properties: { m: { type: integer, default: 2 } } } } } }
  b: { inputSchema: { type: object, properties: { n: { type: integer } } } }
`,
  );
  expect(
    model.tools.map(({ argumentsType, argumentsInputType }) => [argumentsType.name, argumentsInputType.name]),
  ).toEqual([
    ["AArguments", "AArgumentsInput"],
    ["BArguments", "BArguments"],
  ]);
  expect(Object.fromEntries(model.types.map(({ name, schema }) => [name, schema]))).toMatchObject({
    AArguments: { required: ["n"], properties: { deep: { $ref: "#/$defs/AArgumentsInputDeepWithDefaults" } } },
    AArgumentsInput: { properties: { deep: { $ref: "#/$defs/AArgumentsInputDeep" } } },
    AArgumentsInputDeepWithDefaults: { required: ["m"] },
  });
});

it("means the same with CRLF, with a byte order mark, and in JSON", async () => {
  const yaml = requires("ask:\n  confirm:\n    message: |\n      First line\n      Second line");
  const expected = await loadGood(yaml);
  expect(await loadGood(yaml.replaceAll("\n", "\r\n"))).toEqual(expected);
  expect(await loadGood(`\uFEFF${yaml}`)).toEqual(expected);
  const json = {
    parley: "1",
    server: { name: "demo", version: "1.0.0" },
    tools: {
      t: {
        inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        requires: { ask: { confirm: { message: "First line\nSecond line\n" } } },
      },
    },
  };
  const { model } = await loadText(JSON.stringify(json), {}, "parley.json");
  expect({ ...model, source: "parley.yaml" }).toEqual(expected);
});

it("follows references to schemas, inputs and whole tools in other files, and shows problems where they are written", async () => {
  const shared = `schemas:
  Money: { type: object, properties: { cents: { type: integer }, unit: { $ref: "#/schemas/Unit" } } }
  Unit: { type: string, enum: [EUR, USD] }
inputs:
  sure: { confirm: { message: "Pay \${{ args.name }}?" } }
tools:
  pay:
    inputSchema: { type: object, properties: { name: { type: string } }, required: [name] }
    outputSchema: { $ref: "#/schemas/Money" }
    requires: { sure: { $ref: "#/inputs/sure" } }
`;
  const entry = `${head}tools:\n  pay: { $ref: "./lib/shared.yaml#/tools/pay", title: Pay now }\n`;
  const model = await loadGood(entry, { "lib/shared.yaml": shared });
  expect(model.tools[0]).toMatchObject({
    title: "Pay now",
    outputSchema: { $ref: "#/$defs/Money", $defs: { Money: { properties: { unit: { $ref: "#/$defs/Unit" } } } } },
    inputs: [{ name: "sure", kind: "confirm" }],
  });
  expect(model.types.map(({ name }) => name)).toEqual(["PayArguments", "PayOutput", "Money", "Unit"]);
  const broken = await loadText(entry, { "lib/shared.yaml": shared.replace("args.name", "args.nam") });
  expect(broken.places).toEqual(["lib/shared.yaml:5:40 cel/unknown-property"]);
});

it("lets schemas refer to each other across files in a circle", async () => {
  const model = await loadGood(
    `${head}schemas: { Node: { type: object, properties: { next: { $ref: "./b.yaml#/schemas/Other" } } } }\ntools: { t: { outputSchema: { $ref: "#/schemas/Node" } } }\n`,
    {
      "b.yaml": 'schemas: { Other: { type: object, properties: { back: { $ref: "./parley.yaml#/schemas/Node" } } } }\n',
    },
  );
  expect(model.tools[0]?.outputSchema).toEqual({
    $ref: "#/$defs/Node",
    $defs: {
      Node: { type: "object", properties: { next: { $ref: "#/$defs/Other" } } },
      Other: { type: "object", properties: { back: { $ref: "#/$defs/Node" } } },
    },
  });
});

it("adds the inputs of everyTool, except where a tool opts out", async () => {
  const model = await loadGood(
    `${head}everyTool: { requires: { login: { confirm: { message: Sign in } } } }\ntools: { a: { requires: { b: { confirm: { message: m } } } }, c: { inherit: false } }\n`,
  );
  expect(model.tools.map(({ inputs }) => inputs.map(({ name }) => name))).toEqual([["login", "b"], []]);
});

it("reads declared content, with files as they are", async () => {
  const model = await loadGood(
    `${head}prompts:
  brief: { arguments: { topic: { required: true } }, messages: [{ role: user, text: "On \${{ args.topic }}, $\${{ literally }}" }] }
resources:
  readme: { uri: "docs://readme", file: ./README.md }
  report: { uriTemplate: "report://{id}{?q*}", text: "Report \${{ args.id }}" }
`,
    { "README.md": "# Hi ${{ args.x }}\r\n" },
  );
  expect(model.prompts[0]?.messages).toMatchObject([
    { role: "user", content: { kind: "text", text: ["On ", { code: "args.topic" }, ", ${{ literally }}"] } },
  ]);
  expect(model.resources.map(({ content }) => content)).toMatchObject([
    { kind: "text", text: ["# Hi ${{ args.x }}\n"] },
    { kind: "text", text: ["Report ", { code: "args.id" }] },
  ]);
  expect(model.resources[1]?.variables.map(({ name }) => name)).toEqual(["id", "q"]);
});

it("implies the capabilities of what is declared, and adds those that the document states", async () => {
  const model = await loadGood(
    `${head}capabilities: { logging: {}, tools: { listChanged: true }, extensions: { "io.example/x": {} } }
cache: { tools: { ttlMs: 1000, scope: public } }
tools: { a: {} }
prompts: { p: { arguments: { x: { completion: [a, b] } } } }
`,
  );
  expect(model.server.capabilities).toEqual({
    tools: { listChanged: true },
    prompts: {},
    completions: {},
    logging: {},
    extensions: { "io.example/x": {} },
  });
  expect(model.server.cacheHints).toEqual({ "tools/list": { ttlMs: 1000, cacheScope: "public" } });
});

it.each([
  ["10m", 600],
  ["24h", 86_400],
  ["1.5s", 1.5],
  ["500ms", 0.5],
  ["7d", 604_800],
  ["90", 90],
])("reads the duration %s as %d seconds", async (duration, seconds) => {
  const model = await loadGood(`${head}requestState: { ttl: ${duration} }\n`);
  expect(model.requestState.ttlSeconds).toBe(seconds);
});

it.each([
  ["requestState: { ttl: 0s }", '"ttl" must be more than 0.'],
  ["requestState: { maxAge: 0 }", '"maxAge" must be more than 0.'],
  ["tools: { t: { timeout: -1 } }", '"timeout" must be more than 0.'],
  // A timer that is to wait for longer does not wait at all.
  ["tools: { t: { timeout: 25d } }", '"timeout" must be at most 24d.'],
  ["tools: { t: { requires: { a: { within: 0ms, confirm: { message: m } } } } }", '"within" must be more than 0.'],
  ["tools: { t: { requires: { a: { within: 11m, confirm: { message: m } } } } }", '"within" must be at most 10m.'],
])("takes no duration that nothing can last: %s", async (text, message) => {
  const { diagnostics } = await loadText(`${head}${text}\n`);
  expect(diagnostics.map((found) => [found.code, found.message])).toEqual([["spec/constraint", message]]);
});

it("gives conditions the outcome of an input that may be declined or unavailable", async () => {
  const model = await loadGood(
    requires(
      `login: { elicitUrl: { message: m, url: "https://x.example" }, whenUnavailable: continue, onDecline: continue }
form: { when: 'login.action == "unavailable"', elicit: { message: m, schema: { properties: { ok: { type: boolean }, why: { type: boolean } }, required: [ok] } }, onDecline: continue }
last: { when: 'has(form.content) && form.content.ok', confirm: { message: m } }`,
    ),
  );
  expect(model.tools[0]?.inputs.map(({ when }) => when?.code)).toEqual([
    undefined,
    'inputs.login.action === "unavailable"',
    'inputs.form?.action === "accept" && inputs.form.content.ok',
  ]);
});

it("proves the members of run-time choices", async () => {
  const model = await loadGood(
    requires(
      `quote: { compute: { type: object, properties: { regions: { type: array, items: { type: object, properties: { id: { type: string }, name: { type: string } }, required: [id, name] } } }, required: [regions] } }
region: { elicit: { message: m, schema: { properties: { region: { choices: { from: quote.regions, value: id, title: name } } } } } }`,
    ),
  );
  expect(model.tools[0]?.inputs[1]).toMatchObject({
    needs: ["quote"],
    schema: { properties: { region: { type: "string" } } },
    choices: [{ property: "region", from: { code: "inputs.quote.regions" }, value: "id", title: "name" }],
  });
});

it("keeps what is declared beside a manual flow, without the engine", async () => {
  const model = await loadGood(
    `${head}tools: { t: { flow: manual, state: { type: object, properties: { step: { type: integer } } }, requires: { ask: { confirm: { message: m } } } } }\n`,
  );
  expect(model.tools[0]?.flow).toMatchObject({ kind: "manual", stateType: { name: "TState" } });
});

it("checks inputs to reuse once, whether or not they are used", async () => {
  const used = await loadText(
    `${head}inputs: { ask: { confrm: { message: m } } }\ntools: { a: { requires: { ask: { $ref: "#/inputs/ask" } } } }\n`,
  );
  const unused = await loadText(`${head}inputs: { ask: { confrm: { message: m } } }\n`);
  // The misspelt key is all there is to say.
  expect(used.places).toEqual(["parley.yaml:3:18 spec/unknown-key"]);
  expect(unused.places).toEqual(["parley.yaml:3:18 spec/unknown-key"]);
});

it("lets a reference to an input add options to it", async () => {
  const model = await loadGood(
    `${head}inputs: { ask: { confirm: { message: m } } }\ntools: { a: { inputSchema: { type: object, properties: { n: { type: integer } } }, requires: { ask: { $ref: "#/inputs/ask", when: has(args.n), onDecline: continue } } } }\n`,
  );
  expect(model.tools[0]?.inputs[0]).toMatchObject({
    kind: "confirm",
    onDecline: "continue",
    when: { code: "args.n !== undefined" },
  });
});

it("takes a whole form from elsewhere, with the references inside it", async () => {
  const files = {
    "shared.yaml":
      "schemas:\n  Color: { type: string, enum: [red, green] }\n  Far: { properties: { color: { $ref: '#/schemas/Color' } }, required: [color] }\n",
  };
  const model = await loadGood(
    `${head}
schemas:
  Form: { properties: { name: { type: string, maxLength: 20 } }, required: [name] }
  Alias: { $ref: "#/schemas/Form" }
tools:
  t:
    requires:
      near: { elicit: { message: Who?, schema: { $ref: "#/schemas/Alias" } } }
      far: { elicit: { message: Which?, schema: { $ref: "./shared.yaml#/schemas/Far" } } }
      own: { elicit: { message: "\${{ near.name }}?", schema: { $defs: { C: { type: string, enum: [a] } }, properties: { c: { $ref: "#/$defs/C" } } } } }
`,
    files,
  );
  expect(model.tools[0]?.inputs.map((input) => (input.kind === "elicit" ? input.schema : undefined))).toEqual([
    { type: "object", properties: { name: { type: "string", maxLength: 20 } }, required: ["name"] },
    { type: "object", properties: { color: { type: "string", enum: ["red", "green"] } }, required: ["color"] },
    { type: "object", properties: { c: { type: "string", enum: ["a"] } } },
  ]);
});

it.each([
  ["itself", "schemas: { F: { $ref: '#/schemas/F' } }", "ref/cycle"],
  ["nothing", "schemas: {}", "ref/unresolved"],
  ["no object", "schemas: { F: { type: string } }", "schema/root-object"],
])("says so when a form is a reference to %s", async (_what, schemas, code) => {
  const text = `${head}${schemas}\ntools: { t: { requires: { a: { elicit: { message: m, schema: { $ref: "#/schemas/F" } } } } } }\n`;
  expect((await loadText(text)).codes).toContain(code);
});

it("refuses __proto__ wherever the SDK would drop the answer", async () => {
  const { codes } = await loadText(
    `${head}tools: { t: { requires: { a: { elicit: { message: m, schema: { properties: { __proto__: { type: boolean } } } } } } } }\n`,
  );
  expect(codes).toEqual(["names/dropped"]);
});

it("shows the hole that is wrong, also when the text says the same before it", async () => {
  const text = requires('c: { confirm: { message: "args.nme: ${{ args.name }} ${{ args.nme }}" } }');
  const { diagnostics } = await loadText(text);
  const [only] = diagnostics;
  expect(diagnostics).toHaveLength(1);
  expect(only?.location?.start).toBe(text.lastIndexOf("args.nme"));
});
