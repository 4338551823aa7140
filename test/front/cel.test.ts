import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bool, double, int, string, type CelType, type Field } from "../../generator/cel/cel-type.js";
import { checkExpression } from "../../generator/cel/expression.js";
import { noFacts } from "../../generator/cel/facts.js";
import { parseCel } from "../../generator/cel/parse-cel.js";
import { translatePattern } from "../../generator/cel/regular-expression.js";
import type { Variable } from "../../generator/cel/translation.js";
import type { Expression } from "../../generator/model/model.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import * as conditions from "../../runtime/src/contract-v1/cel.js";
import * as inserted from "../../runtime/src/contract-v1/inserted.js";

const object = (fields: Readonly<Record<string, Field>>): CelType => ({
  kind: "object",
  names: Object.keys(fields),
  field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
});
const always = (type: CelType): Field => ({ type, optional: false });
const sometimes = (type: CelType): Field => ({ type, optional: true });

const args = object({
  name: always(string),
  size: always({ kind: "string", values: ["small", "large"] }),
  count: always(int),
  other: always(int),
  price: always(double),
  flag: always(bool),
  tags: always({ kind: "list", element: string }),
  numbers: always({ kind: "list", element: int }),
  note: sometimes(string),
  "a-b": always(string),
  constructor: sometimes(string),
  place: sometimes(object({ city: sometimes(string), zip: always(int) })),
  maybe: always({ kind: "nullable", type: string }),
  rare: sometimes({ kind: "nullable", type: string }),
  labels: always({ kind: "object", names: [], field: () => undefined, values: () => string }),
});
const variables: ReadonlyMap<string, Variable> = new Map([
  ["args", { type: args, code: "args" }],
  [
    "quote",
    { type: object({ total: always(double) }), code: "inputs.quote", input: { name: "quote", mayBeSkipped: true } },
  ],
]);

function translate(
  source: string,
): Pick<Expression, "code" | "symbols" | "reads"> & { readonly problems: readonly Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void problems.push(diagnostic);
  const [checked] = checkExpression(source, undefined, { variables, facts: noFacts, report, parse: parseCel });
  const { code = "", symbols = [], reads = [] } = checked?.expression ?? {};
  return { code, symbols, reads, problems };
}

const runtime = { ...conditions, ...inserted };

/** Runs translated code as generated code would: with the runtime's functions in scope. */
function run(source: string, value: object, inputs: object = {}): unknown {
  const { code, problems } = translate(source);
  expect(problems.map(({ message }) => message)).toEqual([]);
  const names = Object.keys(runtime);
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is what is evaluated
  const evaluate = new Function("args", "inputs", ...names, `return (${code});`) as (...given: unknown[]) => unknown;
  return evaluate(value, inputs, ...Object.values(runtime));
}

it.each([
  ['args.size == "large"', 'args.size === "large"'],
  ["!has(args.note)", "args.note === undefined"],
  ['has(args.note) && args.note != "x"', 'args.note !== undefined && args.note !== "x"'],
  ["has(args.place) ? args.place.zip : 0", "args.place !== undefined ? args.place.zip : 0"],
  ["quote != null && quote.total > 5", "inputs.quote !== undefined && inputs.quote.total > 5"],
  ["has(quote.total) && quote.total > 5", "inputs.quote?.total !== undefined && inputs.quote.total > 5"],
  ["args.tags.exists(t, t == args.name)", "args.tags.some((t) => t === args.name)"],
  ["args.tags.map(new, size(new))", "args.tags.map((item1) => celSize(item1))"],
  ['args["a-b"] == "x"', 'args["a-b"] === "x"'],
  ["has(args.constructor)", 'Object.hasOwn(args, "constructor")'],
  ["args.count / 2 > 1", "celDivide(args.count, 2) > 1"],
  ["args.count + args.other == 3", "celInteger(args.count + args.other) === 3"],
  ["args.price * 2.0 < 10", "args.price * 2 < 10"],
  ['"vip" in args.tags', 'celIn("vip", args.tags)'],
  ["args.flag && args.count > 1 || args.price > 1.5", "(args.flag && args.count > 1) || args.price > 1.5"],
  ['args.name.matches("^a.b$")', "/^a[^\\n]b$/u.test(args.name)"],
  ['args.maybe != null && args.maybe.startsWith("a")', 'args.maybe !== null && args.maybe.startsWith("a")'],
  [
    'has(args.rare) && args.rare != null && args.rare.startsWith("a")',
    'args.rare !== undefined && args.rare !== null && args.rare.startsWith("a")',
  ],
  ["has(args.rare) && args.rare == null", "args.rare !== undefined && args.rare === null"],
  // What is settled is not asked, and what is never run is not printed.
  ["has(args.name) && args.flag", "args.flag"],
  ["!has(args.name) || args.flag", "args.flag"],
  ["has(args.name) ? args.count : size(args.tags)", "args.count"],
])("translates %s", (source, code) => {
  expect(translate(source)).toMatchObject({ code, problems: [] });
});

