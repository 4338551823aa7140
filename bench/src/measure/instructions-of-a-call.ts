import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** How often the calls of one process are counted. */
export const windows = 3;

/** The calls of one window. */
export const callsCounted = 400;

/** Instructions of one call. */
export interface Instructions {
  /** All but the collection of garbage and the compiler; of the window with the fewest, since what is left of the two only adds to it. */
  readonly work: number;
  /** Of the collection of young garbage; the mean of the windows. */
  readonly garbage: number;
}

const worker = fileURLToPath(new URL("../counted/serve-calls.js", import.meta.url));

// One thread, so that nothing is done elsewhere; optimised after fewer calls than usual, since Valgrind is slow.
const node = ["--expose-gc", "--single-threaded", "--hash-seed=1", "--random-seed=1", "--interrupt-budget=8000"];

/** Counts the instructions of one call in a process of its own. Callgrind begins to count when the process says so. */
export async function instructionsOfCall(server: string, tools: number, transport: string): Promise<Instructions> {
  const folder = mkdtempSync(path.join(tmpdir(), "parley-bench-"));
  const out = path.join(folder, "out");
  const callgrind = [
    "--tool=callgrind",
    "--instr-atstart=no",
    "--smc-check=all-non-file",
    `--callgrind-out-file=${out}`,
  ];
  const program = [process.execPath, ...node, worker, server, String(tools), transport];
  try {
    await promisify(execFile)("valgrind", [...callgrind, ...program]);
    const counts = Array.from({ length: windows }, (_, at) => readCounts(readFileSync(`${out}.${at + 1}`, "utf8")));
    const work = counts.map((count) => count.work / callsCounted);
    return {
      work: Math.min(...work),
      garbage: counts.reduce((sum, { garbage }) => sum + garbage, 0) / windows / callsCounted,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ofCompiler = /compiler::|turboshaft|maglev/;
const ofGarbage =
  /Scaveng|IterateObjectCache|Mark|Sweep|Visitor|GC|Heap::|Evacuat|Pretenur|Slot|RememberedSet|MemoryChunk|Worklist|SizeFromMap|BodyDescriptor/;

/**
 * Adds up the functions of a profile of Callgrind: `fn=(7) name`, or `fn=(7)` for a name that was given before, followed by lines of
 * a place and a count. The line after a `calls=` counts for the function called, which has lines of its own.
 */
function readCounts(profile: string): { readonly work: number; readonly garbage: number } {
  const names = new Map<string, string>();
  let current = "";
  let ofCallee = false;
  let work = 0;
  let garbage = 0;
  for (const line of profile.split("\n")) {
    const [, kind, number = "", name] = /^(c?fn)=\((\d+)\)(?: (.*))?$/.exec(line) ?? [];
    if (kind !== undefined) {
      if (name !== undefined) names.set(number, name);
      if (kind === "fn") current = names.get(number) ?? "";
      continue;
    }
    const [, count] = /^[\d+*-]\S* (\d+)$/.exec(line) ?? [];
    if (count !== undefined && !ofCallee && !ofCompiler.test(current)) {
      if (ofGarbage.test(current)) garbage += Number(count);
      else work += Number(count);
    }
    ofCallee = line.startsWith("calls=");
  }
  return { work, garbage };
}
