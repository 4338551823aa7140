import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import type { BuildContext } from "./build-context.js";
import type { InputModel } from "../model/model.js";
import { checkStateSize } from "./check-state-size.js";

/** Rounds that our runtime pushes to a 2025-era client, and that a client of 2026-07-28 goes along with. */
const roundLimit2025 = 8;
const roundLimit2026 = 10;

/** Proofs about all inputs of a primitive together: no circle, not too many rounds, answers that fit the sealed state. */
export function checkFlow(
  context: BuildContext,
  inputs: readonly InputModel[],
  declared: readonly DeclaredInput[],
  place: Location | undefined,
): void {
  if (inputs.length === 0) return;
  const cycles = findCycles(inputs);
  for (const cycle of cycles) {
    const [first] = cycle;
    const at = declared.find(({ key }) => key === first)?.place;
    context.scope.report(diagnose("inputs/cycle", at, { path: [...cycle, first ?? ""].join(" -> ") }));
  }
  if (cycles.length === 0) checkRounds(context, inputs, place);
  checkStateSize(context, inputs, declared);
}

/** Circles of waiting, each once, beginning with the input that comes first in the document. */
export function findCycles(inputs: readonly InputModel[]): readonly (readonly string[])[] {
  const needs = new Map(inputs.map((input) => [input.name, input.needs]));
  const state = new Map<string, "open" | "done">();
  const cycles: (readonly string[])[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    if (state.get(name) === "done") return;
    if (state.get(name) === "open") {
      cycles.push(trail.slice(trail.indexOf(name)));
      return;
    }
    state.set(name, "open");
    for (const need of needs.get(name) ?? []) visit(need, [...trail, name]);
    state.set(name, "done");
  };
  for (const input of inputs) visit(input.name, []);
  return cycles;
}

/** The path with most rounds of questions; what is computed takes none. */
export function longestPath(inputs: readonly InputModel[]): readonly string[] {
  const paths = new Map<string, readonly string[]>();
  const byName = new Map(inputs.map((input) => [input.name, input]));
  const pathTo = (name: string): readonly string[] => {
    const known = paths.get(name);
    if (known !== undefined) return known;
    const input = byName.get(name);
    let longest: readonly string[] = [];
    for (const need of input?.needs ?? []) {
      const path = pathTo(need);
      if (path.length > longest.length) longest = path;
    }
    const path =
      input === undefined || input.kind === "compute" || input.kind === "client" ? longest : [...longest, name];
    paths.set(name, path);
    return path;
  };
  let longest: readonly string[] = [];
  for (const input of inputs) {
    const path = pathTo(input.name);
    if (path.length > longest.length) longest = path;
  }
  return longest;
}

function checkRounds(context: BuildContext, inputs: readonly InputModel[], place: Location | undefined): void {
  const path = longestPath(inputs);
  const rounds = path.length;
  const values = { rounds, path: path.join(" -> ") };
  if (rounds > roundLimit2026) {
    context.scope.report(diagnose("inputs/round-limit", place, { ...values, limit: roundLimit2026 }));
  } else if (rounds > roundLimit2025) {
    context.scope.report(diagnose("inputs/round-limit-2025", place, { ...values, limit: roundLimit2025 }));
  }
}
