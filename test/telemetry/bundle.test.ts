import { build } from "esbuild";
import { expect, it } from "vitest";

/** What is in a bundle of this source, by path. */
async function bundled(source: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return Object.keys(metafile.inputs);
}

const extras = /runtime\/(src|dist)\/(redis|telemetry)\/|@opentelemetry|node_modules\/(@redis|redis)\//;

it("leaves Redis and OpenTelemetry out of a plain server", async () => {
  const server = await bundled('export * from "../../runtime/src/contract-v1/server.js";');
  expect(server.some((path) => path.endsWith("server/telemetry.ts"))).toBe(true);
  expect(server.filter((path) => extras.test(path))).toEqual([]);
});

it("has them in a server that asks for them", async () => {
  const server = await bundled(
    'export * from "../../runtime/src/telemetry/index.js"; export * from "../../runtime/src/redis/index.js";',
  );
  expect(server.filter((path) => extras.test(path)).length).toBeGreaterThan(5);
});
