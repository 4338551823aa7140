import { expect, it } from "vitest";
import { isThenable } from "../../runtime/src/json/thenable.js";

it.each([Promise.resolve(), { then: () => {} }, Object.assign(() => {}, { then: () => {} })])(
  "waits for %o",
  (value) => {
    expect(isThenable(value)).toBe(true);
  },
);

it.each([null, undefined, "then", {}, { then: 7 }, () => {}])("does not wait for %o", (value) => {
  expect(isThenable(value)).toBe(false);
});
