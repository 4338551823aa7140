/** A hole in the spelling of another language, which goes out as it is written. */
export interface HoleSlip {
  readonly written: string;
  /** What is inside, as far as it is a path. */
  readonly path: string;
}

const spellings = /(?<!\$)\{\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}\}|(?<!\$)\$\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}/g;

/** Finds `{{ path }}` and `${ path }` that start with a name that is known here. */
export function holeSlips(text: string, knows: (name: string) => boolean): readonly HoleSlip[] {
  return [...text.matchAll(spellings)].flatMap(([written, braces, dollar]) => {
    const path = braces ?? dollar ?? "";
    return knows(path.split(".")[0] ?? "") ? [{ written, path }] : [];
  });
}
