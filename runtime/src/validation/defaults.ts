import { isObject, type JsonObject, own, setOwn } from "../json/plain-object.js";

/**
 * Fills in the defaults that a schema declares for absent members, at any depth that the value reaches. The value given is
 * never changed; it is returned as it is when nothing is missing.
 *
 * Members are found through `properties`, `items` and references inside the document; a default inside `anyOf` and the like
 * has no one meaning and is left alone.
 */
export type ApplyDefaults = (value: JsonObject) => JsonObject;

export function defaultsOf(schema: JsonObject): ApplyDefaults {
  if (!mentionsDefault(schema)) return (value) => value;
  return (value) => {
    const filled = fill(schema, schema, value);
    return isObject(filled) ? filled : value;
  };
}

function mentionsDefault(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"default":');
}

function fill(root: JsonObject, schema: unknown, value: unknown): unknown {
  const node = follow(root, schema);
  if (node === undefined) return value;
  if (Array.isArray(value)) {
    const items = node["items"];
    if (items === undefined) return value;
    const filled = value.map((item) => fill(root, items, item));
    return filled.some((item, index) => item !== value[index]) ? filled : value;
  }
  const properties = node["properties"];
  if (!isObject(value) || !isObject(properties)) return value;
  let copy: JsonObject | undefined;
  for (const [name, property] of Object.entries(properties)) {
    const present = Object.hasOwn(value, name);
    const current = own(value, name);
    const next = present ? fill(root, property, current) : defaultOf(root, property);
    if (next === current) continue;
    copy ??= copyOf(value);
    setOwn(copy, name, next);
  }
  return copy ?? value;
}

/** The default of a property, a copy, so that no call can change what the next one gets. */
function defaultOf(root: JsonObject, property: unknown): unknown {
  if (isObject(property) && Object.hasOwn(property, "default")) return structuredClone(property["default"]);
  const node = follow(root, property);
  return node !== undefined && Object.hasOwn(node, "default") ? structuredClone(node["default"]) : undefined;
}

function copyOf(value: JsonObject): JsonObject {
  const copy = {};
  for (const key of Object.keys(value)) setOwn(copy, key, value[key]);
  return copy;
}

function follow(root: JsonObject, schema: unknown): JsonObject | undefined {
  let node = schema;
  for (let hops = 0; hops < 16; hops += 1) {
    if (!isObject(node)) return undefined;
    const reference = node["$ref"];
    if (typeof reference !== "string" || Object.hasOwn(node, "properties")) return node;
    if (!reference.startsWith("#/")) return undefined;
    let target: unknown = root;
    for (const segment of reference.slice(2).split("/")) {
      target = isObject(target) ? own(target, decodeSegment(segment)) : undefined;
    }
    node = target;
  }
  return undefined;
}

function decodeSegment(segment: string): string {
  const pointer = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
