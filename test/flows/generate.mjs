// Generates test/flows/<flow>/generated from test/flows/<flow>/parley.yaml, and likewise the server of the cluster and the two versions
// of a client; `--check` only looks whether they are up to date.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runCli } from "../../dist/generator/cli/run-cli.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = process.argv.includes("--check") ? "check" : "generate";
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));

const flows = readdirSync(path.join(root, "test", "flows")).sort();
const others = ["test/once/cluster", "test/client/versions/before", "test/client/versions/after"];
for (const folder of [...flows.map((flow) => `test/flows/${flow}`), ...others]) {
  if (!existsSync(path.join(root, folder, "parley.yaml"))) continue;
  if (wanted.length > 0 && !wanted.some((name) => path.basename(folder).startsWith(name))) continue;
  const code = await runCli({
    argv: [command, path.posix.join(folder, "parley.yaml"), "-o", path.posix.join(folder, "generated")],
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: root,
  });
  if (code !== 0) process.exitCode = code;
}
