import { textFormats } from "../validation/formats.js";
import type { Field } from "./form-model.js";

/**
 * Says what fits a field, in English, for a line below its control: `A whole number, 1 to 9`.
 *
 * @returns an empty text where the control itself says everything.
 */
export function fieldHint(field: Field): string {
  const parts = hints(field).filter((part) => part !== "");
  const hint = parts.join(", ");
  return `${hint.slice(0, 1).toUpperCase()}${hint.slice(1)}`;
}

function hints(field: Field): readonly string[] {
  switch (field.control) {
    case "text":
      return [
        textFormats.get(field.format ?? "")?.words ?? "",
        // That a field is required says already that it holds something.
        counted(count(field.required && field.minLength === 1 ? 0 : field.minLength, field.maxLength), "character"),
      ];
    case "number":
      return [field.integer ? "a whole number" : "a number", range(field.minimum, field.maximum)];
    case "multi-select": {
      const items = count(field.minItems, field.maxItems);
      return [items === "" ? "choose any number" : `choose ${items}`];
    }
    case "check":
    case "select":
      return [];
    default:
      return [];
  }
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? "" : `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

/** A {@link range} of what there can be none of, but never less. */
function count(least: number | undefined, most: number | undefined): string {
  return range(least === 0 ? undefined : least, most);
}

function counted(range: string, noun: string): string {
  if (range === "") return "";
  return range.endsWith(" 1") ? `${range} ${noun}` : `${range} ${noun}s`;
}
