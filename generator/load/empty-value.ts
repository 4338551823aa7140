import type { Location, SourceFile } from "../diagnostics/source-file.js";
import type { DiagnosticExtras } from "../diagnostics/diagnostic.js";

/** What to do about a value that YAML sees as empty, though its author wrote one; `place` is where the value or its key is. */
export function emptyValueHelp(place: Location | undefined, key: string): DiagnosticExtras {
  if (place === undefined) return {};
  const { file, start, end } = place;
  const lineEnd = endOfLine(file.text, end);
  const after = file.text.slice(end, lineEnd);
  const comment = hiddenReference(file, file.text.lastIndexOf("\n", start - 1) + 1, lineEnd);
  const isHere =
    comment !== undefined && comment.start >= start && /^[\s:]*$/.test(file.text.slice(end, comment.start));
  if (isHere) return { help: comment.help };
  return /^\s*:\s*(?:\s#.*)?$/.test(after) ? { help: `What belongs to "${key}" is indented further than it.` } : {};
}

/** A `$ref: #/schemas/NAME` without quotes, of which YAML sees nothing: the last one between two offsets. */
export function hiddenReference(
  { text }: SourceFile,
  from: number,
  to: number,
): (Omit<Location, "file"> & { readonly help: string }) | undefined {
  let last: RegExpExecArray | undefined;
  // Something that wants a value stands before it on its line, and no comment.
  const places = /^(?:[^#\n]|(?<=[^\s])#)*[:,[{-][ \t]+(#\/[^\s,[\]{}"']*)/gm;
  for (const match of text.slice(from, to).matchAll(places)) {
    const unquoted = match[0].replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
    if (!/["']/.test(unquoted)) last = match;
  }
  const reference = last?.[1];
  if (last === undefined || reference === undefined) return undefined;
  const end = from + last.index + last[0].length;
  const help = `Without quotes "#" begins a comment, and nothing is left. Write "${reference}" in quotes.`;
  return { start: end - reference.length, end, help };
}

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
