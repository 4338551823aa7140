import { contract } from "../../render/runtime-symbols.js";
import { callSource, handlersSource, serveSource, specSource } from "./project-sources.js";

/** Where a project finds parley: both are relative to its folder. */
export interface ParleyFrom {
  /** What runs it. */
  readonly command: string;
  /** JSON Schema of the spec language, for editors. */
  readonly schema: string;
}

/**
 * The files of a new project, by path.
 *
 * @param name - of the server, lower case with dashes.
 */
export function projectFiles(name: string, parley: ParleyFrom): ReadonlyMap<string, string> {
  return new Map([
    ["parley.yaml", specSource(name, parley.schema)],
    ["package.json", packageJson(name, parley.command)],
    ["tsconfig.json", tsconfigJson()],
    [".gitignore", "node_modules/\ndist/\ngenerated/\n"],
    ["src/handlers.ts", handlersSource(name)],
    ["src/serve.ts", serveSource()],
    ["src/call.ts", callSource(name)],
  ]);
}

function packageJson(name: string, parley: string): string {
  return format({
    name: `${name}-project`,
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: {
      generate: `${parley} generate parley.yaml -o generated`,
      build: "npm run generate && tsc -p .",
      lint: `${parley} lint parley.yaml`,
      start: "npm run build && node dist/src/serve.js",
      call: "npm run build && node dist/src/call.js",
    },
    dependencies: {
      "@mcp-parley/runtime": contract.runtimeRange,
      "@modelcontextprotocol/client": contract.sdkRange,
      "@modelcontextprotocol/node": contract.nodeRange,
      "@modelcontextprotocol/server": contract.sdkRange,
    },
    devDependencies: {
      "@types/node": "^20.19.0",
      "mcp-parley": contract.runtimeRange,
      typescript: ">=5.9",
    },
  });
}

function tsconfigJson(): string {
  return format({
    compilerOptions: {
      target: "es2023",
      lib: ["es2023"],
      module: "nodenext",
      rootDir: ".",
      outDir: "dist",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      types: ["node"],
    },
    include: ["src", "generated/src"],
  });
}

function format(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
