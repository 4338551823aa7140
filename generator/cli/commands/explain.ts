import { catalogue } from "../../diagnostics/catalogue.js";
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
  const found = entries().find(([known]) => known === code);
  if (found === undefined) {
    throw new CannotRun(`There is no code "${code}".${didYouMean(code, codes)} \`parley explain\` lists them.`);
  }
  const [, entry] = found;
  streams.stdout.write(`${entry.severity} ${code}\n\n${sentence(entry)}\n`);
  if (entry.help !== undefined) streams.stdout.write(`\n${entry.help}\n`);
  return exitCodes.fine;
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
