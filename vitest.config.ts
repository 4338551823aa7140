import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Two cores are the reference machine; more workers only make time-outs flaky.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
