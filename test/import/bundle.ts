import { build } from "esbuild";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const runtime = fileURLToPath(new URL("../../runtime/src/", import.meta.url));

const fromRuntime = (name: string): string =>
  path.join(runtime, name.startsWith("contract-v1/") ? `${name}.ts` : `${name}/index.ts`);

/**
 * Bundles modules of generated packages, so that they run against the sources of the runtime.
 *
 * @returns where the bundle of each module is.
 */
export async function bundle(folder: string, modules: readonly string[]): Promise<readonly URL[]> {
  const out = path.join(folder, "bundled");
  await build({
    absWorkingDir: folder,
    entryPoints: [...modules],
    outdir: out,
    outbase: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
    plugins: [
      {
        name: "sources",
        setup(plugin) {
          plugin.onResolve({ filter: /^@mcp-parley\/runtime\// }, ({ path: name }) => ({
            path: fromRuntime(name.slice("@mcp-parley/runtime/".length)),
          }));
          // One copy of the SDK for everybody, the one that the test has.
          plugin.onResolve({ filter: /^@modelcontextprotocol\// }, ({ path: name }) => ({
            path: import.meta.resolve(name),
            external: true,
          }));
        },
      },
    ],
  });
  return modules.map((module) => pathToFileURL(path.join(out, module.replace(/\.ts$/, ".mjs"))));
}
