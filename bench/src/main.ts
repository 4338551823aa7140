import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { medianRows, printTable, type Row } from "./measure/table.js";
import { bundleSize } from "./sections/bundle-size.js";
import { cryptography } from "./sections/cryptography.js";
import { canCountInstructions } from "./measure/instructions.js";
import { generate } from "./sections/generate.js";
import { instructions } from "./sections/instructions.js";
import { inMemory, throughHttp } from "./sections/one-leg.js";
import { oneLegInstructions } from "./sections/one-leg-instructions.js";
import { twoLegs } from "./sections/two-legs.js";
import { typeCheck } from "./sections/type-check.js";

interface Section {
  readonly title: string;
  readonly run: () => Promise<readonly Row[]>;
  /** In how many processes it is measured, one after the other. */
  readonly processes?: number;
  /** False where the machine lacks what the section needs. */
  readonly possible?: () => boolean;
}

const sections: ReadonlyMap<string, Section> = new Map([
  ["two-legs", { title: "A call of two legs, in memory", run: twoLegs, processes: 7 }],
  ["one-leg", { title: "A call of one leg, in memory", run: inMemory, processes: 5 }],
  ["one-leg-http", { title: "A call of one leg, through the HTTP handler", run: throughHttp, processes: 3 }],
  ["cryptography", { title: "Sealing and opening 128 bytes", run: cryptography, processes: 3 }],
  ["generate", { title: "Processor time of `parley generate`", run: generate }],
  ["bundle-size", { title: "What the runtime adds to a bundle, gzip", run: bundleSize }],
  ["type-check", { title: "Type-check of the output of 1000 tools", run: typeCheck }],
  [
    "one-leg-instructions",
    {
      title: "A call of one leg, in instructions, counted by valgrind",
      run: oneLegInstructions,
      possible: canCountInstructions,
    },
  ],
  ["instructions", { title: "Instructions, counted by valgrind", run: instructions, possible: canCountInstructions }],
]);

const [, , ...chosen] = process.argv;
if (process.send === undefined) {
  for (const name of chosen.length > 0 ? chosen : sections.keys()) {
    const { title, processes = 1, possible = () => true } = sectionOf(name);
    if (!possible()) {
      console.log(`\n${title}\n  left out: valgrind is not installed`);
      continue;
    }
    const measured: (readonly Row[])[] = [];
    // A process has a layout of memory and an order of compilation of its own, which are worth some per cent and stay as they are.
    for (let count = 0; count < processes; count += 1) measured.push(await inOwnProcess(name));
    printTable(title, medianRows(measured));
  }
} else {
  const [name = ""] = chosen;
  const rows = await sectionOf(name).run();
  process.send(rows, () => process.exit(0));
}

function sectionOf(name: string): Section {
  const section = sections.get(name);
  if (section === undefined) throw new RangeError(`Sections: ${[...sections.keys()].join(", ")}`);
  return section;
}

function inOwnProcess(name: string): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [name], { execArgv: process.execArgv });
    let rows: readonly Row[] | undefined;
    child.on("message", (message) => (rows = message as readonly Row[]));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0 && rows !== undefined) resolve(rows);
      else reject(new Error(`The section ${name} ended with ${code}`));
    });
  });
}
