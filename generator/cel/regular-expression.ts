import { patternProblem } from "../resolve/pattern.js";

/**
 * Translates a CEL pattern (RE2 syntax) to a JavaScript pattern for the `u` flag that accepts the same texts. Whatever
 * does not mean the same in both is refused.
 */
export function translatePattern(pattern: string): { readonly source: string } | { readonly problem: string } {
  let source = "";
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at);
    const character = pattern.charAt(at);
    if (character === "\\") {
      const next = pattern.charAt(at + 1);
      const made = escape(next, inClass);
      if (made === undefined) return { problem: `holds "\\${next}", which differs between RE2 and JavaScript` };
      source += made;
      at++;
      if (next === "x") {
        const digits = /^\\x[0-9A-Fa-f]{2}/.exec(rest)?.[0];
        if (digits === undefined) return { problem: "holds an escape that JavaScript does not have" };
        source += digits.slice(2);
        at += 2;
      }
    } else if (inClass) {
      if (rest.startsWith("[:")) return { problem: "holds a POSIX class, which JavaScript does not have" };
      if (character === "]" && !/\[\^?$/.test(source)) inClass = false;
      else if (character === "]") return { problem: "holds a bracket that differs between RE2 and JavaScript" };
      source += character === "[" ? "\\[" : character;
    } else if (character === "[") {
      inClass = true;
      source += character;
    } else if (character === ".") source += "[^\\n]";
    else if (rest.startsWith("(?") && !rest.startsWith("(?:")) {
      return { problem: "holds a group that only one of RE2 and JavaScript knows" };
    } else if (/^[*+?}]\+/.test(rest)) return { problem: "holds a possessive quantifier" };
    else if (
      /^\{\d+(?:,\d*)?\}/.test(rest) &&
      [...rest.slice(0, rest.indexOf("}")).matchAll(/\d+/g)].some(([n]) => Number(n) > 1000)
    ) {
      return { problem: "repeats more than 1000 times, which RE2 refuses" };
    } else source += character === "/" ? "\\/" : character;
  }
  if (patternProblem(source) !== undefined) return { problem: "is not a regular expression" };
  return { source: lineBreaks(source) };
}

const same: ReadonlySet<string> = new Set("dDwWbBtnfrv.*+?()[]{}|^$/\\-x".split(""));

function escape(next: string, inClass: boolean): string | undefined {
  if (next === "s") return inClass ? "\\t\\n\\f\\r " : "[\\t\\n\\f\\r ]";
  if (next === "S") return inClass ? undefined : "[^\\t\\n\\f\\r ]";
  if (next === "b" && inClass) return undefined;
  if (next === "B" && inClass) return undefined;
  // In a pattern with the u flag a hyphen may be escaped inside a class only.
  if (next === "-") return inClass ? "\\-" : "-";
  return same.has(next) ? `\\${next}` : undefined;
}

/** A pattern literal cannot hold a line break. */
const lineBreaks = (source: string): string =>
  source
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
