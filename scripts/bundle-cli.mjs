// Bundles the command line program: resolving and reading a few hundred small modules takes longer than most runs.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

await build({
  absWorkingDir: root,
  entryPoints: [path.join("dist", "generator", "cli", "main.js")],
  outdir: path.join("dist", "parley"),
  bundle: true,
  // What a command loads when it is called stays apart from what every run needs.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // Less to read; names stay, for the stack traces in reports of bugs.
  minifySyntax: true,
  minifyWhitespace: true,
  // Loaded for schemas that need it only, and larger than all the rest.
  external: ["json-schema-to-typescript", "ts-morph"],
  // Some of what is bundled is CommonJS and requires modules of Node.
  banner: {
    js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
  },
  logLevel: "warning",
});