it.each([
  ["args.note.size() > 1", "cel/unguarded"],
  ["has(args.place.city)", "cel/unguarded"],
  ["quote.total > 5", "cel/may-be-skipped"],
  ['args.nam == "x"', "cel/unknown-property"],
  ['arg.name == "x"', "cel/unknown-name"],
  ["args.name == 5", "cel/type"],
  ['args.size == "big"', "cel/always"],
  ["args.price + args.count > 1.0", "cel/type"],
  ["args.name && true", "cel/condition-type"],
  ["has(args)", "cel/type"],
  ["args.name.matches(args.size)", "cel/unsupported"],
  ["timestamp(args.name)", "cel/unsupported"],
  ['args.name.matches("(?i)a")', "cel/matches"],
  ["args.tags.map(t, t.x)", "cel/type"],
  ["1 +", "cel/syntax"],
  ["args.maybe.size() > 1", "cel/type"],
  ["has(args.rare) && args.rare.size() > 1", "cel/type"],
  ["args.rare != null", "cel/unguarded"],
  // Where a value is certainly not there, nothing can be read of it: TypeScript would refuse what is never run, too.
  ['has(args.note) || (has(args.note) && args.note.startsWith("a"))', "cel/unguarded"],
  ['has(args.note) && !has(args.note) && args.note.startsWith("a")', "cel/unguarded"],
  ["has(args.rare) || !(has(args.rare) && args.rare != null)", "cel/unguarded"],
  ['args.maybe != null || !(args.maybe != null && args.maybe.startsWith("a"))', "cel/type"],
  ['has(args.rare) && args.rare == null && args.rare.startsWith("a")', "cel/type"],
])("refuses %s", (source, code) => {
  const { problems } = translate(source);
  expect(problems.map((problem) => problem.code)).toContain(code);
});

it("guards what a closure cannot narrow", () => {
  const { code, symbols } = translate("has(args.note) && args.tags.exists(t, t == args.note)");
  expect(code).toBe("args.note !== undefined && args.tags.some((t) => t === celPresent(args.note))");
  expect(symbols).toEqual(["celPresent"]);
});

it("keeps the errors of CEL that a logical operator absorbs", () => {
  const value = { tags: ["a"], count: 0 };
  expect(run('args.tags[5] == "x" || true', value)).toBe(true);
  expect(run('args.tags[5] == "x" && false', value)).toBe(false);
  expect(() => run('args.tags[5] == "x" || false', value)).toThrow(RangeError);
  expect(() => run("1 / args.count == 1", value)).toThrow(RangeError);
});

it("counts and orders texts by code points", () => {
  expect(run("size(args.name)", { name: "a😀b" })).toBe(3);
  expect(run("args.name < '\\uffff'", { name: "😀" })).toBe(false);
});

it("encodes values for an address", () => {
  expect(runtime.percentEncode("a/b?c=d&e f'(é)")).toBe("a%2Fb%3Fc%3Dd%26e%20f%27%28%C3%A9%29");
  expect(runtime.percentEncode("\ud800")).toBe("%EF%BF%BD");
});

it.each([
  ["^a.b$", "^a[^\\n]b$"],
  ["\\s+", "[\\t\\n\\f\\r ]+"],
  ["[\\s\\d]", "[\\t\\n\\f\\r \\d]"],
  ["a/b", "a\\/b"],
])("translates the pattern %s", (pattern, source) => {
  expect(translatePattern(pattern)).toEqual({ source });
});

it.each([
  "(?=a)",
  "(?<!a)b",
  "(a)\\1",
  "(?P<x>a)",
  "(?i)a",
  "[[:alpha:]]",
  "\\pN",
  "\\Aa\\z",
  "a{2000}",
  "a++",
  "[^\\S]",
  "(",
])("refuses the pattern %s", (pattern) => {
  expect(translatePattern(pattern)).toHaveProperty("problem");
});

// What follows compares with the CEL library's own evaluation, on generated expressions and values.

const name = fc.constantFrom("", "a", "ab", "b", "zz", "a😀", "large");
const number = fc.integer({ min: -4, max: 4 });
const values = fc.record({
  name,
  size: fc.constantFrom("small", "large"),
  count: number,
  other: number,
  price: fc.constantFrom(-1.5, 0, 0.5, 2, 3.25),
  flag: fc.boolean(),
  tags: fc.array(name, { maxLength: 3 }),
  numbers: fc.array(number, { maxLength: 3 }),
});

