import type { celCatalogue } from "./catalogue/cel.js";
import type { documentCatalogue } from "./catalogue/document.js";
import type { flowCatalogue } from "./catalogue/flow.js";
import type { formCatalogue } from "./catalogue/form.js";
import type { nameCatalogue } from "./catalogue/names.js";
import type { schemaCatalogue } from "./catalogue/schema.js";
import type { specCatalogue } from "./catalogue/spec.js";

/** Codes that a document can cause; the others are about files that are written or imported. */
export type DocumentCode =
  | keyof typeof documentCatalogue
  | keyof typeof specCatalogue
  | keyof typeof schemaCatalogue
  | keyof typeof formCatalogue
  | keyof typeof flowCatalogue
  | keyof typeof celCatalogue
  | keyof typeof nameCatalogue;

/** Two documents for a code: the rule kept, and the rule broken. They are the tests of the rule and its page. */
export interface CodeExample {
  readonly pass: string;
  readonly fail: string;
  /** Other files beside the document, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The document's file name; default `parley.yaml`. */
  readonly file?: string;
}

const head = 'parley: "1"\nserver: { name: demo, version: "1.0.0" }\n';

const indent = (text: string, by: number): string =>
  text
    .trim()
    .split("\n")
    .map((line) => (line === "" ? line : " ".repeat(by) + line))
    .join("\n");

const document = (text: string): string => `${head}${text.trim()}\n`;
const tool = (body: string): string => document(`tools:\n  order:\n${indent(body, 4)}`);
const schema = (body: string): string => tool(`inputSchema:\n${indent(body, 2)}`);

/** Tools over shared schemas, each of which refers to the next, and so to all. */
const ring = (tools: number, schemas: number): string =>
  document(
    [
      "schemas:",
      ...Array.from({ length: schemas }, (_, at) => {
        return `  S${at}: { type: object, properties: { next: { $ref: "#/schemas/S${(at + 1) % schemas}" } } }`;
      }),
      "tools:",
      ...Array.from({ length: tools }, (_, at) => {
        return `  t${at}: { inputSchema: { type: object, properties: { first: { $ref: "#/schemas/S0" } } } }`;
      }),
    ].join("\n"),
  );

/** Inputs of a tool with the arguments `name` (required), `note`, `count`, `tags`. */
const requires = (body: string): string =>
  tool(
    `inputSchema:
  type: object
  properties:
    name: { type: string }
    note: { type: string }
    size: { type: string, enum: [small, large] }
    count: { type: integer }
    tags: { type: array, items: { type: string } }
    place: { type: object, properties: { city: { type: string } } }
  required: [name, size, count, tags]
requires:
${indent(body, 2)}`,
  );

const field = (body: string): string =>
  requires(`ask:\n  elicit:\n    message: Which?\n    schema: { properties: { ${body} } }`);
const condition = (text: string): string => requires(`ask: { when: '${text}', confirm: { message: Go on? } }`);
const text = (value: string): string => requires(`ask: { confirm: { message: "${value}" } }`);
const prompt = (body: string): string => document(`prompts:\n  brief:\n${indent(body, 4)}`);
const resource = (body: string): string => document(`resources:\n  page:\n${indent(body, 4)}`);

const chain = (length: number): string =>
  requires(
    Array.from({ length }, (_, index) => {
      const needs = index === 0 ? "" : `, needs: [step${index}]`;
      return `step${index + 1}: { confirm: { message: Go on? }${needs} }`;
    }).join("\n"),
  );

const many = (count: number): string =>
  requires(Array.from({ length: count }, (_, index) => `price${index}: { compute: { type: number } }`).join("\n"));

const plain = document("");

