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
  const [now, before] = [shown, declared].map((schema) => shapesOf(schema, free));
  const names = [...Object.keys(declared.properties), ...Object.keys(shown.properties)];
  const name = names.find((candidate) => now?.get(candidate) !== before?.get(candidate));
  return name === undefined ? undefined : pointerTo("/properties", name);
}

/** The fields of a form, each as a text that is the same for all that take the same answers. */
function shapesOf({ properties, required = [] }: FormSchema, free: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).map(([name, field]) => {
      const choices = free.includes(name) ? undefined : (choicesOf(field) ?? choicesOf(field.items));
      const shape = [required.includes(name), ...constraints.map((keyword) => field[keyword]), choices?.toSorted()];
      return [name, JSON.stringify(shape)];
    }),
  );
}
