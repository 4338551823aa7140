import { resolve } from "node:path";
import fc from "fast-check";
import ts from "typescript-5.9";
import { expect, it } from "vitest";
import { bool, double, int, string, type CelType, type Field } from "../../generator/cel/cel-type.js";
import { checkExpression } from "../../generator/cel/expression.js";
import { noFacts, withFacts } from "../../generator/cel/facts.js";
import { parseCel } from "../../generator/cel/parse-cel.js";
import type { Variable } from "../../generator/cel/translation.js";
import type { Expression } from "../../generator/model/model.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";

const always = (type: CelType): Field => ({ type, optional: false });
const sometimes = (type: CelType): Field => ({ type, optional: true });
const object = (fields: Readonly<Record<string, Field>>): CelType => ({
  kind: "object",
  names: Object.keys(fields),
  field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
});
const list = (element: CelType): CelType => ({ kind: "list", element });
const size: CelType = { kind: "string", values: ["small", "large"] };
const form = object({ ok: always(bool), why: sometimes(string) });

const args = object({
  name: always(string),
  size: always(size),
  opt: sometimes(size),
  count: always(int),
  price: always(double),
  flag: always(bool),
  tags: always(list(string)),
  sizes: always(list(size)),
  note: sometimes(string),
  place: sometimes(object({ city: sometimes(string), zip: always(int) })),
  maybe: always({ kind: "nullable", type: string }),
  rare: sometimes({ kind: "nullable", type: object({ city: sometimes({ kind: "nullable", type: string }) }) }),
  labels: always({ kind: "object", names: [], field: () => undefined, values: () => string }),
  people: always(list(object({ id: always(string), nick: sometimes(string) }))),
});
const variables: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ["args", { type: args, code: "args" }],
  [
    "quote",
    { type: object({ total: always(double) }), code: "inputs.quote", input: { name: "quote", mayBeSkipped: true } },
  ],
  [
    "gone",
    {
      type: { kind: "outcome", content: form, actions: ["accept", "decline", "cancel"] },
      code: "inputs.gone",
      input: { name: "gone", mayBeSkipped: true },
    },
  ],
  [
    "form",
    {
      type: { kind: "outcome", content: form, actions: ["accept", "decline", "cancel"] },
      code: "inputs.form",
      input: { name: "form", mayBeSkipped: false },
    },
  ],
]);

/** The same types as generated code declares them. */
const declarations = `
type Size = "small" | "large";
interface Args {
  name: string; size: Size; opt?: Size | undefined; count: number; price: number; flag: boolean; tags: string[]; sizes: Size[];
  note?: string | undefined; place?: { city?: string | undefined; zip: number } | undefined; maybe: string | null;
  rare?: { city?: string | null | undefined } | null | undefined;
  labels: { [k: string]: string }; people: { id: string; nick?: string | undefined }[];
}
interface Form { ok: boolean; why?: string | undefined }
type Outcome<T> = { readonly action: "accept"; readonly content: T } | { readonly action: "decline" } | { readonly action: "cancel" };
interface Inputs { readonly quote: { total: number } | undefined; readonly gone: Outcome<Form> | undefined; readonly form: Outcome<Form> }
`;

const atom = fc.constantFrom(
  ...`args.flag|has(args.note)|has(args.opt)|args.size == "large"|args.size != "small"|has(args.place)|has(args.place.city)
quote != null|quote == null|has(quote.total)|quote.total > 1.0|has(form.content)|form.action == "accept"|form.content.ok|has(form.content.why)
gone != null|has(gone.content)|gone.action == "decline"|gone.action == "accept"|gone.content.ok|args.note == "x"|args.opt == "large"
args.place.zip == 3|args.place.city.startsWith("a")|args.maybe != null|args.maybe == "x"|args.maybe.contains("q")|"k" in args.labels
args.name == "inputs"|gone != null && args.name == "inputs"|args.tags.exists(x, "x.y" == args.name)|has(args.name) && has(quote.total)
has(args.note) && args.note.startsWith("a")|args.maybe != null && args.maybe.startsWith("a")|has(args.rare)|has(args.rare) && args.rare != null
has(args.rare) && args.rare == null|has(args.rare) && args.rare != null && has(args.rare.city)|args.maybe == null|args.maybe == "x"|has(args.note) && args.note == "x"
args.labels.k == "v"|args.people.exists(p, has(p.nick) && p.nick == args.name)|args.people.all(p, p.id != args.note)|args.tags[0] == "x"
args.tags.all(x, args.flag)|args.tags.exists(x, args.note == "x")|args.tags.all(x, args.tags.exists(x, x == "a"))|args.tags.filter(x, "x" == args.name).size() > 1
args.tags.map(x, 1).size() > 1|args.tags.map(x, args.flag, x).size() > 1|args.tags.map(x, x == "a", 2).size() > 1|args.people.all(x, args.people.all(x, args.tags.exists(x, x == "a")))
args.tags.all(x, args.name.matches("x"))|args.tags.exists_one(x, true)|args.people.map(x, [x.id] + args.tags).size() > 1|args.sizes.exists(s, s == args.size)|args.name in args.sizes|args.count % 2 == 0|(args.flag ? args.size : "tiny") == "tiny"`.split(
    /[|\n](?!\|)/,
  ),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    tie("condition").map((a) => `!(${a})`),
    fc.tuple(tie("condition"), fc.constantFrom("&&", "||"), tie("condition")).map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("condition"), tie("condition"), tie("condition")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
}));

