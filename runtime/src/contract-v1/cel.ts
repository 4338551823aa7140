/**
 * What translated conditions call where TypeScript's own operators mean something else than CEL's. All are pure. An
 * evaluation error of CEL is a thrown `RangeError` here, never another value.
 */

import { trusted } from "../json/trusted.js";

/** The value, which a condition has proved to be there. */
export function celPresent<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new RangeError("A value that a condition reads is absent.");
  return value;
}

/** The content of an answer, which a condition has proved to be accepted. */
export function celContent<Answer extends object>(
  answer: Answer | undefined,
): Extract<Answer, { readonly content: unknown }>["content"] {
  if (answer === undefined || !("content" in answer)) {
    throw new RangeError("An answer that a condition reads was not accepted.");
  }
  return trusted<Extract<Answer, { readonly content: unknown }>["content"]>(answer.content);
}

/** `&&` whose left side can fail: false on either side decides, whatever the other does (CEL, logical operators). */
export function celAnd(left: () => boolean, right: () => boolean): boolean {
  return absorb(left, right, false);
}

/** `||` whose left side can fail: true on either side decides. */
export function celOr(left: () => boolean, right: () => boolean): boolean {
  return absorb(left, right, true);
}

function absorb(left: () => boolean, right: () => boolean, decisive: boolean): boolean {
  let problem: unknown;
  try {
    if (left() === decisive) return decisive;
  } catch (error) {
    problem = error;
  }
  const other = right();
  if (other === decisive || problem === undefined) return other;
  throw problem;
}

/** `all` whose predicate can fail. */
export function celAll<T>(list: readonly T[], predicate: (item: T) => boolean): boolean {
  return fold(list, predicate, false);
}

/** `exists` whose predicate can fail. */
export function celExists<T>(list: readonly T[], predicate: (item: T) => boolean): boolean {
  return fold(list, predicate, true);
}

/** A decisive item decides, whatever failed before it; else the first failure counts. */
function fold<T>(list: readonly T[], predicate: (item: T) => boolean, decisive: boolean): boolean {
  let problem: { readonly thrown: unknown } | undefined;
  for (const item of list) {
    try {
      if (predicate(item) === decisive) return decisive;
    } catch (thrown) {
      problem ??= { thrown };
    }
  }
  if (problem !== undefined) throw problem.thrown;
  return !decisive;
}

/** Equality of JSON values by content; members in any order. */
export function celEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => celEqual(item, right[index]));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) && celEqual(Reflect.get(left, key) as unknown, Reflect.get(right, key) as unknown),
  );
}

/** `value in list`. */
export function celIn(value: unknown, list: readonly unknown[]): boolean {
  return list.some((item) => celEqual(item, value));
}

/** `list[index]`. */
export function celAt<T extends {} | null>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError("An index is out of range.");
  return item;
}

/** `map[key]` for a key that is worked out. */
export function celKey<T extends {} | null>(map: { readonly [key: string]: T }, key: string): T {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (value === undefined) throw new RangeError("A key that a condition reads is absent.");
  return value;
}

/** `size(text)`: code points, not UTF-16 units. */
export function celSize(text: string): number {
  let size = 0;
  for (const _ of text) size += 1;
  return size;
}

/** Order of two texts by code points: negative, zero or positive. */
export function celCompare(left: string, right: string): number {
  const others = right[Symbol.iterator]();
  for (const character of left) {
    const other = others.next();
    if (other.done === true) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return others.next().done === true ? 0 : -1;
}

/** An integer that a double holds exactly; beyond that CEL's 64 bits and JavaScript's numbers part. */
export function celInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError("An integer leaves the range that can be computed exactly.");
  return value === 0 ? 0 : value;
}

/** `/` of integers: towards zero. */
export function celDivide(left: number, right: number): number {
  if (right === 0) throw new RangeError("An integer is divided by zero.");
  return celInteger(Math.trunc(left / right));
}

/** `%` of integers: the sign of the left side. */
export function celRemainder(left: number, right: number): number {
  if (right === 0) throw new RangeError("An integer is divided by zero.");
  return celInteger(left % right);
}
