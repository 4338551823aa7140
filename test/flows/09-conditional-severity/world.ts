export type Severity = "info" | "warning" | "error";

/** Errors of a crash reporter: severity and state by id. */
export interface World {
  readonly errors: Map<string, { severity: Severity; state: string }>;
}

export function createWorld(): World {
  return { errors: new Map([["e-1", { severity: "error", state: "open" }]]) };
}
