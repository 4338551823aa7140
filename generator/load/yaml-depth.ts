import { maxDepth } from "./limits.js";

/**
 * Offset at which a text is certainly nested too deeply, before a parser sees it: near the end of the stack the YAML library
 * does not fail but takes the process along. Texts inside scalars are counted too, which is why the bound is generous.
 */
export function firstTooDeep(text: string): number | undefined {
  return firstDeepBracket(text) ?? firstDeepBlock(text);
}

const bound = 2 * maxDepth;

/** Flow collections: brackets that are open. Quoted texts on one line are skipped. */
function firstDeepBracket(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // [ and {, ] and }, " and '.
    if (code === 91 || code === 123) {
      if (++depth > bound) return at;
    } else if (code === 93 || code === 125) depth = Math.max(0, depth - 1);
    else if (code === 34 || code === 39) {
      const end = text.indexOf(text.charAt(at), at + 1);
      const line = text.indexOf("\n", at + 1);
      if (end !== -1 && (line === -1 || end < line)) at = end;
    }
  }
  return undefined;
}

/** Block collections: columns that are open, counting each `- ` and `? ` that opens another on the same line. */
function firstDeepBlock(text: string): number | undefined {
  const columns: number[] = [];
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const stop = end === -1 ? text.length : end;
    let place = at;
    while (place < stop && text.charCodeAt(place) === 32) place++;
    if (place < stop) {
      let column = place - at;
      while (columns.length > 0 && (columns.at(-1) ?? 0) >= column) columns.pop();
      columns.push(column);
      // `- - - a` opens one collection after the other.
      while (isIndicator(text, place)) {
        place += 2;
        while (text.charCodeAt(place) === 32) place++;
        column = place - at;
        columns.push(column);
        if (columns.length > bound) return place;
      }
      if (columns.length > bound) return place;
    }
    at = stop + 1;
  }
  return undefined;
}

function isIndicator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // - ? and : as a key's value
  return (code === 45 || code === 63 || code === 58) && text.charCodeAt(at + 1) === 32;
}
