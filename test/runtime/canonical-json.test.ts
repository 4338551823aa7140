import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../runtime/src/json/canonical-json.js";

/** Any value that JSON.parse can return, lone surrogates and hostile names included. */
const json = fc
  .jsonValue()
  .chain((value) =>
    fc.constantFrom<unknown>(
      value,
      { value, ["__proto__x"]: 1, constructor: value },
      [value, "\ud800"],
      JSON.parse('{"__proto__":1}'),
    ),
  );

/** Rebuilds a value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

it("writes what JSON.parse reads back as the same value", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it("does not depend on the order of members", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
    }),
  );
});

it("tells different values apart", () => {
  fc.assert(
    fc.property(json, json, (left, right) => {
      const same = canonicalJson(left) === canonicalJson(right);
      expect(same).toBe(JSON.stringify(reversed(sorted(left))) === JSON.stringify(reversed(sorted(right))));
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  );
}

it.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  // RFC 8785 sorts by UTF-16 code units: a surrogate pair comes before U+FB33.
  [{ "\ufb33": 1, "\ud83d\ude00": 2 }, '{"😀":2,"\ufb33":1}'],
  [{ "": 1, "\r": 2, "1": 3 }, '{"":1,"\\r":2,"1":3}'],
  [[1, 1.0, 1e21, 1e-7, 0.1, 100, -0, 333333333.3333333], "[1,1,1e+21,1e-7,0.1,100,0,333333333.3333333]"],
  ['€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ["\ud800", '"\\ud800"'],
  [{ a: undefined, b: null, c: true }, '{"b":null,"c":true}'],
  [JSON.parse('{"__proto__":1,"a":2}'), '{"__proto__":1,"a":2}'],
])("writes %o as RFC 8785 has it", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it("sorts many members as it sorts few", () => {
  const names = Array.from({ length: 40 }, (_, index) => `n${(index * 7) % 40}`);
  for (const count of [15, 16, 17, 40]) {
    const object = Object.fromEntries(names.slice(0, count).map((name) => [name, 0]));
    expect(Object.keys(JSON.parse(canonicalJson(object)) as object)).toEqual(names.slice(0, count).sort());
  }
});

it.each([
  [Number.NaN, "JSON has no non-finite numbers"],
  [Number.POSITIVE_INFINITY, "JSON has no non-finite numbers"],
  [1n, "JSON has no bigint"],
  [undefined, "JSON has no undefined"],
  [() => 1, "JSON has no function"],
  [Symbol("x"), "JSON has no symbol"],
  [[undefined], "JSON has no undefined"],
])("refuses %s", (value, message) => {
  expect(() => canonicalJson(value)).toThrow(new TypeError(message));
});

it.each([" ".repeat(63), `${"a".repeat(62)}"`, "a".repeat(63), "a".repeat(64), "a".repeat(5000), "ü", "tab\t"])(
  "quotes texts of every length as JSON does: %o",
  (text) => {
    expect(canonicalJson(text)).toBe(JSON.stringify(text));
  },
);

it("refuses what is nested too deeply, and takes what is not", () => {
  const nest = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  expect(() => canonicalJson(nest(513))).toThrow(new RangeError("JSON nested deeper than 512 levels"));
  expect(canonicalJson(nest(512))).toHaveLength(1024);
});
