import type { Timing } from "./rounds.js";

/** One line of the report. */
export interface Row {
  readonly name: string;
  readonly value: number;
  /** Of the value and the goal; a ratio has none. */
  readonly unit: string;
  /** How far the value can be trusted: the same from two halves of a run, or lowest and highest of several processes. */
  readonly spread?: readonly [number, number];
  /** What the value must not exceed. */
  readonly goal?: number;
}

/** `left ÷ right`, with a goal that it must not exceed. */
export function ratioRow(name: string, left: Timing, right: Timing, goal?: number): Row {
  return {
    name,
    value: left.quiet / right.quiet,
    unit: "",
    spread: [left.halves[0] / right.halves[0], left.halves[1] / right.halves[1]],
    ...(goal !== undefined && { goal }),
  };
}

/** A quantity with its unit, and perhaps a goal in the same unit. */
export function quantityRow(name: string, value: number, unit: string, goal?: number): Row {
  return { name, value, unit, ...(goal !== undefined && { goal }) };
}

/** The median of each row over the processes that measured it. */
export function medianRows(measured: readonly (readonly Row[])[]): readonly Row[] {
  const [first = []] = measured;
  if (measured.length === 1) return first;
  return first.map((row, index) => {
    const values = measured.map((rows) => rows[index]?.value ?? Number.NaN).sort((left, right) => left - right);
    const at = (place: number): number => values[place] ?? Number.NaN;
    return { ...row, value: at(Math.floor(values.length / 2)), spread: [at(0), at(values.length - 1)] };
  });
}

/** Prints rows as aligned columns. */
export function printTable(title: string, rows: readonly Row[]): void {
  const cells = rows.map(({ name, value, unit, spread, goal }) => [
    name,
    `${value.toFixed(2)} ${unit}`.trim(),
    spread === undefined ? "" : [...spread].map((end) => end.toFixed(2)).join(" "),
    goal === undefined ? "" : `<= ${goal} ${unit}`.trim(),
    goal === undefined ? "" : value <= goal ? "holds" : "MISSED",
  ]);
  const table = [["", "figure", "spread", "goal", ""], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log(`\n${title}`);
  for (const row of table) {
    console.log(`  ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  ")}`.trimEnd());
  }
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
