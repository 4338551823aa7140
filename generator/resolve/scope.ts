import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Origins } from "../load/origin.js";
import type { Project } from "./project.js";

/** What every step after loading is given: the documents, and where to say what is wrong. */
export interface Scope {
  readonly project: Project;
  readonly origins: Origins;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Inputs whose shape was checked. */
  readonly checked: Set<object>;
  /** What the schemas have that were checked already: shared ones are checked once. */
  readonly marks: Map<object, number>;
  /** Schemas from which no reference leads back to themselves, or was reported. */
  readonly followed: Set<object>;
  /** What defaults become when the defaults inside them are filled in, by the schema that has the default. */
  readonly grown: Map<object, { readonly values: number; readonly depth: number }>;
  /** Keys that a misspelt or misplaced one was meant to be, `tools.provision inputSchema`: they are not missed again. */
  readonly claimed: Set<string>;
  /** Keys that were reported as belonging elsewhere, by the mapping that holds them. */
  readonly misplaced: Map<object, ReadonlySet<string>>;
}

export function createScope(project: Project): [Scope, Diagnostic[]] {
  const diagnostics: Diagnostic[] = [];
  const scope: Scope = {
    project,
    origins: project.origins,
    report: (diagnostic) => void diagnostics.push(diagnostic),
    checked: new Set(),
    marks: new Map(),
    followed: new Set(),
    grown: new Map(),
    claimed: new Set(),
    misplaced: new Map(),
  };
  return [scope, diagnostics];
}
