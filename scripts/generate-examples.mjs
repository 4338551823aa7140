// Regenerates every generated/<name> from examples/<name>/parley.yaml; `--check` only looks whether they are up to date.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runCli } from "../dist/generator/cli/run-cli.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const command = process.argv.includes("--check") ? "check" : "generate";

for (const name of readdirSync(path.join(root, "generated")).sort()) {
  const spec = path.posix.join("examples", name, "parley.yaml");
  if (!existsSync(path.join(root, spec))) continue;
  const code = await runCli({
    argv: [command, spec, "-o", path.posix.join("generated", name)],
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: root,
  });
  if (code !== 0) process.exitCode = code;
}
