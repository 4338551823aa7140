import { expect, it } from "vitest";
import { reported, spec, valid } from "./checked.js";

const form = (fields: string, message = "Please"): string =>
  spec(`tools:
  t:
    requires:
      q:
        elicit:
          message: ${message}
          schema:
            properties:
${fields
  .trim()
  .split("\n")
  .map((line) => `              ${line.trim()}`)
  .join("\n")}
`);

/** What is said about each field, by name. */
async function judged(fields: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const lines = fields.trim().split("\n");
  const found: Record<string, string[]> = {};
  for (const line of await reported(form(fields))) {
    const [at, severity, code = ""] = line.split(" ");
    if (!code.startsWith("form/")) continue;
    const field = /^\s*"?([^:"]+)/.exec(lines[Number(at) - 11] ?? "")?.[1] ?? line;
    (found[field] ??= []).push(`${severity} ${code}`);
  }
  return found;
}

it("31: lists of choices in both shapes are forms; choices on the list itself and free lists are errors", async () => {
  expect(
    await judged(`
plain: { type: array, minItems: 1, maxItems: 2, items: { type: string, enum: [a, b, c] }, default: [a] }
titled: { type: array, items: { anyOf: [{ const: fish-1, title: Tuna }, { const: fish-2, title: Salmon }] } }
wrong: { type: array, enum: [a, b] }
loose: { type: array, items: { type: string } }
`),
  ).toEqual({ wrong: ["error form/array-enum"], loose: ["error form/free-list"] });
});

it("33: the older labels of choices are accepted with a note, and must be as many as the choices", async () => {
  expect(
    await judged(`
fits: { type: string, enum: [en, es], enumNames: [English, Español] }
short: { type: string, enum: [en, es], enumNames: [English] }
`),
  ).toEqual({ fits: ["info form/legacy-enum-names"], short: ["error form/enum-names"] });
});

it("34: a shared list of choices is written out in the form", async () => {
  const model = await valid(
    spec(`
schemas: { Status: { type: string, enum: [not_started, done] } }
tools: { move: { requires: { to: { elicit: { message: Where?, schema: { properties: { status: { $ref: "#/schemas/Status" } }, required: [status] } } } } } }
`),
  );
  const [input] = model.tools[0]?.inputs ?? [];
  const schema = input?.kind === "elicit" ? JSON.stringify(input.schema) : "";
  expect(schema).toContain('"enum":["not_started","done"]');
  expect(schema).not.toContain("$ref");
  expect(schema).not.toContain("$defs");
});

it("35: a form whose only field confirms is told of confirm; confirm itself has no field", async () => {
  expect(await reported(form("ok: { type: boolean, title: Really? }"))).toEqual([
    expect.stringContaining('info form/only-confirms The only field of this form is the yes/no "ok"'),
  ]);
  expect(await judged("archive: { type: boolean }\nnote: { type: string }")).toEqual({});
});

it("36: what no form can show is refused field by field", async () => {
  expect(
    await judged(`
ok: { type: string, title: Name }
address: { type: object, properties: { street: { type: string } } }
pets: { type: array, items: { type: object, properties: { name: { type: string } } } }
nick: { anyOf: [{ type: string }, { type: "null" }] }
age: { type: [integer, "null"] }
any: { description: whatever }
`),
  ).toEqual({
    address: ["error form/not-flat"],
    pets: [expect.stringMatching(/^error form\/(?:not-flat|free-list)$/)],
    nick: ["error form/nullable"],
    age: ["error form/nullable"],
    any: ["error form/untyped"],
  });
});

it("37: formats and patterns that clients do not know are refused in forms, and are notes elsewhere", async () => {
  expect(
    await judged(`
n: { type: integer, format: int32 }
code: { type: string, pattern: "^[A-Z]+$" }
when: { type: string, format: date-time }
mail: { type: string, format: email }
`),
  ).toEqual({ n: [expect.stringMatching(/^error form\//)], code: ["error form/keyword"] });
  const input = spec(
    `tools: { seed: { inputSchema: { type: object, properties: { id: { type: string, format: uuid }, n: { type: integer, format: int32 }, net: { type: string, format: cidrv4 } } } } }`,
  );
  expect(await reported(input)).toEqual([]);
});

it("39: secrets are not asked in forms, and words that only look like them are left alone", async () => {
  expect(
    await judged(`
apiKey: { type: string, title: API key }
pin: { type: string, description: Card security code }
keyboard: { type: string }
monkey: { type: string }
page_token_count: { type: integer }
`),
  ).toEqual({ apiKey: ["error form/secret"], pin: ["error form/secret"] });
});

it.each([
  ["https://pay.example.com/checkout?order=${{ args.order }}", true],
  ["http://localhost:8080/done", true],
  ["http://pay.example.com/checkout", false],
  ["javascript:alert(1)", false],
  ["file:///etc/passwd", false],
  ["https://user:secret@pay.example.com/", false],
])("42: a person may be sent to %s: %s", async (url, allowed) => {
  const found = await reported(
    spec(
      `tools: { pay: { inputSchema: { type: object, properties: { order: { type: string } }, required: [order] }, requires: { checkout: { elicitUrl: { message: Pay, url: "${url}" } } } } }`,
    ),
  );
  expect(found.filter((line) => line.includes(" error ")).length).toBe(allowed ? 0 : 1);
});
