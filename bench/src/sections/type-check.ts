import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { handwrittenPackage } from "../fixtures/handwritten-package.js";
import type { SourceFiles } from "../fixtures/source-files.js";
import { buildPackage, packageOptions, prepareProject, prepareUserPrograms } from "../fixtures/typescript-projects.js";
import { makeWorkspace, root } from "../fixtures/workspace.js";
import { shuffled, summarise, type Timing } from "../measure/rounds.js";
import { quantityRow, ratioRow, type Row } from "../measure/table.js";

const tools = 1000;

const latest = { name: "TypeScript 7", folder: "typescript", rounds: 8 };
const before = { name: "TypeScript 6", folder: "typescript-6", rounds: 3 };

type Compiler = typeof latest;

/** Processor time that the TypeScript compiler takes over what people write for 1000 tools, and over what is generated for them. */
export async function typeCheck(): Promise<readonly Row[]> {
  const workspace = makeWorkspace();
  const folder = buildPackage(workspace, tools);
  return [...ofPrograms(workspace, latest), ...ofPrograms(workspace, before), ...ofPackages(workspace, folder)];
}

/** The programs that import the built package. */
function ofPrograms(workspace: string, compiler: Compiler): readonly Row[] {
  const programs = prepareUserPrograms(workspace, compiler.folder, tools);
  const measured = measure(
    compiler,
    programs.flatMap(({ generated, plain }) => [generated, ...plain.map(({ project }) => project)]),
  );
  return programs.flatMap(({ name, generated, plain }) => {
    const ours = measured(generated);
    return plain.flatMap(({ kind, project }) => {
      const theirs = measured(project);
      const title = `${compiler.name}, ${name}`;
      return [
        ratioRow(`${title}: against the package / against ${kind}`, ours, theirs, 1.3),
        quantityRow(
          `${title}: type instantiations for a tool, beyond ${kind}`,
          (ours.instantiations - theirs.instantiations) / tools,
          "",
        ),
      ];
    });
  });
}

/** The sources of the package itself. */
function ofPackages(workspace: string, folder: string): readonly Row[] {
  const sources = (names: readonly string[]): SourceFiles =>
    new Map(names.map((name) => [`${name}.ts`, readFileSync(path.join(folder, "src", `${name}.ts`), "utf8")]));
  const project = (name: string, files: SourceFiles): string =>
    prepareProject(path.join(workspace, name), files, packageOptions);
  const interfaces = project("interfaces", sources(["types"]));
  const generated = project("generated", sources(["types", "schemas", "sealing", "calls", "server", "client", "http"]));
  const handwritten = project("handwritten", new Map([...sources(["types"]), ...handwrittenPackage(tools)]));
  const measured = measure(latest, [interfaces, generated, handwritten]);
  const whole = measured(generated);
  return [
    ratioRow("The package's own source / its interfaces alone", whole, measured(interfaces)),
    ratioRow("The package's own source / the same written by hand", whole, measured(handwritten)),
    quantityRow("The package's own source: type instantiations for a tool", whole.instantiations / tools, ""),
    quantityRow("Written by hand: type instantiations for a tool", measured(handwritten).instantiations / tools, ""),
  ];
}

interface Compiled extends Timing {
  readonly instantiations: number;
}

/** Compiles projects in rounds, in an order drawn anew for each; the times are processor times of whole runs. */
function measure(compiler: Compiler, projects: readonly string[]): (project: string) => Compiled {
  const totals = new Map(projects.map((project): [string, number[]] => [project, []]));
  const instantiations = new Map<string, number>();
  for (let round = 0; round < compiler.rounds; round += 1) {
    for (const [project, into] of shuffled([...totals])) {
      const run = compile(compiler, project);
      into.push(run.total);
      instantiations.set(project, run.instantiations);
    }
  }
  return (project) => ({
    ...summarise(path.basename(project), totals.get(project) ?? []),
    instantiations: instantiations.get(project) ?? Number.NaN,
  });
}

function compilerPath({ folder }: Compiler): string {
  return path.join(root, "node_modules", folder, "bin/tsc");
}

/** Runs a compiler as people do. The shell tells what processor time its child has taken: nothing in Node does. */
function compile(compiler: Compiler, project: string): { readonly total: number; readonly instantiations: number } {
  const compiling = [process.execPath, compilerPath(compiler), "-p", project, "--extendedDiagnostics"];
  const report = execFileSync("sh", ["-c", '"$@" && times', "sh", ...compiling], { encoding: "utf8" });
  const instantiations = /^Instantiations:\s+(\d+)/m.exec(report)?.[1];
  if (instantiations === undefined) throw new Error("The compiler does not report its instantiations");
  const taken = [...(report.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  if (taken.length !== 2) throw new Error("The shell does not report the time of its children");
  const seconds = taken.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { total: seconds * 1e9, instantiations: Number(instantiations) };
}