export const examples: Readonly<Record<DocumentCode, CodeExample>> = {
  "load/unreadable": {
    pass: resource('uri: "docs://page"\nfile: ./page.md'),
    fail: resource('uri: "docs://page"\nfile: ./missing.md'),
    files: { "page.md": "# Page\n" },
  },
  "load/too-large": { pass: plain, fail: `${plain}# ${"x".repeat(4 * 1024 * 1024)}\n` },
  "load/not-a-document": { pass: plain, fail: "just a text\n" },
  "load/encoding": { pass: plain, fail: `${plain}# \u0000\n` },
  "load/file-outside": {
    pass: resource('uri: "docs://page"\nfile: ./page.md'),
    fail: resource('uri: "docs://page"\nfile: ../secret.md'),
    files: { "page.md": "# Page\n" },
  },
  "load/repeated": {
    pass: tool("_meta: { a: 1 }"),
    fail: tool(`_meta: { a: 1${", a: 1".repeat(101)} }`),
  },
  "yaml/syntax": { pass: plain, fail: 'parley: "1"\nserver: { name: demo\n' },
  "yaml/duplicate-key": { pass: plain, fail: `${plain}parley: "1"\n` },
  "yaml/key-without-value": {
    pass: schema('properties: { id: { type: string, description: "The id again, for clients" } }'),
    fail: schema("properties: { id: { type: string, description: The id again, for clients } }"),
  },
  "yaml/merge-key": {
    pass: document("tools:\n  a: &a { title: A }\n  b: *a"),
    fail: document("tools:\n  a: &a { title: A }\n  b: { <<: *a, title: B }"),
  },
  "yaml/alias-bomb": {
    pass: document("tools:\n  a: { _meta: { x: &x [1, 2], y: *x } }"),
    fail: document(
      `tools:\n  a:\n    _meta:\n      l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from(
        { length: 8 },
        (_, level) =>
          `      l${level + 1}: &l${level + 1} [${Array.from({ length: 10 }, () => `*l${level}`).join(", ")}]`,
      ).join("\n")}`,
    ),
  },
  "yaml/recursive-alias": {
    pass: document("tools:\n  a: { _meta: { x: &x [1], y: *x } }"),
    fail: document("tools:\n  a: { _meta: &m { x: [*m] } }"),
  },
  "yaml/unknown-alias": {
    pass: tool("_meta: { x: &x [1], y: *x }"),
    fail: tool("_meta: { y: *x, x: &x [1] }"),
  },
  "yaml/too-deep": {
    pass: tool(`_meta: { x: ${"[".repeat(20)}${"]".repeat(20)} }`),
    fail: tool(`_meta: { x: ${"[".repeat(300)}${"]".repeat(300)} }`),
  },
  "yaml/number-precision": {
    pass: tool("_meta: { id: '12345678901234567890' }"),
    fail: tool("_meta: { id: 12345678901234567890 }"),
  },
  "yaml/key-type": { pass: tool("_meta: { '[a]': 1 }"), fail: tool("_meta: { [a]: 1 }") },
  "yaml/tag": { pass: tool("_meta: { x: text }"), fail: tool("_meta: { x: !color red }") },
  "yaml/several-documents": { pass: plain, fail: `${plain}---\n${plain}` },
  "ref/not-a-reference": {
    pass: schema('type: object\nproperties: { a: { $ref: "#/$defs/A" } }\n$defs: { A: { type: string } }'),
    fail: schema('type: object\nproperties: { a: { $ref: "# A" } }'),
  },
  "ref/remote": {
    pass: document(
      'schemas: { A: { type: string } }\ntools: { t: { inputSchema: { properties: { a: { $ref: "#/schemas/A" } } } } }',
    ),
    fail: schema('properties: { a: { $ref: "https://example.com/a.json" } }'),
  },
  "ref/outside": {
    pass: schema('properties: { a: { $ref: "./shared.yaml#/schemas/A" } }'),
    fail: schema('properties: { a: { $ref: "../shared.yaml#/schemas/A" } }'),
    files: { "shared.yaml": "schemas: { A: { type: string } }\n" },
  },
  "ref/unresolved": {
    pass: schema('properties: { a: { $ref: "#/$defs/A" } }\n$defs: { A: { type: string } }'),
    fail: schema('properties: { a: { $ref: "#/$defs/B" } }\n$defs: { A: { type: string } }'),
  },
  "ref/cycle": {
    pass: document('tools: { a: { title: A }, b: { $ref: "#/tools/a", name: b2, codeName: b } }'),
    fail: document('tools: { a: { $ref: "#/tools/b" }, b: { $ref: "#/tools/a" } }'),
  },
  "ref/schema-only": {
    pass: document(
      'inputs: { ask: { confirm: { message: Go on? } } }\ntools: { a: { requires: { ask: { $ref: "#/inputs/ask" } } } }',
    ),
    fail: document('tools: { a: { requires: { ask: { $ref: "#/server/name" } } } }'),
  },
  "spec/unknown-key": { pass: tool("title: Order\nx-team: shop"), fail: tool("titel: Order") },
  "spec/misplaced-key": {
    pass: tool("inputSchema:\n  type: object\nrequires:\n  ask: { confirm: { message: Go on? } }"),
    fail: tool("inputSchema:\n  type: object\n  requires:\n    ask: { confirm: { message: Go on? } }"),
  },
  "spec/wrong-type": { pass: tool("title: Order"), fail: tool("title: [Order]") },
  "spec/missing-key": { pass: plain, fail: 'parley: "1"\nserver: { name: demo }\n' },
  "spec/invalid-value": { pass: tool("outputCheck: warn"), fail: tool("outputCheck: warning") },
  "spec/constraint": {
    pass: requires("ask: { attempts: 2, confirm: { message: Go on? } }"),
    fail: requires("ask: { attempts: 99, confirm: { message: Go on? } }"),
  },
  "spec/version": { pass: plain, fail: 'parley: "2"\nserver: { name: demo, version: "1.0.0" }\n' },
  "spec/input-kind": {
    pass: requires("ask: { confirm: { message: Go on? } }"),
    fail: requires("ask: { confirm: { message: Go on? }, roots: {} }"),
  },
  "spec/option-not-for-kind": {
    pass: requires("price: { compute: { type: number }, refresh: true }"),
    fail: requires("price: { compute: { type: number }, attempts: 2 }"),
  },
  "spec/exclusive-keys": {
    pass: resource('uri: "docs://page"\ntext: Hello'),
    fail: resource('uri: "docs://page"\ntext: Hello\nblob: SGVsbG8='),
  },
  "spec/resource-address": { pass: resource('uri: "docs://page"'), fail: resource("title: Page") },
  "spec/uri": { pass: resource('uri: "docs://page"'), fail: resource("uri: page") },
  "spec/uri-scheme": { pass: resource('uri: "onepage://a"'), fail: resource('uri: "1page://a"') },
  "spec/uri-template": { pass: resource('uriTemplate: "docs://{id}"'), fail: resource('uriTemplate: "docs://{id"') },
  "spec/unknown-variable": {
    pass: resource('uriTemplate: "docs://{id}"\nvariables: { id: { description: Number } }'),
    fail: resource('uriTemplate: "docs://{id}"\nvariables: { ids: { description: Number } }'),
  },
  "spec/example-unknown": {
    pass: `${requires("ask: { confirm: { message: Go on? } }")}    examples: [{ answers: { ask: { accept: {} } } }]\n`,
    fail: `${requires("ask: { confirm: { message: Go on? } }")}    examples: [{ answers: { asks: { accept: {} } } }]\n`,
  },
  "spec/x-mcp-header": {
    pass: schema("properties: { region: { type: string, x-mcp-header: Region } }"),
    fail: schema("properties: { regions: { type: array, x-mcp-header: Region } }"),
  },
  "spec/scope": { pass: tool('scopes: ["orders:write"]'), fail: tool('scopes: ["orders write"]') },
  "spec/unknown-type": {
    pass: schema("properties: { a: { type: string } }"),
    fail: schema("properties: { a: { type: strng } }"),
  },
  "schema/keyword-value": {
    pass: schema("properties: { a: { type: string } }\nrequired: [a]"),
    fail: schema("properties: { a: { type: string } }\nrequired: a"),
  },
  "schema/not-a-schema": { pass: schema("properties: { a: true }"), fail: schema("properties: { a: text }") },
  "schema/dialect": {
    pass: schema('$schema: "http://json-schema.org/draft-07/schema#"\ntype: object'),
    fail: schema('$schema: "http://json-schema.org/draft-04/schema#"\ntype: object'),
  },
  "schema/root-object": { pass: schema("type: object"), fail: schema("type: array") },
  "schema/pattern": {
    pass: schema('properties: { a: { type: string, pattern: "^[a-z]+$" } }'),
    fail: schema('properties: { a: { type: string, pattern: "^[a-z+$" } }'),
  },
  "schema/required-undeclared": {
    pass: schema("properties: { name: { type: string } }\nrequired: [name]"),
    fail: schema("properties: { name: { type: string } }\nrequired: [nam]"),
  },
  "schema/required-impossible": {
    pass: schema("properties: { name: { type: string } }\nrequired: [name]\nadditionalProperties: false"),
    fail: schema("properties: { name: { type: string } }\nrequired: [nam]\nadditionalProperties: false"),
  },
  "schema/enum-type": {
    pass: schema("properties: { a: { type: string, enum: [v1, v2] } }"),
    fail: schema("properties: { a: { type: string, enum: [v1, 2] } }"),
  },
  "schema/enum-value": {
    pass: schema("properties: { a: { type: integer, maximum: 20, enum: [10, 20] } }"),
    fail: schema("properties: { a: { type: integer, maximum: 20, enum: [10, 30] } }"),
  },
  "schema/too-many-copies": { pass: ring(200, 250), fail: ring(201, 250) },
  "schema/contradiction": {
    pass: schema("properties: { a: { type: integer, minimum: 0.5, maximum: 1.5 } }"),
    fail: schema("properties: { a: { type: integer, minimum: 0.5, maximum: 0.6 } }"),
  },
  "schema/duplicate-value": {
    pass: schema("properties: { a: { type: string, enum: [v1, v2] } }"),
    fail: schema("properties: { a: { type: string, enum: [v1, v2, v1] } }"),
  },
  "schema/default-type": {
    pass: schema("properties: { a: { type: integer, default: 2 } }"),
    fail: schema("properties: { a: { type: integer, default: two } }"),
  },
  "schema/default-value": {
    pass: schema("properties: { people: { type: integer, maximum: 12, default: 2 } }"),
    fail: schema("properties: { people: { type: integer, maximum: 12, default: 20 } }"),
  },
  "schema/default-growth": {
    pass: schema(
      'properties: { list: { $ref: "#/$defs/N" } }\n$defs: { N: { type: object, properties: { next: { $ref: "#/$defs/N" }, size: { type: object, default: {}, properties: { wide: { default: 1 } } } } } }',
    ),
    fail: schema(
      'properties: { list: { $ref: "#/$defs/N" } }\n$defs: { N: { type: object, properties: { next: { $ref: "#/$defs/N", default: {} } } } }',
    ),
  },
  "schema/unknown-keyword": {
    pass: schema("properties: { people: { type: integer, minimum: 1, unit: heads } }"),
    fail: schema("properties: { people: { type: integer, min: 1 } }"),
  },
  "schema/stray-property": {
    pass: schema("type: object\nproperties: { name: { type: string } }"),
    fail: schema("type: object\nname: { type: string }"),
  },
  "schema/property-name": {
    pass: schema("properties: { order_by: { type: string } }"),
    fail: schema('properties: { "order[by]": { type: string } }'),
  },
  "schema/dropped-name": {
    pass: schema("properties: { a: { type: object, properties: { __proto__: { type: string } } } }"),
    fail: schema("properties: { __proto__: { type: string } }"),
  },
  "schema/draft-07-tuple": {
    pass: schema("properties: { a: { type: array, prefixItems: [{ type: string }] } }"),
    fail: schema("properties: { a: { type: array, items: [{ type: string }] } }"),
  },
  "form/not-flat": {
    pass: field("street: { type: string, maxLength: 80 }"),
    fail: field("address: { type: object, properties: { street: { type: string } } }"),
  },
  "form/nullable": { pass: field("age: { type: integer }"), fail: field('age: { type: [integer, "null"] }') },
  "form/untyped": { pass: field("any: { type: boolean }"), fail: field("any: { description: Whatever }") },
  "form/keyword": {
    pass: field("code: { type: string, maxLength: 8 }"),
    fail: field('code: { type: string, maxLength: 8, pattern: "^[A-Z]+$" }'),
  },
  "form/root-keyword": {
    pass: requires(
      "ask: { elicit: { message: m, schema: { properties: { a: { type: boolean } }, additionalProperties: false } } }",
    ),
    fail: requires(
      "ask: { elicit: { message: m, schema: { properties: { a: { type: boolean } }, minProperties: 1 } } }",
    ),
  },
  "form/format": {
    pass: field("day: { type: string, format: date }"),
    fail: field("day: { type: string, format: time, maxLength: 9 }"),
  },
  "form/array-enum": {
    pass: field("fish: { type: array, items: { type: string, enum: [a, b] } }"),
    fail: field("fish: { type: array, enum: [a, b] }"),
  },
  "form/free-list": {
    pass: field("fish: { type: array, items: { anyOf: [{ const: a, title: Tuna }] } }"),
    fail: field("fish: { type: array, items: { type: string } }"),
  },
  "form/choice-type": {
    pass: field('size: { type: string, enum: ["1", "2"] }'),
    fail: field("size: { type: string, enum: [1, 2] }"),
  },
  "form/enum-names": {
    pass: field("lang: { type: string, enum: [en, es], enumNames: [English, Español] }"),
    fail: field("lang: { type: string, enum: [en, es], enumNames: [English] }"),
  },
  "form/legacy-enum-names": {
    pass: field("lang: { type: string, oneOf: [{ const: en, title: English }] }"),
    fail: field("lang: { type: string, enum: [en], enumNames: [English] }"),
  },
  "form/secret": {
    pass: field(
      "page_token_count: { type: integer }, keyboard: { type: string, maxLength: 9 }, monkey: { type: string, maxLength: 9 }",
    ),
    fail: field("apiKey: { type: string, maxLength: 99 }"),
  },
  "form/only-confirms": { pass: field("quick: { type: boolean }"), fail: field("ok: { type: boolean }") },
  "form/no-fields": {
    pass: requires("ask: { confirm: { message: Go on? } }"),
    fail: requires("ask: { elicit: { message: Go on?, schema: { properties: {} } } }"),
  },
  "form/unanswerable": {
    pass: field("fish: { type: array, minItems: 2, items: { type: string, enum: [a, b] } }"),
    fail: field("fish: { type: array, minItems: 3, items: { type: string, enum: [a, b] } }"),
  },
  "form/choices": {
    pass: requires(
      "list: { compute: { type: array, items: { type: string } } }\nask: { elicit: { message: m, schema: { properties: { a: { type: string, choices: { from: list } } } } } }",
    ),
    fail: requires(
      "ask: { elicit: { message: m, schema: { properties: { a: { type: string, choices: { from: args.name } } } } } }",
    ),
  },
  "form/default": {
    pass: field("size: { type: string, enum: [small, large], default: small }"),
    fail: field("size: { type: string, enum: [small, large], default: medium }"),
  },
  "inputs/too-many": { pass: many(200), fail: many(201) },
  "inputs/cycle": {
    pass: requires("a: { confirm: { message: m } }\nb: { confirm: { message: m }, needs: [a] }"),
    fail: requires("a: { confirm: { message: m }, needs: [b] }\nb: { confirm: { message: m }, needs: [a] }"),
  },
  "inputs/unknown-need": {
    pass: requires("price: { compute: { type: number } }\nask: { confirm: { message: m }, needs: [price] }"),
    fail: requires("price: { compute: { type: number } }\nask: { confirm: { message: m }, needs: [prise] }"),
  },
  "inputs/self-need": {
    pass: requires("ask: { confirm: { message: m } }"),
    fail: requires("ask: { confirm: { message: m }, needs: [ask] }"),
  },
  "inputs/static-resource": {
    pass: resource('uriTemplate: "docs://{id}"\nrequires: { ask: { confirm: { message: m } } }'),
    fail: resource('uri: "docs://page"\nrequires: { ask: { confirm: { message: m } } }'),
  },
  "inputs/static-flow": {
    pass: resource('uriTemplate: "docs://{id}"\nonce: true'),
    fail: resource('uri: "docs://page"\nonce: true'),
  },
  "inputs/manual-option": {
    pass: tool("flow: manual\nrequires: { ask: { confirm: { message: m } } }"),
    fail: tool("flow: manual\nrequires: { ask: { confirm: { message: m }, attempts: 2 } }"),
  },
  "inputs/manual-compute": {
    pass: tool("requires: { price: { compute: { type: number } } }"),
    fail: tool("flow: manual\nrequires: { price: { compute: { type: number } } }"),
  },
  "inputs/state-without-manual": {
    pass: tool("flow: manual\nstate: { type: object }"),
    fail: tool("state: { type: object }"),
  },
  "inputs/messages-with-manual": {
    pass: prompt("messages: [{ role: user, text: Hello }]"),
    fail: prompt("flow: manual\nmessages: [{ role: user, text: Hello }]"),
  },
  "inputs/round-limit": { pass: chain(10), fail: chain(11) },
  "inputs/round-limit-2025": { pass: chain(8), fail: chain(9) },
  "inputs/unbounded": {
    pass: requires(
      "ask: { elicit: { message: m, schema: { properties: { note: { type: string, maxLength: 200 } } } } }\nsure: { confirm: { message: m } }",
    ),
    fail: requires(
      "ask: { elicit: { message: m, schema: { properties: { note: { type: string } } } } }\nsure: { confirm: { message: m } }",
    ),
  },
  "inputs/pin": {
    pass: requires(
      "price: { compute: { type: number }, refresh: true }\nask: { confirm: { message: m }, pins: [price] }",
    ),
    fail: requires("price: { compute: { type: number } }\nask: { confirm: { message: m }, pins: [price] }"),
  },
  "inputs/seal-needed": {
    pass: tool("seal: always"),
    fail: tool("seal: needed\nrequires: { ask: { confirm: { message: m } } }"),
  },
  "inputs/seal-unused": { pass: tool("seal: always"), fail: tool("seal: needed") },
  "inputs/once-python": {
    pass: document("tools: { pay: { once: true } }"),
    fail: document("requestState: { codec: python-v1 }\ntools: { pay: { once: true } }"),
  },
  "inputs/url": {
    pass: requires('pay: { elicitUrl: { message: m, url: "https://pay.example.com/${{ args.name }}" } }'),
    fail: requires('pay: { elicitUrl: { message: m, url: "http://pay.example.com/${{ args.name }}" } }'),
  },
  "inputs/inherited-name": {
    pass: document(
      "everyTool: { requires: { login: { confirm: { message: m } } } }\ntools: { a: { inherit: false, requires: { login: { confirm: { message: n } } } } }",
    ),
    fail: document(
      "everyTool: { requires: { login: { confirm: { message: m } } } }\ntools: { a: { requires: { login: { confirm: { message: n } } } } }",
    ),
  },
  "inputs/unavailable-default": {
    pass: requires(
      "ask: { elicit: { message: m, schema: { properties: { a: { type: boolean } } } }, whenUnavailable: { default: { a: true } } }",
    ),
    fail: requires(
      "ask: { elicit: { message: m, schema: { properties: { a: { type: boolean } } } }, whenUnavailable: { default: true } }",
    ),
  },
  "inputs/example-answer": {
    pass: `${requires("ask: { confirm: { message: Go on? } }")}    examples: [{ answers: { ask: { decline: true } } }]\n`,
    fail: `${requires("ask: { confirm: { message: Go on? } }")}    examples: [{ answers: { ask: { yes: true } } }]\n`,
  },
  "cel/syntax": { pass: condition('args.size == "large"'), fail: condition('args.size = "large"') },
  "cel/unknown-name": { pass: text("Hello ${{ args.name }}"), fail: text("Hello ${{ arg.name }}") },
  "cel/unknown-property": { pass: text("Hello ${{ args.name }}"), fail: text("Hello ${{ args.nam }}") },
  "cel/untyped": {
    pass: requires(
      "data: { compute: { type: object, properties: { a: { type: string } }, required: [a] } }\nask: { confirm: { message: '${{ data.a }}' } }",
    ),
    fail: requires("data: { compute: {} }\nask: { confirm: { message: '${{ data.a }}' } }"),
  },
  "cel/unguarded": {
    pass: condition('has(args.note) && args.note.startsWith("a")'),
    fail: condition('args.note.startsWith("a")'),
  },
  "cel/may-be-skipped": {
    pass: requires(
      "data: { when: args.count > 1, compute: { type: string } }\nask: { when: data != null, confirm: { message: 'About ${{ data }}' } }",
    ),
    fail: requires(
      "data: { when: args.count > 1, compute: { type: string } }\nask: { confirm: { message: 'About ${{ data }}' } }",
    ),
  },
  "cel/outcome": {
    pass: requires(
      "form: { onDecline: continue, elicit: { message: m, schema: { properties: { a: { type: boolean } }, required: [a] } } }\nask: { when: 'form.action == \"accept\" && form.content.a', confirm: { message: m } }",
    ),
    fail: requires(
      "form: { onDecline: continue, elicit: { message: m, schema: { properties: { a: { type: boolean } }, required: [a] } } }\nask: { when: form.a, confirm: { message: m } }",
    ),
  },
  "cel/type": { pass: condition("args.count > 1"), fail: condition('args.count > "1"') },
  "cel/condition-type": { pass: condition("args.count > 1"), fail: condition("args.count + 1") },
  "cel/unsupported": {
    pass: condition("size(args.name) > 3"),
    fail: condition('timestamp("2026-01-01T00:00:00Z") == timestamp("2026-01-01T00:00:00Z")'),
  },
  "cel/matches": {
    pass: condition('args.name.matches("^[a-z]+$")'),
    fail: condition('args.name.matches("(?i)^a")'),
  },
  "cel/always": { pass: condition('args.size == "large"'), fail: condition('args.size == "big"') },
  "text/unclosed": { pass: text("Pay ${{ args.name }}"), fail: text("Pay ${{ args.name }") },
  "text/hole-spelling": {
    pass: text("Order ${{ args.name }} with {{ mustaches }}?"),
    fail: text("Order {{ args.name }}?"),
  },
  "text/not-scalar": { pass: text("${{ size(args.tags) }} tags"), fail: text("${{ args.tags }}") },
  "text/hole-not-allowed": {
    pass: prompt("messages: [{ role: user, content: { type: resource_link, name: a, uri: 'docs://a' } }]"),
    fail: prompt("messages: [{ role: user, content: { type: resource_link, name: a, uri: 'docs://${{ args.a }}' } }]"),
  },
  "names/collision": {
    pass: document("tools: { get-user: { title: A }, get_user: { title: B, codeName: getUser2 } }"),
    fail: document("tools: { get-user: { title: A }, get_user: { title: B } }"),
  },
  "names/duplicate": {
    pass: document("tools: { a: { name: x }, b: { name: y } }"),
    fail: document("tools: { a: { name: x }, b: { name: x } }"),
  },
  "names/reserved": {
    pass: document("tools: { constructor: { codeName: construct } }"),
    fail: document("tools: { constructor: { title: A } }"),
  },
  "names/dropped": {
    pass: requires("proto: { confirm: { message: m } }"),
    fail: requires("__proto__: { confirm: { message: m } }"),
  },
  "names/input-key": {
    pass: requires("my_slot: { confirm: { message: m } }"),
    fail: requires("my-slot: { confirm: { message: m } }"),
  },
  "names/code-name": { pass: tool("codeName: placeOrder"), fail: tool("codeName: place-order") },
  "names/tool-name": { pass: document("tools: { create_share: {} }"), fail: document('tools: { "Create share": {} }') },
  "names/tool-name-dot": {
    pass: document("tools: { calendar_list: {} }"),
    fail: document("tools: { calendar.list: {} }"),
  },
  "names/package-version": {
    pass: document('package: { version: "1.4.0-beta.1" }'),
    fail: document("package: { version: next }"),
  },
  "names/package": {
    pass: document('package: { name: "@acme/demo" }'),
    fail: document('package: { name: "Acme Demo" }'),
  },
};
