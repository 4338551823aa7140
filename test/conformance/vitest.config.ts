import { defineConfig } from "vitest/config";
import { scenarioTimeout } from "./suite.ts";

// oxlint-disable-next-line import/no-default-export -- vitest wants it
export default defineConfig({
  test: {
    include: ["test/conformance/*.conformance.ts"],
    reporters: ["verbose"],
    // Two processes for each scenario of a client, on two cores.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 2 * scenarioTimeout,
  },
});
