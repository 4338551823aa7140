import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { printTable, type Row } from "./measure/table.js";
import { bundleSize } from "./sections/bundle-size.js";
import { cryptography } from "./sections/cryptography.js";
import { generate } from "./sections/generate.js";
import { inMemory, throughHttp } from "./sections/one-leg.js";
import { twoLegs } from "./sections/two-legs.js";
import { typeCheck } from "./sections/type-check.js";

interface Section {
  readonly title: string;
  readonly run: () => Promise<readonly Row[]>;
}

const sections: ReadonlyMap<string, Section> = new Map([
  ["two-legs", { title: "A call of two legs, in memory", run: twoLegs }],
  ["one-leg", { title: "A call of one leg, in memory", run: inMemory }],
  ["one-leg-http", { title: "A call of one leg, through the HTTP handler", run: throughHttp }],
  ["cryptography", { title: "Sealing and opening 128 bytes", run: cryptography }],
  ["generate", { title: "Processor time of `parley generate`", run: generate }],
  ["bundle-size", { title: "What the runtime adds to a bundle, gzip", run: bundleSize }],
  ["type-check", { title: "Type-check of the output of 1000 tools", run: typeCheck }],
]);

const chosen = process.argv.slice(2);
const [name, ...others] = chosen;
if (name !== undefined && others.length === 0) {
  const section = sections.get(name);
  if (section === undefined) throw new RangeError(`Sections: ${[...sections.keys()].join(", ")}`);
  printTable(section.title, await section.run());
  process.exit(0);
}
// A process for each, so that no section runs on what another has left in the heap and in the compiler.
for (const section of chosen.length > 0 ? chosen : sections.keys()) await inOwnProcess(section);

function inOwnProcess(section: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), section], {
      stdio: "inherit",
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The section ${section} ended with ${code}`));
    });
  });
}
