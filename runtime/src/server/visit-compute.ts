import { jsonProblem } from "../json/json-problem.js";
import { describeProblems } from "../validation/schemas.js";
import { traceDropped } from "./events.js";
import type { ComputeInput } from "./input.js";
import { runStep } from "./run-step.js";
import { compiledSchema } from "./schemas.js";
import { computeCall, settleAs, type Task, type Walk } from "./walk.js";

/** Looks at an input that the author computes: takes what is sealed, or returns what must be run. */
export function visitCompute<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: ComputeInput<Args, Inputs, Handlers>,
): Task | undefined {
  const entry = walk.entries.get(input.name);
  if (entry?.kind === "computed" && input.refresh !== true) {
    // After a deployment the specification may ask for another shape than the one that was sealed.
    if (walk.run.resumed?.respecified !== true || compiledSchema(input.schema)(entry.value) === undefined) {
      settleAs(walk, input.name, entry.value);
      return undefined;
    }
    traceDropped(walk.run, input.name, "respecified");
    // Once: the inputs may be gone over again before it is computed.
    walk.entries.delete(input.name);
  }
  return async () => {
    const step = `compute ${input.name}`;
    const value = await runStep(walk.run, step, () => input.compute(walk.handlers, computeCall(walk)));
    const unwritable = jsonProblem(value);
    if (unwritable !== undefined) throw new TypeError(`The value ${unwritable}, which JSON cannot carry`);
    const problems = compiledSchema(input.schema)(value);
    if (problems !== undefined)
      throw new TypeError(`The value does not match its schema: ${describeProblems(problems)}`);
    if (input.refresh !== true) walk.entries.set(input.name, { kind: "computed", value });
    settleAs(walk, input.name, value);
  };
}
