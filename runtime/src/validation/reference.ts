import { isObject, type JsonObject, own } from "../json/plain-object.js";

/** More references in a row than a sane schema has; they may also go in a circle. */
const mostHops = 16;

/**
 * Follows the references of a schema inside its document. A schema with members beside its reference speaks for itself.
 *
 * @param keyword - a schema that has it beside its reference speaks for itself too.
 * @returns the schema that is meant; `undefined` for a boolean schema and for a reference that leaves the document.
 */
export function dereference(root: JsonObject, schema: unknown, keyword = "properties"): JsonObject | undefined {
  let node = schema;
  for (let hops = 0; hops < mostHops; hops += 1) {
    if (!isObject(node)) return undefined;
    const reference = node["$ref"];
    if (typeof reference !== "string" || Object.hasOwn(node, "properties") || Object.hasOwn(node, keyword)) return node;
    if (reference === "#") node = root;
    else if (reference.startsWith("#/")) node = valueAt(root, segmentsOf(decodeFragment(reference)));
    else return undefined;
  }
  return undefined;
}

/** The names that a JSON Pointer (RFC 6901) goes through. */
export function segmentsOf(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at the end of a path; own members only. */
export function valueAt(value: unknown, segments: readonly string[]): unknown {
  let current = value;
  for (const segment of segments) {
    if (Array.isArray(current)) current = current[Number(segment)];
    else if (isObject(current)) current = own(current, segment);
    else return undefined;
  }
  return current;
}

function decodeFragment(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}
