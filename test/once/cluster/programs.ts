import { spawnSync } from "node:child_process";
import process from "node:process";

/** What the cluster is made of, as Debian names program and package. */
const needed = [
  ["nginx", "nginx-light"],
  ["redis-server", "redis-server"],
] as const;

/**
 * Installs nginx and Redis where they are missing.
 *
 * @returns why there can be no cluster here; `undefined` when there can.
 */
export function missingPrograms(): string | undefined {
  const packages = needed.filter(([program]) => !isThere(program)).map(([, name]) => name);
  if (packages.length === 0) return undefined;
  if (!isThere("apt-get"))
    return `${packages.join(" and ")} are not installed, and there is no apt-get to install them`;
  if (process.getuid?.() !== 0) return `${packages.join(" and ")} are not installed, and only root can install them`;
  for (const command of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status, stderr } = spawnSync("apt-get", ["-q", ...command], { env, encoding: "utf8" });
    if (status !== 0) return `apt-get ${command.join(" ")} failed: ${stderr}`;
  }
  return undefined;
}

function isThere(program: string): boolean {
  return spawnSync(program, ["--version"]).error === undefined;
}
