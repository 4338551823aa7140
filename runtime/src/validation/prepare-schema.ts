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
 * Only schema positions are touched, never values such as `const` or `default`.
 */
export function prepareSchema(schema: JsonObject): PreparedSchema {
  const found = { identified: false, renames: false };
  inspect(schema, found);
  return { schema: copySchema(schema, found.renames), ...found };
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

/** Keywords whose value is a map of schemas by name; the flag tells whether the names are member names. */
const mapKeywords: ReadonlyMap<string, boolean> = new Map([
  ["properties", true],
  ["dependentSchemas", true],
  ["patternProperties", false],
  ["$defs", false],
  ["definitions", false],
]);

const schemaKeywords: ReadonlySet<string> = new Set([
  "items",
  "prefixItems",
  "additionalItems",
  "additionalProperties",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
]);

function inspect(schema: unknown, found: { identified: boolean; renames: boolean }): void {
  if (Array.isArray(schema)) {
    for (const part of schema) inspect(part, found);
    return;
  }
  if (!isObject(schema)) return;
  if (typeof schema["$id"] === "string") found.identified = true;
  const required = schema["required"];
  if (Array.isArray(required) && required.some((name) => inherited.has(name))) found.renames = true;
  for (const [keyword, value] of Object.entries(schema)) {
    const names = mapKeywords.get(keyword);
    if (names !== undefined && isObject(value)) {
      if (names && Object.keys(value).some((name) => inherited.has(name))) found.renames = true;
      for (const part of Object.values(value)) inspect(part, found);
    } else if (schemaKeywords.has(keyword)) {
      inspect(value, found);
    }
  }
}

function copySchema(schema: JsonObject, renames: boolean): JsonObject {
  const copy = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "format") continue;
    setOwn(copy, keyword, copyKeyword(keyword, value, renames));
  }
  return copy;
}

function copyKeyword(keyword: string, value: unknown, renames: boolean): unknown {
  const names = mapKeywords.get(keyword);
  if (names !== undefined && isObject(value)) {
    const copy = {};
    for (const [name, part] of Object.entries(value)) {
      setOwn(copy, names && renames ? renamed(name) : name, copyPart(part, renames));
    }
    return copy;
  }
  if (schemaKeywords.has(keyword)) {
    return Array.isArray(value) ? value.map((part) => copyPart(part, renames)) : copyPart(value, renames);
  }
  if (renames && keyword === "required" && Array.isArray(value)) {
    return value.map((name) => (typeof name === "string" ? renamed(name) : name));
  }
  if (renames && keyword === "dependentRequired" && isObject(value)) {
    const copy = {};
    for (const [name, needed] of Object.entries(value)) {
      setOwn(copy, renamed(name), Array.isArray(needed) ? needed.map((other) => renamed(String(other))) : needed);
    }
    return copy;
  }
  if (renames && keyword === "$ref" && typeof value === "string") {
    return value.replaceAll(/\/properties\/([^/]+)/g, (_, name: string) => `/properties/${renamed(name)}`);
  }
  return value;
}

function copyPart(part: unknown, renames: boolean): unknown {
  return isObject(part) ? copySchema(part, renames) : part;
}
