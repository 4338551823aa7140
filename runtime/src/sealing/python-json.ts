import { asciiJson } from "../json/ascii-json.js";
import { maxDepth } from "../json/canonical-json.js";

/**
 * JSON as the Python SDK digests arguments: `json.dumps` with sorted keys, compact separators and ASCII only. Members are sorted
 * by code points, and numbers are written as Python's `repr` does.
 *
 * Python tells `1.0` from `1` and keeps every digit of a long integer; a JavaScript number no longer knows. Arguments with such
 * numbers have another digest there, and their states are refused.
 *
 * @throws {RangeError} when nested too deeply.
 */
export function pythonJson(value: unknown): string {
  return write(value, 0, sortedMembers);
}

/** The same, with members in the order that they have. */
export function pythonJsonAsIs(value: unknown): string {
  return write(value, 0, (object) => Object.entries(object));
}

/**
 * The same, with members ordered as Pydantic orders those of a JSON Schema: by name, but the fields of a form as they were
 * declared.
 */
export function pythonSchemaJson(schema: unknown): string {
  return write(schema, 0, (object, at) => (at === "properties" ? Object.entries(object) : sortedMembers(object)));
}

/** A number that is a `float` in Python, whatever its value: `1` is `1.0`. */
export function pythonFloat(value: unknown): string {
  if (typeof value !== "number") return pythonJson(value);
  const text = writeFloat(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** The members of an object in the order of writing; `at` is the name of the member that holds the object. */
type Members = (object: object, at: string | undefined) => readonly (readonly [string, unknown])[];

function write(value: unknown, depth: number, members: Members, at?: string): string {
  if (depth > maxDepth) throw new RangeError(`JSON nested deeper than ${maxDepth} levels`);
  if (typeof value === "string") return asciiJson(value);
  if (typeof value === "number") return writeNumber(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1, members)).join(",")}]`;
  const written = members(value, at)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${asciiJson(key)}:${write(member, depth + 1, members, key)}`);
  return `{${written.join(",")}}`;
}

function sortedMembers(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).toSorted(([left], [right]) => compareCodePoints(left, right));
}

function writeNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21)
    return Object.is(value, -0) ? "-0.0" : BigInt(value).toString();
  return writeFloat(value);
}

/** Python's `repr` of a float switches to an exponent below 1e-4 and from 1e16 on, and writes two digits of it. */
function writeFloat(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const scientific = value.toExponential();
  const exponent = Number(scientific.slice(scientific.indexOf("e") + 1));
  const text = exponent < -4 || exponent >= 16 ? scientific : String(value);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

function compareCodePoints(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let index = 0; index < a.length; index += 1) {
    // Where one text ends it is less than the other.
    const difference = (a[index]?.codePointAt(0) ?? -1) - (b[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return -1;
}