const atoms = {
  bool: fc.constantFrom("args.flag", "true", "false"),
  int: fc.constantFrom(
    "args.count",
    "args.other",
    "0",
    "2",
    "-1",
    "size(args.tags)",
    "size(args.name)",
    "args.numbers.size()",
  ),
  double: fc.constantFrom("args.price", "1.5", "-0.5", "double(args.count)"),
  string: fc.constantFrom("args.name", "args.size", '"a"', '""', "string(args.count)"),
};

const { bool: boolExpression } = fc.letrec<{ bool: string; int: string; string: string; double: string }>((tie) => ({
  int: fc.oneof(
    { maxDepth: 3, depthIdentifier: "cel" },
    atoms.int,
    fc.tuple(tie("int"), fc.constantFrom("+", "-", "*", "/", "%"), tie("int")).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("bool"), tie("int"), tie("int")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(tie("int")).map(([a]) => `-(${a})`),
    fc.tuple(number).map(([a]) => `args.numbers[${a < 0 ? 0 : a}]`),
  ),
  double: fc.oneof(
    { maxDepth: 3, depthIdentifier: "cel" },
    atoms.double,
    fc
      .tuple(tie("double"), fc.constantFrom("+", "-", "*", "/"), tie("double"))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
  ),
  string: fc.oneof(
    { maxDepth: 3, depthIdentifier: "cel" },
    atoms.string,
    fc.tuple(tie("string"), tie("string")).map(([a, b]) => `(${a} + ${b})`),
  ),
  bool: fc.oneof(
    { maxDepth: 4, depthIdentifier: "cel" },
    atoms.bool,
    fc.tuple(tie("bool"), fc.constantFrom("&&", "||"), tie("bool")).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("bool")).map(([a]) => `!(${a})`),
    fc.tuple(tie("int"), fc.constantFrom("==", "!=", "<", "<=", ">", ">="), tie("int")).map((p) => `(${p.join(" ")})`),
    fc.tuple(tie("double"), fc.constantFrom("==", "<", ">="), tie("double")).map((p) => `(${p.join(" ")})`),
    fc
      .tuple(tie("string"), fc.constantFrom("startsWith", "endsWith", "contains"), tie("string"))
      .map(([a, op, b]) => `(${a}).${op}(${b})`),
    fc
      .tuple(tie("string"), fc.constantFrom("==", "!="), tie("string"))
      .map(([a, op, b]) => `("" + ${a} ${op} "" + ${b})`),
    fc.tuple(tie("string")).map(([a]) => `(${a} in args.tags)`),
    fc
      .tuple(fc.constantFrom("all", "exists", "exists_one"), tie("int"))
      .map(([m, a]) => `args.numbers.${m}(n, n > ${a})`),
    fc.tuple(tie("int")).map(([a]) => `args.numbers.exists(n, ${a} / n == 1)`),
    fc.tuple(tie("int")).map(([a]) => `size(args.numbers.filter(n, n != ${a})) == size(args.numbers.map(n, n))`),
    fc.constant("args.numbers == [1, 2]"),
    fc.constant('args.tags.map(t, t + "x") != args.tags + ["a"]'),
  ),
}));

const cel = new Environment({ limits: { maxDepth: 500 } }).registerVariable({
  name: "args",
  schema: {
    name: "string",
    size: "string",
    count: "int",
    other: "int",
    price: "double",
    flag: "bool",
    tags: "list<string>",
    numbers: "list<int>",
  },
});

it("evaluates as CEL does", () => {
  let compared = 0;
  fc.assert(
    fc.property(boolExpression, values, (source, value) => {
      const { problems } = translate(source);
      // What is refused is no silent difference; what is accepted is compared.
      if (problems.length > 0) return;
      const integers = {
        ...value,
        count: BigInt(value.count),
        other: BigInt(value.other),
        numbers: value.numbers.map(BigInt),
      };
      const expected = outcome(() => cel.evaluate(source, { args: integers }) as unknown);
      expect({ source, value, outcome: outcome(() => run(source, value)) }).toEqual({
        source,
        value,
        outcome: expected,
      });
      compared += 1;
    }),
    { numRuns: 1500 },
  );
  expect(compared).toBeGreaterThan(700);
});

function outcome(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch {
    return "error";
  }
}

it.each([
  ['quote != null && "inputs" == args.name', ["args", "inputs"]],
  ['args.name == "inputs.x"', ["args"]],
  ['args.name.matches("inputs")', ["args"]],
  ['quote == null && "b".startsWith("args")', ["inputs"]],
  // What is always there needs no test, so nothing is read.
  ["has(args.name)", []],
  ['args.tags.exists(args, args == "x")', ["args"]],
])("knows what the translation of %s reads, whatever words its texts hold", (source, reads) => {
  expect(translate(source).reads).toEqual(reads);
});
