import { isObject, own } from "../json/plain-object.js";
import { pointerTo } from "../validation/schemas.js";
import { ownValue } from "./own-value.js";

/** What decides which answers fit a field, beside its choices. */
const constraints = ["type", "format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"];

/**
 * Compares the form that a server shows with the one that its spec declares, by what answers fit: titles, descriptions
 * and defaults, the order of things, and how choices are written do not count; nor do the choices of the fields in `free`.
 *
 * @returns a JSON Pointer to the first difference.
 */
export function formDifference(shown: unknown, declared: unknown, free: readonly string[] = []): string | undefined {
  const [now, before] = [fieldsOf(shown), fieldsOf(declared)];
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const isFree = free.includes(name);
    if (fieldShape(now.get(name), isFree) !== fieldShape(before.get(name), isFree))
      return pointerTo("/properties", name);
  }
  return sorted(ownValue(shown, "required")) === sorted(ownValue(declared, "required")) ? undefined : "/required";
}

function fieldsOf(schema: unknown): ReadonlyMap<string, unknown> {
  const properties = ownValue(schema, "properties");
  return new Map(isObject(properties) ? Object.entries(properties) : []);
}

function fieldShape(field: unknown, free: boolean): string {
  if (!isObject(field)) return "";
  const choices = free ? "free" : sorted(choicesOf(field) ?? choicesOf(own(field, "items")));
  return JSON.stringify([...constraints.map((keyword) => own(field, keyword)), choices]);
}

/** The values of `enum`, or of titled constants. */
function choicesOf(schema: unknown): unknown {
  const options = ownValue(schema, "oneOf") ?? ownValue(schema, "anyOf");
  return (
    ownValue(schema, "enum") ??
    (Array.isArray(options) ? options.map((option) => ownValue(option, "const")) : undefined)
  );
}

/** A list of texts as one text, whatever its order. */
function sorted(list: unknown): string {
  const texts: readonly string[] = Array.isArray(list) ? list.map(String) : [];
  // Compared by code unit: two lists with the same members come out the same, and that is all it is for.
  return JSON.stringify([...new Set(texts)].sort((left, right) => (left < right ? -1 : 1)));
}
