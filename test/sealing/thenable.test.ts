import { expect, it } from "vitest";
import { isThenable, whenDone } from "../../runtime/src/json/thenable.js";

it.each([Promise.resolve(), { then: () => {} }, Object.assign(() => {}, { then: () => {} })])(
  "waits for %o",
  (value) => {
    expect(isThenable(value)).toBe(true);
  },
);

it.each([null, undefined, "then", {}, { then: 7 }, () => {}])("does not wait for %o", (value) => {
  expect(isThenable(value)).toBe(false);
});

const said = (value: unknown) => `said ${String(value)}`;
const failed = (error: unknown) => `failed with ${String(error)}`;
const fail = (): never => {
  throw new RangeError("no");
};

it("goes on at once with what is there, and with what is thrown", () => {
  expect(whenDone(() => 7, said, failed)).toBe("said 7");
  expect(whenDone(fail, said, failed)).toBe("failed with RangeError: no");
});

it("goes on later with what is promised, and with what is rejected", async () => {
  const promised = whenDone(async () => 7, said, failed);
  expect(promised).toBeInstanceOf(Promise);
  await expect(promised).resolves.toBe("said 7");
  await expect(whenDone(async () => fail(), said, failed)).resolves.toBe("failed with RangeError: no");
});

it("does not take what going on throws for a failure of the work", async () => {
  expect(() => whenDone(() => 7, fail, failed)).toThrow("no");
  await expect(whenDone(async () => 7, fail, failed)).rejects.toThrow("no");
});
