/** A document that was read, kept as text so that offsets can become lines and frames. */
export interface SourceFile {
  /** As people see it: relative to the working folder where possible, with `/`. */
  readonly path: string;
  /** As the host reads it. */
  readonly absolute: string;
  /** Without byte order mark; line ends are `\n`. */
  readonly text: string;
}

export interface Location {
  readonly file: SourceFile;
  /** UTF-16 offsets into `file.text`, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The same location as mere data: it may be one that is only now looked up. */
export function plainLocation({ file, start, end }: Location): Location {
  return { file, start, end };
}

export interface Position {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<SourceFile, readonly number[]>();

/** Offsets at which the lines of a file start; computed once per file, and only when somebody asks. */
export function lineStartsOf(file: SourceFile): readonly number[] {
  const known = lineStarts.get(file);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = file.text.indexOf("\n"); at !== -1; at = file.text.indexOf("\n", at + 1)) starts.push(at + 1);
  lineStarts.set(file, starts);
  return starts;
}

/** Line and column of an offset, both from 1. */
export function positionAt(file: SourceFile, offset: number): Position {
  const starts = lineStartsOf(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
