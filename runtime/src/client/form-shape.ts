import { own } from "../json/plain-object.js";
import { bounds, choicesOf, type FormSchema, pointerTo } from "../validation/schemas.js";

/** What decides which answers fit a field, beside its choices. */
const constraints = ["type", "format", ...bounds] as const;

/**
 * Compares the form that a server shows with the one that its spec declares, by what answers fit: titles, descriptions
 * and defaults, the order of things, and how choices are written do not count; nor do the choices of the fields in `free`.
 *
 * @returns a JSON Pointer to the first field that differs, or that only one of them has or requires.
 */
export function formDifference(
  shown: FormSchema,
  declared: FormSchema,
  free: readonly string[] = [],
): string | undefined {
  const names = [...Object.keys(declared.properties), ...Object.keys(shown.properties)];
  const name = names.find((each) => shapeOf(shown, each, free) !== shapeOf(declared, each, free));
  return name === undefined ? undefined : pointerTo("/properties", name);
}

/** A field as a text that is the same for all that take the same answers; nothing where the form does not have it. */
function shapeOf({ properties, required = [] }: FormSchema, name: string, free: readonly string[]): string | undefined {
  const field = own(properties, name);
  if (field === undefined) return undefined;
  const choices = free.includes(name) ? undefined : (choicesOf(field) ?? choicesOf(field.items));
  return JSON.stringify([
    required.includes(name),
    ...constraints.map((keyword) => field[keyword]),
    choices?.toSorted(),
  ]);
}