/** Members that can be absent and can be null: each is a test of its own. */
const absentOrNull = [
  "has(args.rare) && args.rare != null && has(args.rare.city)",
  'has(args.rare) && args.rare != null && has(args.rare.city) && args.rare.city != null && args.rare.city.contains("q")',
  "has(args.rare) && (args.rare == null || !has(args.rare.city))",
  "has(args.rare) && args.rare != null && args.tags.exists(x, x == 'a' && has(args.rare.city))",
  "has(args.rare) && args.tags.exists(x, x == 'a' && args.rare != null)",
  "has(args.rare) ? args.rare != null : args.flag",
];

/** Functions inside a condition, in which TypeScript has forgotten what was tested around them. */
const insideFunctions = [
  'form.action == "accept" && (args.tags[0] == "x" || form.content.ok)',
  'has(form.content) && args.tags.exists(x, x == "a" && form.content.ok)',
  'gone != null && gone.action == "accept" && args.tags.exists(x, x == "a" && gone.content.ok)',
  'has(args.note) && (args.tags[size(args.note)] == "x" || args.flag)',
  'gone != null && gone.action == "accept" ? (args.tags[0] == "x" ? gone.content.ok : args.flag) || args.flag : args.flag',
];

/** Conditions of an input, and what may be said in its texts then. */
const underWhen = [
  ['form.action == "accept"', "form.content.ok"],
  ["has(gone.content)", 'args.tags.exists(x, x == "a" && gone.content.ok)'],
  // TypeScript takes nothing for tested in a branch that it cannot reach.
  ['form.action == "accept"', "has(form.content) ? args.flag : form.content.ok"],
  ["has(args.place)", 'args.place.zip == 3 && (args.tags[0] == "x" || has(args.place.city))'],
] as const;

/** @param when - what has been true before. */
function translate(source: string, when = "true"): Expression | undefined {
  const problems: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void problems.push(diagnostic);
  const check = (text: string, proved: readonly string[]) =>
    checkExpression(text, undefined, {
      variables,
      facts: withFacts(noFacts, proved, "known"),
      report,
      parse: parseCel,
    })[0];
  const before = check(when, []);
  const checked = before && check(source, before.proves);
  return problems.length > 0 ? undefined : checked?.expression;
}

it("translates to TypeScript that compiles strictly, whatever was proved before", () => {
  const certain = [...absentOrNull, ...insideFunctions].map((source) => translate(source));
  certain.push(...underWhen.map(([when, source]) => translate(source, when)));
  expect(certain).not.toContain(undefined);
  const sampled = fc.sample(condition, { numRuns: 4000, seed: 11 }).map((source) => translate(source));
  const pairs = fc.sample(fc.tuple(condition, condition), { numRuns: 2000, seed: 3 });
  sampled.push(...pairs.map(([when, source]) => translate(source, when)));
  const translated = [...certain, ...sampled].filter((expression) => expression !== undefined);
  const codes = new Map(translated.map((expression) => [expression.code, expression]));
  expect(codes.size).toBeGreaterThan(400);
  const file = resolve("test/front/translated.ts");
  // What is read has a name that can be read, what is not read has one that need not be.
  const functions = [...codes.values()].map(({ code, reads }, index) => {
    const [first, second] = ["args", "inputs"].map((name) => (reads.includes(name) ? name : `_${name}`));
    return `export const f${index} = (${first}: Args, ${second}: Inputs): boolean => ${code};`;
  });
  const names = [
    "celPresent",
    "celContent",

    "celAnd",
    "celOr",
    "celAll",
    "celExists",
    "celEqual",
    "celIn",
    "celAt",
    "celSize",
    "celInteger",
    "celRemainder",
  ];
  const text = `import { ${names.join(", ")} } from "../../runtime/src/contract-v1/cel.js";\nvoid [${names.join(", ")}];\n${declarations}${functions.join("\n")}`;
  const options: ts.CompilerOptions = {
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([file], options, {
    ...host,
    fileExists: (path) => path === file || host.fileExists(path),
    readFile: (path) => (path === file ? text : host.readFile(path)),
    getSourceFile: (path, target) =>
      path === file ? ts.createSourceFile(path, text, target) : host.getSourceFile(path, target),
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, start }) => {
    const line = text.slice(text.lastIndexOf("\n", start) + 1, text.indexOf("\n", start));
    return `${ts.flattenDiagnosticMessageText(messageText, " ")} ${line}`;
  });
  expect(problems).toEqual([]);
}, 120_000);
