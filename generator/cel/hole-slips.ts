/** A hole in the spelling of another language, which goes out as it is written. */
export interface HoleSlip {
  readonly written: string;
  /** What is inside, as far as it is a path. */
  readonly path: string;
}

const spellings = /(?<!\$)\{\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}\}|(?<!\$)\$\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}/g;

/** Most that are shown of one text. */
const mostShown = 10;

/** Finds `{{ path }}` and `${ path }` that start with a name that is known here. */
export function holeSlips(text: string, knows: (name: string) => boolean): readonly HoleSlip[] {
  const found = new Map<string, HoleSlip>();
  for (const [written, braces, dollar] of text.matchAll(spellings)) {
    const path = braces ?? dollar ?? "";
    if (knows(path.split(".")[0] ?? "")) found.set(written, { written, path });
    if (found.size === mostShown) break;
  }
  return [...found.values()];
}
