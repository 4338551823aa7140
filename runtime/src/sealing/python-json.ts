import { asciiJson } from "../json/ascii-json.js";
import { maxDepth } from "../json/canonical-json.js";

/**
 * JSON as the Python SDK digests it: `json.dumps` with sorted keys, compact separators and ASCII only. Members are sorted by code
 * points, and numbers are written as Python's `repr` does.
 *
 * Python tells `1.0` from `1` and keeps every digit of a long integer; a JavaScript number no longer knows. Arguments with such
 * numbers have another digest there, and their states are refused.
 *
 * @throws {RangeError} when nested too deeply.
 */
export function pythonJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > maxDepth) throw new RangeError(`JSON nested deeper than ${maxDepth} levels`);
  if (typeof value === "string") return asciiJson(value);
  if (typeof value === "number") return writeNumber(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  const members = Object.entries(value).toSorted(([left], [right]) => compareCodePoints(left, right));
  return `{${members.map(([key, member]) => `${asciiJson(key)}:${write(member, depth + 1)}`).join(",")}}`;
}

/** Python's `repr` of a float switches to an exponent below 1e-4 and from 1e16 on, and writes two digits of it. */
function writeNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21)
    return Object.is(value, -0) ? "-0.0" : BigInt(value).toString();
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  const text = exponent < -4 || exponent >= 16 ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

function compareCodePoints(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
