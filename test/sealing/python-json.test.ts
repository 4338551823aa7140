import { expect, it } from "vitest";
import { pythonFloat, pythonJson, pythonJsonAsIs, pythonSchemaJson } from "../../runtime/src/sealing/python-json.js";

// The texts are those that Python's json.dumps(…, sort_keys=True, separators=(",", ":")) writes.
it.each([
  [{ abc: 1, ab: 2, a: 3, b: 4 }, '{"a":3,"ab":2,"abc":1,"b":4}'],
  [{ "\u{1f600}": 1, "\ue000": 2 }, '{"\\ue000":2,"\\ud83d\\ude00":1}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [
    { small: 0.000_012_34, smaller: 1.234_567_89e-5, not: 0.000_123_4 },
    '{"not":0.0001234,"small":1.234e-05,"smaller":1.23456789e-05}',
  ],
  [{ big: 1e22, negative: -1.5e-7 }, '{"big":1e+22,"negative":-1.5e-07}'],
])("writes %o as Python does", (value, text) => {
  expect(pythonJson(value)).toBe(text);
});

it("keeps the order of members, or that of a form's fields, where Python does", () => {
  const schema = { type: "object", properties: { b: { type: "string", default: "x" }, a: {} } };
  expect(pythonJsonAsIs(schema)).toBe('{"type":"object","properties":{"b":{"type":"string","default":"x"},"a":{}}}');
  expect(pythonSchemaJson(schema)).toBe('{"properties":{"b":{"default":"x","type":"string"},"a":{}},"type":"object"}');
});

it.each([
  [1, "1.0"],
  [10, "10.0"],
  [-3, "-3.0"],
  [0.7, "0.7"],
  [12.25, "12.25"],
  [1e22, "1e+22"],
])("writes %d as a float", (value, text) => {
  expect(pythonFloat(value)).toBe(text);
});

it("refuses what is nested too deeply, and takes what is not", () => {
  const lists = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  const objects = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + "1" + "}".repeat(depth));
  expect(pythonJson(lists(513))).toHaveLength(1026);
  expect(pythonJson(objects(512))).toHaveLength(512 * 6 + 1);
  expect(() => pythonJson(lists(514))).toThrow(new RangeError("JSON nested deeper than 512 levels"));
  expect(() => pythonJson(objects(513))).toThrow(new RangeError("JSON nested deeper than 512 levels"));
});

it.each([
  [0.1, "0.1"],
  [-0, "-0.0"],
  [0.0001, "0.0001"],
  [0.00009999999999999999, "9.999999999999999e-05"],
  [1.5e-7, "1.5e-07"],
  [5e-324, "5e-324"],
  [9999999999999998, "9999999999999998.0"],
  [1e16, "1e+16"],
  [123456789012345680, "1.2345678901234568e+17"],
  [1e22, "1e+22"],
  [1.7976931348623157e308, "1.7976931348623157e+308"],
])("writes the float %s as Python's repr does", (value, text) => {
  expect(pythonFloat(value)).toBe(text);
});
