import { writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { specification } from "../fixtures/spec.js";
import { makeWorkspace, parley } from "../fixtures/workspace.js";
import { type Program, timeProcesses } from "../measure/process-cpu.js";
import { quantityRow, type Row } from "../measure/table.js";
import { asks } from "../servers/workload.js";

const counts = [1, 100, 1000] as const;
const goals: ReadonlyMap<number, number> = new Map([
  [1, 0.45],
  [1000, 1],
]);

/** Processor time of `parley generate`, whole process, from specifications in YAML and in JSON. */
export async function generate(): Promise<readonly Row[]> {
  const cwd = makeWorkspace();
  const programs: { readonly program: Program; readonly goal?: number }[] = [
    { program: { name: "node -e 0", arguments: ["-e", "0"], cwd } },
  ];
  for (const tools of counts) {
    const spec = specification(tools, asks);
    writeFileSync(path.join(cwd, `${tools}.json`), JSON.stringify(spec, undefined, 2));
    writeFileSync(path.join(cwd, `${tools}.yaml`), stringify(spec, { aliasDuplicateObjects: false }));
    for (const form of ["yaml", "json"]) {
      const goal = goals.get(tools);
      programs.push({
        program: {
          name: `${tools} ${tools === 1 ? "tool" : "tools"}, ${form}`,
          arguments: [parley, "generate", `${tools}.${form}`, "-o", `out-${tools}-${form}`],
          cwd,
        },
        ...(goal !== undefined && { goal }),
      });
    }
  }
  const timings = await timeProcesses(
    programs.map(({ program }) => program),
    9,
  );
  return timings.map(({ name, quiet }, index) => quantityRow(name, quiet / 1e9, "s", programs[index]?.goal));
}
