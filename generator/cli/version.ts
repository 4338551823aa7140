import { createRequire } from "node:module";

/** The version of this package. */
export function cliVersion(): string {
  // From dist/generator/cli, or from generator/cli when run from source.
  const require = createRequire(import.meta.url);
  for (const path of ["../../../package.json", "../../package.json"]) {
    try {
      const manifest: unknown = require(path);
      if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
    } catch {
      // Not there: try the next place.
    }
  }
  return "unknown";
}
