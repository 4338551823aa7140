/** A node of a parsed expression, as the CEL library gives it. */
export interface CelNode {
  readonly op: string;
  readonly args: unknown;
  /** Offsets into the expression. */
  readonly start: number;
  readonly end: number;
}

export interface CelSyntaxProblem {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

export type ParseCel = (source: string) => CelNode | CelSyntaxProblem;

export const isSyntaxProblem = (found: CelNode | CelSyntaxProblem): found is CelSyntaxProblem => "problem" in found;
