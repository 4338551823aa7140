import { isObject, type JsonObject, setOwn } from "../json/plain-object.js";

export interface PreparedSchema {
  /** What the engine compiles. */
  readonly schema: JsonObject;
  /** True when values must go through {@link renameMembers} before they are judged. */
  readonly renames: boolean;
  /** True when the schema or a part of it has an `$id`. */
  readonly identified: boolean;
}

/**
 * Copies a schema into the form that the engine judges as JSON Schema means it.
 *
 * - `format` is dropped: here it is an annotation, and engines warn about formats that they do not know.
 * - Member names that objects inherit are renamed, since engines test presence by reading: `{}` would satisfy
 *   `required: [constructor]`, and a member `__proto__` would not be judged at all.
 *
 * Values such as `const` or `default` are never touched.
 */
export function prepareSchema(schema: JsonObject): PreparedSchema {
  const found = { identified: false, renames: false };
  const copy = copySchema(schema, found);
  return { schema: copy, ...found };
}

/** Renames the members that objects inherit, at every depth, as {@link prepareSchema} renamed them in the schema. */
export function renameMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameMembers);
  if (!isObject(value)) return value;
  const copy = {};
  for (const key of Object.keys(value)) setOwn(copy, renamed(key), renameMembers(value[key]));
  return copy;
}

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

// A character that no sane schema uses, and that sorts and prints harmlessly.
const mark = "\u00b7";

function renamed(name: string): string {
  return inherited.has(name) ? `${mark}${name}` : name;
}

/** What a schema turns out to need while it is copied. */
interface Found {
  identified: boolean;
  renames: boolean;
}

/** Keywords whose value is a map by name, of schemas or of lists of member names; the flag tells whether its names are such too. */
const mapKeywords: ReadonlyMap<string, boolean> = new Map([
  ["properties", true],
  ["dependentSchemas", true],
  ["dependentRequired", true],
  ["dependencies", true],
  ["patternProperties", false],
  ["$defs", false],
  ["definitions", false],
]);

/** Keywords whose value is no schema, nor made of any, whatever it looks like. */
const valueKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

function copySchema(schema: JsonObject, found: Found): JsonObject {
  if (typeof schema["$id"] === "string") found.identified = true;
  const copy = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // An object under that name is no format, but a part that something may refer to.
    if (keyword !== "format" || isObject(value)) setOwn(copy, keyword, copyKeyword(keyword, value, found));
  }
  return copy;
}

function copyKeyword(keyword: string, value: unknown, found: Found): unknown {
  const areMembers = mapKeywords.get(keyword);
  if (areMembers !== undefined && isObject(value)) {
    const copy = {};
    for (const [name, part] of Object.entries(value)) {
      const copied = Array.isArray(part) ? copyNames(part, found) : copyPart(part, found);
      setOwn(copy, areMembers ? rename(name, found) : name, copied);
    }
    return copy;
  }
  if (keyword === "required" && Array.isArray(value)) return copyNames(value, found);
  if (keyword === "$ref" && typeof value === "string") {
    return value.replaceAll(/\/properties\/([^/]+)/g, (_, name: string) => `/properties/${rename(name, found)}`);
  }
  return valueKeywords.has(keyword) ? value : copyPart(value, found);
}

function rename(name: string, found: Found): string {
  if (inherited.has(name)) found.renames = true;
  return renamed(name);
}

function copyNames(names: readonly unknown[], found: Found): unknown {
  return names.map((name) => (typeof name === "string" ? rename(name, found) : name));
}

function copyPart(part: unknown, found: Found): unknown {
  if (Array.isArray(part)) return part.map((item: unknown) => copyPart(item, found));
  return isObject(part) ? copySchema(part, found) : part;
}
