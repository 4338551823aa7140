import { unprintable } from "./unprintable.js";

/** A text with named holes, so that a diagnostic's message and its data cannot drift apart. */
export interface MessageTemplate<Hole extends string> {
  readonly parts: readonly string[];
  readonly holes: readonly Hole[];
}

/** Tag of a message: `` message`Unknown key "${"key"}".` ``. */
export function message<const Holes extends readonly string[]>(
  parts: TemplateStringsArray,
  ...holes: Holes
): MessageTemplate<Holes[number]> {
  return { parts, holes };
}

/** Long values would bury the sentence around them. */
const longestValue = 160;

/** One line, bounded: what a document says is shown, but never shapes the report. */
function shown(value: string | number): string {
  const text = String(value)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replaceAll(unprintable, "\uFFFD");
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** Fills the holes of a message. */
export function fill<Hole extends string>(
  template: MessageTemplate<Hole>,
  values: Readonly<Record<Hole, string | number>>,
): string {
  let text = template.parts[0] ?? "";
  template.holes.forEach((hole, index) => {
    text += shown(values[hole]) + (template.parts[index + 1] ?? "");
  });
  return text;
}
