// What the tests take from `vitest`, as far as they use it: collected once, run as often as one likes, in this process.
import { setTimeout as sleep } from "node:timers/promises";
import { format } from "node:util";
import { chai, customMatchers, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import { fn, restoreAllMocks, spyOn } from "@vitest/spy";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.expect.extend(chai.expect, customMatchers);

/** Thrown where a test wants what this module does not give. */
export class NotHere extends Error {}

const vi = {
  fn,
  spyOn,
  restoreAllMocks,
  waitFor,
  useFakeTimers: () => {
    throw new NotHere("fake timers");
  },
  useRealTimers: () => {},
};

/** Calls `load` with what to import, and returns what was registered by it. */
export function collected(load) {
  const suite = { tests: [], beforeAll: [], afterAll: [restoreAllMocks], beforeEach: [], afterEach: [finish] };
  let finishers = [];
  async function finish() {
    const called = finishers.toReversed();
    finishers = [];
    for (const finisher of called) await finisher();
  }
  const onTestFinished = (finisher) => finishers.push(finisher);
  const add = (title, run) => suite.tests.push({ number: suite.tests.length, name: title, run });
  const it = (title, run) => add(title, run);
  it.each = (rows) => (title, run) => {
    const spread = rows.every((row) => Array.isArray(row));
    for (const row of rows) {
      const values = spread ? row : [row];
      add(format(title, ...values), () => run(...values));
    }
  };
  it.runIf = (condition) => (condition ? it : () => {});
  const hooks = ["beforeAll", "afterAll", "beforeEach", "afterEach"].map((name) => [
    name,
    (hook) => suite[name].push(hook),
  ]);
  load({ it, test: it, expect: chai.expect, onTestFinished, vi, ...Object.fromEntries(hooks) });
  return suite;
}

async function waitFor(check) {
  for (let left = 100; ; left -= 1) {
    try {
      return await check();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(10);
    }
  }
}
