import { createRequire } from "node:module";

/** The version of this package. */
export function cliVersion(): string {
  // From dist/parley, from generator/cli when run from source, or from dist/generator/cli.
  const require = createRequire(import.meta.url);
  for (const path of ["../../package.json", "../../../package.json"]) {
    try {
      const manifest: unknown = require(path);
      if (typeof manifest !== "object" || manifest === null || !("name" in manifest)) continue;
      if (manifest.name === "mcp-parley" && "version" in manifest) return String(manifest.version);
    } catch {
      // Not there: try the next place.
    }
  }
  return "unknown";
}
