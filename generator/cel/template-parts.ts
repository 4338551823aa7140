export type TemplatePart =
  | string
  | { readonly kind: "hole"; readonly source: string; readonly start: number }
  | { readonly kind: "unclosed"; readonly start: number };

/** Splits a text at its holes. `$${{` stands for the characters `${{`; `}}` inside quotes does not end a hole. */
export function templateParts(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = "";
  let at = 0;
  const flush = (): void => {
    if (literal !== "") parts.push(literal);
    literal = "";
  };
  while (at < text.length) {
    const next = text.indexOf("${{", at);
    if (next === -1) break;
    if (text[next - 1] === "$" && next > at) {
      literal += `${text.slice(at, next - 1)}\${{`;
      at = next + 3;
      continue;
    }
    literal += text.slice(at, next);
    const end = holeEnd(text, next + 3);
    flush();
    if (end === undefined) {
      parts.push({ kind: "unclosed", start: next });
      return parts;
    }
    parts.push({ kind: "hole", source: text.slice(next + 3, end), start: next + 3 });
    at = end + 2;
  }
  literal += text.slice(at);
  flush();
  return parts;
}

function holeEnd(text: string, start: number): number | undefined {
  let quoted: string | undefined;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (quoted !== undefined) {
      if (character === "\\") at++;
      else if (character === quoted) quoted = undefined;
    } else if (character === '"' || character === "'") quoted = character;
    else if (text.startsWith("}}", at)) return at;
  }
  // A quote that is never closed: the first closing braces are what was meant.
  const plain = text.indexOf("}}", start);
  return quoted === undefined || plain === -1 ? undefined : plain;
}

/** True when a text holds something to fill in, or the escape for it. */
export const mayHaveHoles = (text: string): boolean => text.includes("${{");
