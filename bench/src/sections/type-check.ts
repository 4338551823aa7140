import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatePackage } from "../fixtures/generated-server.js";
import { root } from "../fixtures/workspace.js";
import { shuffled, summarise, type Timing } from "../measure/rounds.js";
import { quantityRow, ratioRow, type Row } from "../measure/table.js";
import { asks } from "../servers/workload.js";

const tools = 1000;
const rounds = 3;

const compilerOptions = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedDeclarations: true,
  declaration: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** What of the output a program consists of. The types of the SDK and the runtime are in all of them. */
const programs = [
  { name: "plain interfaces alone", files: ["types"] },
  { name: "interfaces and schemas", files: ["types", "schemas"] },
  { name: "interfaces, schemas and server", files: ["types", "schemas", "sealing", "server"] },
  { name: "interfaces, schemas and client", files: ["types", "schemas", "client"] },
  { name: "the whole package", files: ["types", "schemas", "sealing", "server", "client", "http"] },
] as const;

/** Time that the TypeScript compiler takes over the output of 1000 tools. */
export async function typeCheck(): Promise<readonly Row[]> {
  const folder = generatePackage(tools, asks);
  const lanes = programs.map(({ name, files }) => ({
    name,
    project: prepare(folder, name, files),
    checks: [] as number[],
    totals: [] as number[],
    instantiations: 0,
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const lane of shuffled(lanes)) {
      const measured = compile(lane.project);
      lane.checks.push(measured.check);
      lane.totals.push(measured.total);
      lane.instantiations = measured.instantiations;
    }
  }
  const timed = lanes.map((lane): Timing & { readonly total: Timing; readonly instantiations: number } => ({
    ...summarise(lane.name, lane.checks),
    total: summarise(lane.name, lane.totals),
    instantiations: lane.instantiations,
  }));
  const [interfaces, ...others] = timed;
  if (interfaces === undefined) return [];
  return others.flatMap((other) => [
    ratioRow(`${other.name}: whole run / plain interfaces alone`, other.total, interfaces.total, 1.3),
    ratioRow(`${other.name}: check phase / plain interfaces alone`, other, interfaces),
    quantityRow(`${other.name}: type instantiations for a tool`, other.instantiations / tools, ""),
  ]);
}

function prepare(folder: string, name: string, files: readonly string[]): string {
  const project = path.join(path.dirname(folder), name.replaceAll(/[^a-z]+/g, "-"));
  mkdirSync(project);
  for (const file of files) cpSync(path.join(folder, "src", `${file}.ts`), path.join(project, `${file}.ts`));
  cpSync(path.join(folder, "package.json"), path.join(project, "package.json"));
  writeFileSync(
    path.join(project, "sdk.ts"),
    `export type { Flow } from "@mcp-parley/runtime/contract-v1/server";
export type { CallOptions } from "@mcp-parley/runtime/contract-v1/client";\n`,
  );
  writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  return project;
}

function compile(project: string): { readonly check: number; readonly total: number; readonly instantiations: number } {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const report = execFileSync(process.execPath, [tsc, "-p", project, "--extendedDiagnostics"], { encoding: "utf8" });
  const read = (label: string): number => {
    const found = new RegExp(`^${label}:\\s+([\\d.]+)`, "m").exec(report)?.[1];
    if (found === undefined) throw new Error(`The compiler does not report "${label}"`);
    return Number(found);
  };
  return { check: read("Check time"), total: read("Total time"), instantiations: read("Instantiations") };
}
