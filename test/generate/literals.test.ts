import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isIdentifierName,
  memberAccess,
  numberLiteral,
  propertyKey,
  stringLiteral,
  templateText,
} from "../../generator/render/literals.js";

/** What JavaScript makes of a piece of source. */
function evaluate(source: string): unknown {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- evaluating what was printed is the test
  return new Function(`"use strict"; return (${source});`)();
}

test("a string literal evaluates to exactly the text", () => {
  for (const text of [
    "",
    "it's",
    'say "x"',
    "C:\\users\\x",
    "`${1}`",
    "a\u2028b\u2029c",
    "\r",
    "\0",
    "\ud800",
    "</script>",
  ]) {
    expect(evaluate(stringLiteral(text))).toBe(text);
    expect(stringLiteral(text)).toMatch(/^"[^\n\r\u2028\u2029]*"$/);
  }
});

test("any string survives as a literal, a template and a key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(evaluate(stringLiteral(text))).toBe(text);
      expect(evaluate(`\`${templateText(text)}\``)).toBe(text);
      expect(Object.keys(evaluate(`{ ${propertyKey(text)}: 1 }`) as object)).toEqual([text]);
      expect(evaluate(`({ ${propertyKey(text)}: 7 })${memberAccess(text)}`)).toBe(7);
    }),
  );
});

test("a template keeps its holes and escapes what only looks like one", () => {
  expect(evaluate(`((x) => \`${templateText("${x} `")}\${x}\`)(1)`)).toBe("${x} `1");
});

test("__proto__ becomes an own property and not a prototype", () => {
  const value = evaluate(`{ ${propertyKey("__proto__")}: { a: 1 } }`) as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.hasOwn(value, "__proto__")).toBe(true);
});

test("keys are quoted when they have to be, and only then", () => {
  expect(propertyKey("name")).toBe("name");
  expect(propertyKey("delete")).toBe("delete");
  expect(propertyKey("größe")).toBe("größe");
  expect(propertyKey("no-cache")).toBe('"no-cache"');
  expect(propertyKey("3d")).toBe('"3d"');
  expect(propertyKey("")).toBe('""');
  expect(memberAccess("a-b")).toBe('["a-b"]');
});

test("reserved words are names of properties", () => {
  expect(isIdentifierName("delete")).toBe(true);
});

test("numbers are readable and keep their value", () => {
  expect(numberLiteral(86_400)).toBe("86_400");
  expect(numberLiteral(600)).toBe("600");
  expect(numberLiteral(-1_234_567)).toBe("-1_234_567");
  expect(numberLiteral(0.5)).toBe("0.5");
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(evaluate(numberLiteral(value))).toBe(value);
    }),
  );
});
