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

const isNode = (value: unknown): value is CelNode =>
  typeof value === "object" && value !== null && "op" in value && "start" in value;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The operands of an operator, the items of a list literal. */
export function operandsOf(node: CelNode): readonly CelNode[] {
  return isNode(node.args) ? [node.args] : listOf(node.args).filter(isNode);
}

export interface Selection {
  readonly parent: CelNode;
  readonly name: string;
}

/** The parts of `parent.name`, or undefined for every other node. */
export function selectionOf(node: CelNode): Selection | undefined {
  const [parent, name] = listOf(node.args);
  return node.op === "." && isNode(parent) && typeof name === "string" ? { parent, name } : undefined;
}

export interface Call {
  readonly name: string;
  /** What a method is called on. */
  readonly receiver?: CelNode;
  readonly values: readonly CelNode[];
}

/** The parts of `name(values)` and `receiver.name(values)`. */
export function callOf(node: CelNode): Call | undefined {
  const [name, second, third] = listOf(node.args);
  if (typeof name !== "string") return undefined;
  if (node.op === "call") return { name, values: listOf(second).filter(isNode) };
  return isNode(second) ? { name, receiver: second, values: listOf(third).filter(isNode) } : undefined;
}

/** The entries of a map literal. */
export function entriesOf(node: CelNode): readonly (readonly [CelNode, CelNode])[] {
  return listOf(node.args).flatMap((entry) => {
    const [key, value] = listOf(entry);
    return isNode(key) && isNode(value) ? [[key, value] as const] : [];
  });
}
