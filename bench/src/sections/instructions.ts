import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";
import { specification } from "../fixtures/spec.js";
import { buildPackage, prepareUserPrograms } from "../fixtures/typescript-projects.js";
import { makeWorkspace, parley, root } from "../fixtures/workspace.js";
import { countInstructions } from "../measure/instructions.js";
import { quantityRow, type Row } from "../measure/table.js";
import { asks } from "../servers/workload.js";

/**
 * What the clock of a shared machine cannot tell apart, in instructions: the work of `parley generate` against the bare start of
 * Node, and of the compiler over what people write against what they would write for plain interfaces.
 */
export async function instructions(): Promise<readonly Row[]> {
  return [...ofGenerate(), ...(await ofTypeCheck())];
}

function ofGenerate(): readonly Row[] {
  const cwd = makeWorkspace();
  const bare = countInstructions([process.execPath, "-e", "0"], cwd);
  const rows = [quantityRow("`node -e 0`", bare / 1e9, "G")];
  for (const tools of [1, 1000]) {
    const spec = specification(tools, asks);
    writeFileSync(path.join(cwd, `${tools}.json`), JSON.stringify(spec, undefined, 2));
    writeFileSync(path.join(cwd, `${tools}.yaml`), stringify(spec, { aliasDuplicateObjects: false }));
    for (const form of ["yaml", "json"]) {
      const generating = [process.execPath, parley, "generate", `${tools}.${form}`, "-o", `out-${tools}-${form}`];
      const name = `\`parley generate\`, ${tools} ${tools === 1 ? "tool" : "tools"}, ${form}`;
      rows.push(quantityRow(name, countInstructions(generating, cwd) / 1e9, "G"));
    }
  }
  return rows;
}

async function ofTypeCheck(): Promise<readonly Row[]> {
  const tools = 1000;
  const workspace = makeWorkspace();
  buildPackage(workspace, tools);
  const compiler = await nativeCompiler();
  // One thread and no collection of garbage: both depend on the moment.
  const count = (project: string): number =>
    countInstructions([compiler, "-p", project], workspace, { GOMAXPROCS: "1", GOGC: "off" });
  return prepareUserPrograms(workspace, "counted", tools).flatMap(({ name, generated, plain }) => {
    const ours = count(generated);
    return plain.map(({ kind, project }) =>
      quantityRow(`TypeScript 7, ${name}: against the package / against ${kind}`, ours / count(project), "", 1.3),
    );
  });
}

/** The program that `tsc` starts. */
async function nativeCompiler(): Promise<string> {
  const url = pathToFileURL(path.join(root, "node_modules/typescript/lib/getExePath.js"));
  const { default: getExePath } = (await import(url.href)) as { default: () => string };
  return getExePath();
}
