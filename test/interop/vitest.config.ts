import { defineConfig } from "vitest/config";

// oxlint-disable-next-line import/no-default-export -- vitest wants it
export default defineConfig({
  test: {
    include: ["test/interop/*.interop.ts"],
    reporters: ["verbose"],
    fileParallelism: false,
    testTimeout: 60_000,
    // The first run makes a virtual environment and installs the SDK.
    hookTimeout: 300_000,
  },
});
