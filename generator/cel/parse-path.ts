import type { CelNode } from "./cel-node.js";

const word = "[A-Za-z_][A-Za-z0-9_]*";
const pathPattern = new RegExp(`^\\s*${word}(?:\\.${word})*\\s*$`);
const wordPattern = new RegExp(`^${word}$`);
const literals: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** Words that CEL keeps for itself. */
const reserved: ReadonlySet<string> = new Set(
  "as break const continue else false for function if import in let loop namespace null package return true var void while".split(
    " ",
  ),
);

/** True when an expression can name it. */
export const isNameable = (name: string): boolean => wordPattern.test(name) && !reserved.has(name);

/** Parses `args.name`, the expression that nearly every text is made of, without the CEL library. */
export function parsePath(source: string): CelNode | undefined {
  if (!pathPattern.test(source)) return undefined;
  const start = source.length - source.trimStart().length;
  const steps = source.trim().split(".");
  const [first = ""] = steps;
  if (literals.has(first)) return undefined;
  let end = start + first.length;
  let node: CelNode = { op: "id", args: first, start, end };
  for (const step of steps.slice(1)) {
    end += 1 + step.length;
    node = { op: ".", args: [node, step], start, end };
  }
  return node;
}
