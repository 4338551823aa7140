// A lock file that names a registry sends every later install there, whatever the machine is set to use.
import { readFileSync } from "node:fs";

const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
const named = Object.entries(lock.packages).filter(([, entry]) => /^https?:/.test(entry.resolved ?? ""));
if (named.length > 0) {
  console.error(`package-lock.json names a registry for ${named.length} packages, first ${named[0][0]}.`);
  console.error("Set `omit-lockfile-registry-resolved=true` for npm and run `npm install --package-lock-only` again.");
  process.exitCode = 1;
}
