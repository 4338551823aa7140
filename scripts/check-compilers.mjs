// Type-checks everything that is generated under each supported compiler, with the strictest flags a consumer may have.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const compiler of ["typescript-5.9", "typescript-6", "typescript"]) {
  const tsc = `node_modules/${compiler}/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, "-p", "test/typecheck"], { cwd: root, stdio: "inherit" });
  console.log(`${compiler}: ${status === 0 ? "fine" : "refused"}`);
  if (status !== 0) process.exitCode = 1;
}
