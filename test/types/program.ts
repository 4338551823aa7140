import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

const options = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
  // The sources, so that no build has to be up to date.
  paths: {
    "@mcp-parley/runtime/contract-v1/*": [path.join(root, "runtime/src/contract-v1/*.ts")],
    "@mcp-parley/runtime/*": [path.join(root, "runtime/src/*/index.ts")],
  },
};

export interface Program {
  /** Where the files are; absolute. */
  readonly folder: string;
  /** What the compiler says, a line each, with paths relative to the folder. */
  readonly errors: readonly string[];
}

/**
 * Type-checks files as one strict program of a consumer, in a folder of their own that exists while `use` runs.
 *
 * @param files - texts by POSIX path.
 * @param more - compiler options beside or instead of the strict ones.
 */
export async function withProgram<T>(
  files: ReadonlyMap<string, string>,
  use: (program: Program) => T | Promise<T>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "parley-types-")));
  try {
    await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction");
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...options, ...more }, include: ["**/*.ts"], exclude: ["node_modules"] }),
    );
    for (const [name, text] of files) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return await use({ folder, errors: await check(folder) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(folder: string): Promise<readonly string[]> {
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  const child = spawn(process.execPath, [compiler, "-p", ".", "--pretty", "false"], { cwd: folder });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const lines = output.split("\n").filter((line) => /^\S.*error TS\d+/.test(line));
  // The sources of the runtime are part of the program, but have a build of their own.
  const errors = lines.filter((line) => !line.startsWith(".."));
  // A compiler that did not run must not look like a program without errors.
  if (code !== 0 && lines.length === 0) throw new Error(output);
  return errors;
}
