import type { Json, Model } from "../generator/model/model.js";
import { contract } from "../generator/render/runtime-symbols.js";

/** Entries of the emitted package, by the module behind each. */
const entries = ["server", "calls", "client", "types", "schemas", "sealing", "http"] as const;

/** `package.json`: installable as it is; the MCP SDK is the user's own. */
export function packageJson(model: Model): string {
  const { server } = model;
  return format({
    name: model.package.name,
    version: model.package.version,
    description: server.description ?? server.title ?? `The MCP server ${server.name}: typed handlers and client.`,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    files: ["dist"],
    exports: Object.fromEntries(
      entries.map((entry) => [`./${entry}`, { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` }]),
    ),
    scripts: { build: "tsc -p ." },
    dependencies: { "@mcp-parley/runtime": contract.runtimeRange },
    peerDependencies: {
      "@modelcontextprotocol/client": contract.sdkRange,
      "@modelcontextprotocol/node": contract.nodeRange,
      "@modelcontextprotocol/server": contract.sdkRange,
    },
    peerDependenciesMeta: {
      "@modelcontextprotocol/client": { optional: true },
      "@modelcontextprotocol/node": { optional: true },
      "@modelcontextprotocol/server": { optional: true },
    },
  });
}

/** `tsconfig.json`: strict, and composite so that a user's project can refer to it. */
export function tsconfigJson(): string {
  return format({
    compilerOptions: {
      target: "es2023",
      lib: ["es2023"],
      module: "nodenext",
      rootDir: "src",
      outDir: "dist",
      composite: true,
      declaration: true,
      sourceMap: true,
      tsBuildInfoFile: "dist/.tsbuildinfo",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      isolatedDeclarations: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      skipLibCheck: true,
      types: [],
    },
    include: ["src"],
  });
}

function format(value: Json): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
