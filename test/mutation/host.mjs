// Runs the tests of a copy again and again in one process: starting anew for every mutant takes longer than the tests.
import process from "node:process";
import { createVitest } from "vitest/node";

const root = process.argv[2];
const vitest = await createVitest(
  "test",
  {
    root,
    config: false,
    watch: false,
    include: ["test/**/*.test.ts"],
    // They are about sockets and load, take long, and notice nothing that the others do not.
    exclude: [
      "**/http.test.ts",
      "**/changes.test.ts",
      "**/redis*",
      "**/rotation*",
      "**/python-spec*",
      "**/custom-codec*",
      "**/mapping*",
    ],
    bail: 1,
    maxWorkers: 2,
    testTimeout: 30_000,
    reporters: [{}],
  },
  { logLevel: "silent", clearScreen: false },
);

process.on("message", (request) => void run(request));

async function run({ changed, tests }) {
  for (const file of changed) vitest.invalidateFile(file);
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
    tests.some((test) => moduleId.includes(test)),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  const failed = testModules.filter((module) => !module.ok());
  process.send({
    ran: specifications.length,
    killed: failed.length > 0 || unhandledErrors.length > 0,
    why: failed
      .flatMap((module) => [
        ...module.errors(),
        ...[...module.children.allTests("failed")].flatMap((test) => test.result().errors),
      ])
      .map(({ message }) => message)
      .join("\n"),
    by: failed.map(({ moduleId }) => moduleId.slice(root.length + 1)),
  });
}

process.on("disconnect", () => process.exit(0));
process.send("ready");
