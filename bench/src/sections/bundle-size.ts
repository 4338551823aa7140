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

/** What the runtime adds to a minified bundle for Node, compressed: the whole of a half, and what one generated package uses. */
export async function bundleSize(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, sdk, runtime, goal } of halves) {
    const alone = await gzippedSize(sdk);
    const whole = await gzippedSize(`${sdk} export * as parley from "${runtime}";`);
    rows.push(quantityRow(`${name}, everything it exports`, (whole - alone) / 1024, "KiB", goal));
    const [package_] = name.split(" ");
    const used = await gzippedSize(`${sdk} export * as generated from "provisioner/${package_}";`);
    rows.push(quantityRow(`${name}, with the generated code of examples/provisioner`, (used - alone) / 1024, "KiB"));
    rows.push(quantityRow(`the SDK beside it`, alone / 1024, "KiB"));
  }
  return rows;
}

async function gzippedSize(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: "js" },
    bundle: true,
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
