/** Two columns wide: the blocks of East Asian scripts and of pictures (Unicode TR 11, as far as words need it). */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/**
 * Breaks lines between words, so that what stands beside them goes on beside every one. A word that is longer than a
 * line stays whole: it may be an address, which is copied.
 *
 * @param columns - that a line may take.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = "";
  for (const word of line.trim().split(/\s+/)) {
    const longer = current === "" ? `${indent}${word}` : `${current} ${word}`;
    if (current === "" || widthOf(longer) <= columns) {
      current = longer;
      continue;
    }
    lines.push(current);
    current = `${indent}${word}`;
  }
  return [...lines, current];
}

function widthOf(text: string): number {
  return Array.from(text, (character): number => (wide.test(character) ? 2 : 1)).reduce((sum, each) => sum + each, 0);
}
