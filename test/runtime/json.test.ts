import { expect, it } from "vitest";
import { jsonCopy } from "../../runtime/src/json/json-copy.js";
import { jsonProblem } from "../../runtime/src/json/json-problem.js";
import { setOwn } from "../../runtime/src/json/plain-object.js";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
const circle: { self?: unknown } = {};
circle.self = [circle];

it.each([
  [null],
  ["text"],
  [true],
  [-1.5],
  [{ a: [{ b: undefined }], none: null }],
  [Object.create(null)],
  [new Date(0)],
  [{ toJSON: 7 }],
  [{ toJSON: () => ({ a: 1 }) }],
  [nested(512)],
  [
    new (class {
      a = 1;
    })(),
  ],
])("finds nothing that JSON cannot carry in %o", (value) => {
  expect(jsonProblem(value)).toBeUndefined();
});

it.each([
  [Number.NaN, "holds NaN"],
  [[1, Number.NEGATIVE_INFINITY], "holds -Infinity"],
  [undefined, "holds a value of type undefined"],
  [{ a: { b: 1n } }, "holds a value of type bigint"],
  [() => 1, "holds a value of type function"],
  [Symbol("x"), "holds a value of type symbol"],
  [[undefined], "holds a value of type undefined"],
  [new Map(), "holds a Map"],
  [{ a: new Uint8Array() }, "holds a Uint8Array"],
  [Promise.resolve(), "holds a Promise"],
  [{ toJSON: () => new Set() }, "holds a Set"],
  [{ toJSON: (name: unknown) => (name === "" ? Number.NaN : 1) }, "holds NaN"],
  [circle, "is nested too deeply, or in a circle"],
  [nested(513), "is nested too deeply, or in a circle"],
])("says what of %o JSON cannot carry", (value, problem) => {
  expect(jsonProblem(value)).toBe(problem);
});

it("says that a getter threw, and not what", () => {
  const throwing = {
    get a(): unknown {
      throw new Error("secret");
    },
  };
  expect(jsonProblem(throwing)).toBe("throws when it is read");
});

it("copies as JSON has it: what becomes of the original later changes nothing", () => {
  const original = { a: [1, undefined], when: new Date(0), none: undefined };
  const copy = jsonCopy(original);
  original.a.push(2);
  expect(copy).toStrictEqual({ a: [1, null], when: "1970-01-01T00:00:00.000Z" });
  expect(jsonCopy(null)).toBeNull();
});

it.each([[undefined], [() => 1], [1n], [circle]])("copies nothing of %o", (value) => {
  expect(jsonCopy(value)).toBeUndefined();
});

it("sets a member of any name as one that can be listed, changed and removed", () => {
  for (const name of ["a", "__proto__", "constructor", "toString"]) {
    const object: Record<string, unknown> = {};
    setOwn(object, name, 1);
    setOwn(object, name, 2);
    expect(Object.getOwnPropertyDescriptor(object, name)).toEqual({
      value: 2,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  }
});
