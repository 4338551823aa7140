import { catalogue, isCode } from "../../diagnostics/catalogue.js";
import { exampleListing, exampleOf } from "../../diagnostics/example-listing.js";
import type { CodeExample } from "../../diagnostics/examples.js";
import { didYouMean } from "../../diagnostics/suggest.js";
import { CannotRun } from "../cannot-run.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import type { CliStreams } from "../streams.js";

/** `parley explain`: what a code means, from the same catalogue that reports are made of. */
export function explain(invocation: Extract<Invocation, { command: "explain" }>, streams: CliStreams): number {
  const codes = Object.keys(catalogue).sort();
  const { code } = invocation;
  if (code === undefined) {
    const width = Math.max(...codes.map((known) => known.length));
    for (const [known, entry] of entries()) streams.stdout.write(`${known.padEnd(width)}  ${sentence(entry)}\n`);
    return exitCodes.fine;
  }
  if (!isCode(code)) {
    throw new CannotRun(
      `There is no code "${code}".${didYouMean(code, codes)} \`${streams.parley ?? "parley"} explain\` lists them.`,
    );
  }
  const entry = catalogue[code];
  streams.stdout.write(`${entry.severity} ${code}\n\n${sentence(entry)}\n`);
  if (entry.help !== undefined) streams.stdout.write(`\n${entry.help}\n`);
  const example = exampleOf(code);
  if (example !== undefined) streams.stdout.write(`\n${shown(example)}`);
  return exitCodes.fine;
}

/** Two documents as one: lines marked `-` cause the code, lines marked `+` do not. */
function shown(example: CodeExample): string {
  const files = Object.entries(example.files ?? {}).map(
    ([file, text]) => `With ${file} beside it:\n\n${indented(text.trimEnd().split("\n"))}\n`,
  );
  const listing = `Lines marked - cause it, lines marked + do not:\n\n${indented(exampleListing(example))}`;
  return [...files, listing].join("\n");
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${`  ${line}`.trimEnd()}\n`).join("");
}

type Entry = (typeof catalogue)[keyof typeof catalogue];

function entries(): (readonly [string, Entry])[] {
  return Object.entries(catalogue).sort(([left], [right]) => (left < right ? -1 : 1));
}

/** The message with its holes named. */
function sentence({ message }: Entry): string {
  const holes: readonly string[] = message.holes;
  return message.parts.map((part, index) => part + (holes[index] === undefined ? "" : `<${holes[index]}>`)).join("");
}
