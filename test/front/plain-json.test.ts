import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJson } from "../../generator/load/json.js";
import { readPlainJson } from "../../generator/load/plain-json.js";

const parsed = (text: string) => parseJson({ path: "a.json", absolute: "/a.json", text }, new Map());

it.each([
  ["blanks anywhere", ' { "a" : [ 1 , { "b" :\n2 } ] }\n'],
  ["quotes and backslashes in texts and keys", String.raw`{ "a\\": "say \": b", "c\"": "\\\\", "": "\\" }`],
  ["names that objects have", '{ "__proto__": { "a": 1 }, "constructor": 2 }'],
  ["numbers in all forms", `{ "a": [-0, 1e5, 0.5E-10, 123456789012345] }`],
])("reads %s as the reader with places does", (_what, text) => {
  const [value, diagnostics] = parsed(text);
  expect(diagnostics).toEqual([]);
  expect(readPlainJson(text)?.value).toEqual(value);
});

it.each([
  ["a key that is given twice", '{ "a": 1, "a": 1 }', "yaml/duplicate-key"],
  ["a key given twice in two spellings", String.raw`{ "a": 1, "\u0061": 1 }`, "yaml/duplicate-key"],
  ["a key given twice beside what looks like a key", String.raw`{ "a": "\": \\\": ", "a" : 1 }`, "yaml/duplicate-key"],
  [
    "a key given twice that ends with a backslash",
    String.raw`{ "a\\": 1, "a\\": 1, "b": "\":" }`,
    "yaml/duplicate-key",
  ],
  ["__proto__ given twice", '{ "__proto__": 1, "__proto__": 1 }', "yaml/duplicate-key"],
  ["a merge key", '{ "<<": 1 }', "yaml/merge-key"],
  ["a merge key in another spelling", String.raw`{ "\u003C<": 1 }`, "yaml/merge-key"],
  ["an integer with lost digits", '{ "a": 9007199254740993 }', "yaml/number-precision"],
  ["a number that is too large", '{ "a": 1e999 }', "yaml/number-precision"],
  ["a number that is too small", '{ "a": 1e-400 }', "yaml/number-precision"],
  ["a comma too many", '{ "a": 1, }', "yaml/syntax"],
  ["what is too deep", `{ "a": ${"[".repeat(200)}${"]".repeat(200)} }`, "yaml/too-deep"],
])("leaves %s to the reader that explains", (_what, text, code) => {
  expect(readPlainJson(text)).toBeUndefined();
  expect(parsed(text)[1].map((diagnostic) => diagnostic.code)).toEqual([code]);
});

it("leaves every repeated key to the reader that explains, whatever texts stand beside it", () => {
  const words = fc
    .array(fc.constantFrom("a", '"', "\\", ":", " ", "<"), { maxLength: 4 })
    .map((chars) => chars.join(""));
  const members = fc.array(fc.tuple(words, words, fc.constantFrom("", " ", "\n")), { minLength: 1, maxLength: 4 });
  let read = 0;
  fc.assert(
    fc.property(members, (written) => {
      const pairs = written.map(([key, value, blank]) => `${JSON.stringify(key)}${blank}:${JSON.stringify(value)}`);
      const text = `{${pairs.join(",")}}`;
      const plain = readPlainJson(text);
      if (plain !== undefined) read++;
      const [value, diagnostics] = parsed(text);
      if (diagnostics.length > 0) expect(plain).toBeUndefined();
      else if (plain !== undefined) expect(plain.value).toEqual(value);
    }),
    { numRuns: 1000 },
  );
  expect(read).toBeGreaterThan(0);
});
