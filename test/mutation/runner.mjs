// A test runner for Stryker: runs the tests that reach a change in this process, with fresh modules for each change. Starting
// a worker of Vitest and loading the SDK in it, for every one of thousands of changes, takes ten times as long as the tests.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { bundled } from "./bundles.mjs";

// Tests may put other timers in their place.
const { setTimeout, clearTimeout } = globalThis;

const folders = ["sealing", "runtime", "once", "semantics", "attacks", "telemetry", "flows"];

/** They are about load and time, start processes or look at files: nothing that the others would not notice. */
const left = [
  "sealing/rotation",
  "runtime/changes",
  "runtime/every-way",
  "semantics/mapping",
  "telemetry/bundle",
  "telemetry/misconfigured",
  "telemetry/present",
  "flows/generated",
  "flows/language",
].map((name) => `test/${name}.test.ts`);

/** A test that has not ended after so many milliseconds, and ten times its usual time, hangs. */
const patience = 3000;

const timesFile = "reports/test-times.json";

export const strykerPlugins = [{ kind: "TestRunner", name: "in-process", factory: createRunner }];

function createRunner() {
  mkdirSync("reports", { recursive: true });
  // Changed sources ask here which change is active, and count here what is reached.
  const switches = (globalThis.__stryker__ ??= {});
  /** By test file what evaluates it. */
  let bundles;
  /** By test how many milliseconds it usually takes. */
  let usual = new Map();
  for (const event of ["unhandledRejection", "uncaughtException"]) {
    // What a failed test has left behind says nothing about the change that is tried now.
    process.on(event, () => {});
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),

    init: async () => {
      bundles = await bundled(process.cwd(), testFiles());
    },

    dryRun: async () => {
      switches.activeMutant = undefined;
      switches.mutantCoverage = { static: {}, perTest: {} };
      const tests = [];
      for (const [file, load] of bundles) {
        const results = [];
        switches.currentTestId = file;
        for await (const result of resultsOf(file, load(), { onTest: (id) => (switches.currentTestId = id) })) {
          results.push(result);
          usual.set(result.id, result.timeSpentMs);
        }
        addCoverage(switches.mutantCoverage.perTest, file, results);
        tests.push(...results);
      }
      switches.currentTestId = undefined;
      // For the processes that have not had this first run.
      writeFileSync(timesFile, JSON.stringify([...usual]));
      return { status: "complete", tests, mutantCoverage: switches.mutantCoverage };
    },

    mutantRun: async ({ activeMutant, testFilter, hitLimit }) => {
      Object.assign(switches, { activeMutant: activeMutant.id, hitCount: 0, hitLimit, currentTestId: undefined });
      if (usual.size === 0) usual = new Map(JSON.parse(readFileSync(timesFile, "utf8")));
      let nrOfTests = 0;
      const killed = (id, failureMessage) => ({ status: "killed", killedBy: [id], failureMessage, nrOfTests });
      try {
        for (const [file, ids] of byFile(testFilter, usual)) {
          let suite;
          try {
            suite = bundles.get(file)();
          } catch (error) {
            return killed([...ids][0], `The modules cannot be loaded: ${String(error)}`);
          }
          for await (const result of resultsOf(file, suite, { ids, usual })) {
            nrOfTests += 1;
            if (result.status !== failed) continue;
            if (!result.hangs && switches.hitCount <= hitLimit) return killed(result.id, result.failureMessage);
            return { status: "timeout", reason: result.failureMessage };
          }
        }
        // Nothing may pass for unnoticed because nobody looked.
        return testFilter === undefined || nrOfTests === testFilter.length
          ? { status: "survived", nrOfTests }
          : { status: "error", errorMessage: "A test that reaches this was not found again" };
      } finally {
        Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
      }
    },
  };
}

const [passed, failed] = [0, 1];

function testFiles() {
  return folders
    .flatMap((folder) =>
      readdirSync(`test/${folder}`, { recursive: true }).map((name) => `test/${folder}/${String(name)}`),
    )
    .filter((file) => file.endsWith(".test.ts") && !left.includes(file));
}

/** Runs the tests of a file one after another, those with an id among `ids` or all. */
async function* resultsOf(file, suite, { ids, usual = new Map(), onTest = () => {} }) {
  const tests = suite.tests
    // A name may have a stack or a time in it, and be another one the next time.
    .map(({ number, name, run }) => ({ id: `${file}#${number}`, name, run }))
    .filter(({ id }) => ids === undefined || ids.has(id));
  let problem = await problemOf(suite.beforeAll);
  try {
    for (const { id, name, run } of tests) {
      onTest(id);
      const begun = performance.now();
      problem ??= await problemOf([...suite.beforeEach, run], patience + 10 * (usual.get(id) ?? 1000));
      const left = await problemOf(suite.afterEach);
      problem ??= left;
      const result = { id, name, fileName: file, timeSpentMs: performance.now() - begun };
      if (problem === undefined) yield { ...result, status: passed };
      else
        yield {
          ...result,
          status: failed,
          failureMessage: problem.message,
          hangs: problem === hangs,
        };
      problem = undefined;
    }
  } finally {
    onTest(file);
    await problemOf(suite.afterAll);
  }
}

const hangs = new Error("The test does not end");

/** What the first of some functions throws that throws. */
async function problemOf(functions, milliseconds = patience) {
  for (const work of functions) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(hangs), milliseconds);
    });
    try {
      await Promise.race([work(), late]);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
    }
  }
  return undefined;
}

/** What runs while a file is loaded is reached by each of its tests: the change is active then, too. */
function addCoverage(perTest, file, results) {
  for (const { id } of results) {
    const reached = (perTest[id] ??= {});
    for (const [mutant, count] of Object.entries(perTest[file] ?? {})) reached[mutant] = (reached[mutant] ?? 0) + count;
  }
  delete perTest[file];
}

/** Tests by file, those first that are over soonest. */
function byFile(ids, usual) {
  const files = new Map();
  for (const id of ids ?? usual.keys()) {
    const file = id.slice(0, id.indexOf("#"));
    const known = files.get(file) ?? { ids: new Set(), time: 0 };
    known.ids.add(id);
    files.set(file, { ids: known.ids, time: known.time + (usual.get(id) ?? 0) });
  }
  return [...files]
    .sort(([, one], [, other]) => one.time - other.time)
    .map(([file, { ids: chosen }]) => [file, chosen]);
}
