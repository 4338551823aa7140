import { expect, test } from "vitest";
import {
  array,
  code,
  doc,
  json,
  lines,
  object,
  typeArguments,
  verbatim,
  importSymbol,
} from "../../generator/render/code.js";
import { layoutJson } from "../../generator/render/json-layout.js";
import { printModule, type SourcePrinter } from "../../generator/render/source-printer.js";
import { sourceText } from "../../generator/render/source-writer.js";

test("imports are what the code uses, packages first, types apart", () => {
  const text = printModule("Generated.", (printer) => {
    printer.print`export const c: ${importSymbol("B", "./z.js", { typeOnly: true })} = ${importSymbol("b", "pkg")}(${importSymbol("a", "pkg")});`;
  });
  expect(text).toBe(
    '// Generated.\n\nimport { a, b } from "pkg";\nimport type { B } from "./z.js";\n\nexport const c: B = b(a);\n',
  );
});

test("a name used once as a value is imported as a value", () => {
  const text = printModule("Generated.", (printer) => {
    printer.print`type A = ${importSymbol("x", "pkg", { typeOnly: true })};`;
    printer.print`const b = ${importSymbol("x", "pkg")};`;
  });
  expect(text).toContain('import { x } from "pkg";');
  expect(text).not.toContain("import type");
});

test("an import gives way to a declaration of the same name", () => {
  const text = printModule("Generated.", (printer) => {
    printer.declare("Result");
    printer.print`export type Result = ${importSymbol("Result", "pkg", { typeOnly: true })};`;
  });
  expect(text).toContain('import type { Result as Result$1 } from "pkg";');
  expect(text).toContain("export type Result = Result$1;");
});

test("equal names from two modules are told apart", () => {
  const text = printModule("Generated.", (printer) => {
    printer.print`f(${importSymbol("x", "one")}, ${importSymbol("x", "two")});`;
  });
  expect(text).toContain("f(x, x$1);");
});

test("two declarations of one name are a bug that is not printed", () => {
  const printTwice = (printer: SourcePrinter): void => {
    printer.declare("a");
    printer.declare("a");
  };
  expect(() => printModule("Generated.", printTwice)).toThrow('Two declarations are called "a"');
});

test("namespaces are imported whole, type-only while only types are used", () => {
  const text = printModule("Generated.", (printer) => {
    printer.print`type A = ${importSymbol("types", "./types.js", { namespace: true, typeOnly: true })}.A;`;
  });
  expect(text).toContain('import type * as types from "./types.js";');
});

test("what stands in a hole is indented like its line", () => {
  const text = printModule("Generated.", (printer) => {
    printer.print`a {\n  ${lines([code`${doc("One\n\nTwo")}\nb {\n  c;\n}`, code`d;`])}\n}`;
  });
  expect(text).toBe("// Generated.\n\na {\n  /**\n   * One\n   *\n   * Two\n   */\n  b {\n    c;\n  }\n  d;\n}\n");
});

test("lists are broken when they do not fit, literals too", () => {
  const item = verbatim("x".repeat(50));
  const text = printModule("Generated.", (printer) => {
    printer.print`const a = ${array([item, item, item])};`;
    printer.print`const b = ${object([code`k: ${json({ long: ["y".repeat(60), "z".repeat(60)] })}`])};`;
  });
  expect(text.split("\n").every((line) => line.length <= 120)).toBe(true);
  expect(text).toContain(`const a = [\n  ${"x".repeat(50)},\n`);
});

test("a JSON literal takes one line if it fits, and else one member a line", () => {
  const layout = { column: 0, indent: 0, columns: 40 };
  expect(layoutJson({ a: 1, "b-c": [true, null] }, layout)).toBe('{ a: 1, "b-c": [true, null] }');
  expect(layoutJson({ name: "a long enough text", other: "and another" }, layout)).toBe(
    '{\n  name: "a long enough text",\n  other: "and another",\n}',
  );
  expect(layoutJson([], layout)).toBe("[]");
  expect(layoutJson(JSON.parse('{"__proto__":1}'), layout)).toBe('{ ["__proto__"]: 1 }');
});

test.each([
  [13, "[] = ["],
  [14, "<"],
])("a list is broken for what stands behind it on its line: %s", (length, end) => {
  const list = typeArguments(["First", "Second"].map((name) => verbatim(name.repeat(8))));
  const [line = ""] = sourceText(
    code`const a: ${verbatim("x".repeat(length))}${list}[] = [\n];`,
    ({ name }) => name,
  ).split("\n");
  expect(line.length).toBeLessThanOrEqual(120);
  expect(line.endsWith(end)).toBe(true);
});
