import { defineConfig } from "vitest/config";

// oxlint-disable-next-line import/no-default-export -- vitest wants it
export default defineConfig({
  test: {
    include: ["test/once/cluster/*.cluster.ts"],
    reporters: ["verbose"],
    testTimeout: 60_000,
    // The first run may install nginx and Redis.
    hookTimeout: 300_000,
  },
});
