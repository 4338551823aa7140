import { ParseError, parse } from "@marcbachmann/cel-js";
import type { ParseCel } from "./cel-node.js";

/** Longest expression; nothing that a person can review is longer. */
const longest = 4000;

/** Parses an expression. */
export const parseCel: ParseCel = (source) => {
  if (source.length > longest) return { problem: `it has more than ${longest} characters`, start: 0, end: 1 };
  try {
    return parse(source).ast;
  } catch (error) {
    if (error instanceof ParseError) {
      const start = Math.min(error.range?.start ?? 0, Math.max(0, source.length - 1));
      const problem = error.summary.charAt(0).toLowerCase() + error.summary.slice(1);
      return { problem, start, end: Math.max(start + 1, error.range?.end ?? start + 1) };
    }
    if (error instanceof RangeError) return { problem: "it is nested too deeply", start: 0, end: 1 };
    throw error;
  }
};
