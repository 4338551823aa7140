import fc from "fast-check";
import { expect, test } from "vitest";
import { docComment } from "../../generator/render/doc-comment.js";

test("one line stays on one line", () => {
  expect(docComment("Name of the database")).toBe("/** Name of the database */");
});

test("nothing to say is no comment", () => {
  expect(docComment("")).toBe("");
  expect(docComment(" \n ")).toBe("");
});

test("several lines get a margin", () => {
  expect(docComment("first\n\nsecond")).toBe("/**\n * first\n *\n * second\n */");
});

test("long lines are broken at spaces, and no word is torn", () => {
  const long = `${"word ".repeat(40)}https://example.test/${"x".repeat(140)}`;
  const lines = docComment(long, 2).split("\n");
  expect(lines.filter((line) => !line.includes("https://")).every((line) => line.length <= 118)).toBe(true);
  expect(lines.some((line) => line.includes("x".repeat(140)))).toBe(true);
});

test("a comment ends where it should, whatever the text says", () => {
  expect(docComment("Use '**/*.ext' or '*/5 * * * *' */ export const leaked = 1; /*")).not.toMatch(/\*\/.+\*\/$/s);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("*", "/", "\n", "\r", "a", " ", "\u2028", "\\"), { maxLength: 12 }),
      (text) => {
        const comment = docComment(text.join(""));
        if (comment !== "") expect(comment.indexOf("*/")).toBe(comment.length - 2);
      },
    ),
  );
});

test("text cannot invent a tag", () => {
  expect(docComment("@internal secret")).toBe("/** \\@internal secret */");
  expect(docComment("@deprecated Use the other.")).toBe("/** \\@deprecated Use the other. */");
  const long = `Call it instead of ${"the old one, ".repeat(9)}and of @deprecated ones ${"and so on ".repeat(12)}@throws`;
  for (let indent = 0; indent < 60; indent += 1) expect(docComment(long, indent)).not.toMatch(/^ \* +@/m);
});

test("tags come last, and only those that are given", () => {
  expect(docComment("Counts.", 0, ["@deprecated Use the other."])).toBe(
    "/**\n * Counts.\n *\n * @deprecated Use the other.\n */",
  );
  expect(docComment("", 0, ["@deprecated"])).toBe("/** @deprecated */");
  expect(docComment("", 0, ["@throws {RangeError} now", "@throws {TypeError} then\n@internal"])).toBe(
    "/**\n * @throws {RangeError} now\n * @throws {TypeError} then\n * \\@internal\n */",
  );
});

test("control and direction characters are shown as unknown", () => {
  expect(docComment("a\u0007b\u202ec")).toBe("/** a\ufffdb\ufffdc */");
});
