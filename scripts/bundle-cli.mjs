// Bundles the command line program: resolving and reading a few hundred small modules takes longer than most runs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "dist", "parley");
const licenceFile = "LICENSES.txt";

const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: [path.join("dist", "generator", "cli", "main.js")],
  outdir: folder,
  bundle: true,
  // What a command loads when it is called stays apart from what every run needs.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // Less to read; names stay, for the stack traces in reports of bugs.
  minifySyntax: true,
  minifyWhitespace: true,
  alias: {
    // The build for Node looks into the environment at every token, a fifth of all its time; the one of the same sources for
    // browsers does not.
    yaml: path.join(root, "node_modules", "yaml", "browser", "dist", "index.js"),
    // yargs measures help with it. It prepares for every script there is as soon as it is loaded, which takes longer than
    // reading a command line, and help is ASCII.
    "string-width": path.join(root, "scripts", "string-width.mjs"),
  },
  // Loaded for schemas that need it only, and larger than all the rest.
  external: ["json-schema-to-typescript"],
  // Some of what is bundled is CommonJS and requires modules of Node.
  banner: {
    js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
  },
  logLevel: "warning",
});

writeFileSync(path.join(folder, licenceFile), licences(Object.keys(metafile.inputs)));
removeAllBut([licenceFile, ...Object.keys(metafile.outputs).map((output) => path.basename(output))]);

/** The folder is published as it is. Parts of earlier builds go last: until now a program that runs may still load them. */
function removeAllBut(written) {
  for (const entry of readdirSync(folder)) {
    if (!written.includes(entry)) rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
}

/** What is bundled is passed on, and with it goes what its licence asks to be passed on. */
function licences(inputs) {
  const folders = new Set(inputs.flatMap((input) => input.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  return [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
      const file = readdirSync(path.join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? "" : readFileSync(path.join(root, folder, file), "utf8");
      return `${name} ${version}: ${license}\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
