import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "../fixtures/workspace.js";
import { quantityRow, type Row } from "../measure/table.js";

interface Half {
  readonly name: string;
  /** What everyone who serves or calls has in a bundle anyway; the SDK's modules do not shake. */
  readonly sdk: string;
  /** What generated code imports. */
  readonly runtime: string;
  readonly goal: number;
}

const halves: readonly Half[] = [
  {
    name: "server half",
    sdk: `export * from "@modelcontextprotocol/server"; export * from "@modelcontextprotocol/server/stdio"; export { DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/_shims";`,
    runtime: "@mcp-parley/runtime/contract-v1/server",
    goal: 12,
  },
  {
    name: "client half",
    sdk: `export * from "@modelcontextprotocol/client"; export { DefaultJsonSchemaValidator } from "@modelcontextprotocol/client/_shims";`,
    runtime: "@mcp-parley/runtime/contract-v1/client",
    goal: 6,
  },
];

/**
 * What the runtime adds to a minified bundle for Node, compressed: the whole of a half, and what one generated package uses of
 * it. The package's own code is in the bundle either way.
 */
export async function bundleSize(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, sdk, runtime, goal } of halves) {
    const alone = await gzippedSize(sdk);
    const whole = await gzippedSize(`${sdk} export * as parley from "${runtime}";`);
    const [half] = name.split(" ");
    const generated = `${sdk} export * as generated from "provisioner/${half}";`;
    const used = await gzippedSize(generated);
    const own = await gzippedSize(generated, ["@mcp-parley/runtime/*"]);
    rows.push(
      quantityRow(`${name}: runtime, as examples/provisioner uses it`, (used - own) / 1024, "KiB", goal),
      quantityRow(`${name}: code of the package itself`, (own - alone) / 1024, "KiB"),
      quantityRow(`${name}: runtime, everything it exports`, (whole - alone) / 1024, "KiB"),
      quantityRow(`the SDK beside it`, alone / 1024, "KiB"),
    );
  }
  return rows;
}

async function gzippedSize(source: string, external: string[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: "js" },
    bundle: true,
    external,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20.19",
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
}
