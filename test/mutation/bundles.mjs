// Test files with all that they import of ours, ready to be evaluated anew as often as one likes.
import { createRequire, isBuiltin } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { build } from "esbuild";
import { collected } from "./test-api.mjs";

/**
 * Bundles test files; packages stay outside and are loaded once for all.
 *
 * @param {string} root
 * @param {string[]} files - relative to the root
 * @returns {Promise<Map<string, () => import("./test-api.mjs").Suite>>} by file what evaluates it with fresh modules
 */
export async function bundled(root, files) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outbase: root,
    outdir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    define: { "import.meta.url": "importMeta.url", "import.meta.dirname": "importMeta.dirname" },
    logLevel: "error",
    plugins: [packagesOutside(root)],
  });
  const loaded = await importedPackages(root, metafile);
  const bundles = new Map();
  for (const { path: output, text } of outputFiles) {
    const source = output.replace(/\.js$/, ".ts");
    const evaluate = new vm.Script(`(require, module, exports, importMeta) => {${text}\n}`, {
      filename: source,
    }).runInThisContext();
    const require = createRequire(source);
    bundles.set(path.relative(root, source), () =>
      collected((api) => {
        const module = { exports: {} };
        const load = (name) => (name === "vitest" ? api : (loaded.get(name) ?? require(name)));
        evaluate(load, module, module.exports, { url: pathToFileURL(source).href, dirname: path.dirname(source) });
      }),
    );
  }
  return bundles;
}

/** Our own packages are part of what is changed; nobody else's are. */
function packagesOutside(root) {
  const runtime = path.join(root, "runtime/src");
  const ours = [
    [/^#engine$/, () => "server/engine.ts"],
    [/^@mcp-parley\/runtime\/(contract-v1\/\w+)$/, ([, entry]) => `${entry}.ts`],
    [/^@mcp-parley\/runtime\/form$/, () => "client/form.ts"],
    [/^@mcp-parley\/runtime\/(\w+)$/, ([, entry]) => `${entry}/index.ts`],
  ];
  return {
    name: "packages-outside",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
        if (kind === "entry-point") return undefined;
        for (const [pattern, target] of ours) {
          const match = pattern.exec(name);
          if (match !== null) return { path: path.join(runtime, target(match)) };
        }
        return { path: name, external: true };
      });
    },
  };
}

async function importedPackages(root, { inputs }) {
  const names = new Set(
    Object.values(inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external, path: name }) => external && !isBuiltin(name) && name !== "vitest")
      .map(({ path: name }) => name),
  );
  const loaded = new Map();
  for (const name of names) loaded.set(name, await import(name));
  return loaded;
}
