// What the tests take from `vitest`, as far as they use it: collected once, run as often as one likes, in this process.
import { mock } from "node:test";
import { setImmediate as moment, setTimeout as sleep } from "node:timers/promises";
import { format } from "node:util";
import { chai, customMatchers, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import { fn, restoreAllMocks, spyOn } from "@vitest/spy";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.expect.extend(chai.expect, customMatchers);

const clock = mock.timers;
/** The kinds of timers that the tests need fakes of, as Node and Vitest name them. */
const everyKind = ["setTimeout", "setInterval", "Date"];

const vi = {
  fn,
  spyOn,
  restoreAllMocks,
  waitFor,
  useFakeTimers: ({ toFake = everyKind } = {}) =>
    clock.enable({ apis: everyKind.filter((kind) => toFake.includes(kind)), now: Date.now() }),
  useRealTimers,
  setSystemTime: (time) => clock.setTime(time),
  advanceTimersByTimeAsync: async (milliseconds) => {
    await settled();
    clock.tick(milliseconds);
    await settled();
  },
};

function useRealTimers() {
  clock.reset();
}

/** Lets everything happen that waits for no timer. */
async function settled() {
  for (let left = 20; left > 0; left -= 1) await moment();
}

/** Calls `load` with what to import, and returns what was registered by it. */
export function collected(load) {
  const suite = {
    tests: [],
    beforeAll: [],
    afterAll: [restoreAllMocks],
    beforeEach: [],
    afterEach: [finish, useRealTimers],
  };
  let finishers = [];
  async function finish() {
    const called = finishers.toReversed();
    finishers = [];
    for (const finisher of called) await finisher();
  }
  const onTestFinished = (finisher) => finishers.push(finisher);
  const add = (title, run) => suite.tests.push({ number: suite.tests.length, name: title, run });
  // How long a test may take, which its options say, the runner decides here.
  const it = (title, options, run = options) => add(title, run);
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
