import { expect, it } from "vitest";
import { celAll, celExists } from "../../runtime/src/contract-v1/cel.js";

const long = Array.from({ length: 100_000 }, (_, index) => index);

it("goes over lists of any length", () => {
  expect(celAll(long, (item) => item >= 0)).toBe(true);
  expect(celAll(long, (item) => item < 99_999)).toBe(false);
  expect(celExists(long, (item) => item === 99_999)).toBe(true);
  expect(celExists(long, (item) => item < 0)).toBe(false);
});

function failingOn(...failing: readonly number[]) {
  return (item: number): boolean => {
    if (failing.includes(item)) throw new RangeError(`fails on ${item}`);
    return item > 1;
  };
}

it("lets the item decide that can, whatever fails beside it", () => {
  expect(celAll([2, 1, 3], failingOn(2))).toBe(false);
  expect(celExists([1, 0, 2], failingOn(1, 0))).toBe(true);
});

it("fails with the first failure when no item decides, and not on an empty list", () => {
  expect(() => celAll([4, 2, 3], failingOn(2, 3))).toThrow("fails on 2");
  expect(() => celExists([0, 1], failingOn(1))).toThrow("fails on 1");
  expect([celAll([], failingOn(1)), celExists([], failingOn(1))]).toEqual([true, false]);
});
