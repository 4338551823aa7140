import type { Timing } from "./rounds.js";

/** One line of the report. */
export interface Row {
  readonly name: string;
  readonly figure: string;
  /** The figure in two halves of the same run. */
  readonly halves?: string;
  readonly goal?: string;
  /** Whether the goal holds; absent where there is none. */
  readonly holds?: boolean;
}

/** `left ÷ right`, with a goal that it must not exceed. */
export function ratioRow(name: string, left: Timing, right: Timing, goal?: number): Row {
  const ratio = left.quiet / right.quiet;
  const [first, second] = [left.halves[0] / right.halves[0], left.halves[1] / right.halves[1]];
  return {
    name,
    figure: ratio.toFixed(2),
    halves: `${first.toFixed(2)} ${second.toFixed(2)}`,
    ...(goal !== undefined && { goal: `<= ${goal}`, holds: ratio <= goal }),
  };
}

/** A quantity with its unit, and perhaps a goal in the same unit. */
export function quantityRow(name: string, value: number, unit: string, goal?: number): Row {
  return {
    name,
    figure: `${value.toFixed(2)} ${unit}`,
    ...(goal !== undefined && { goal: `<= ${goal} ${unit}`, holds: value <= goal }),
  };
}

/** Prints rows as aligned columns. */
export function printTable(title: string, rows: readonly Row[]): void {
  const cells = rows.map(({ name, figure, halves = "", goal = "", holds }) => [
    name,
    figure,
    halves,
    goal,
    holds === undefined ? "" : holds ? "holds" : "MISSED",
  ]);
  const table = [["", "figure", "halves", "goal", ""], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log(`\n${title}`);
  for (const row of table) {
    console.log(`  ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  ")}`.trimEnd());
  }
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
