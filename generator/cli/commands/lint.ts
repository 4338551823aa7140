import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import { load, printReport } from "../load.js";
import type { CliStreams } from "../streams.js";

type LintInvocation = Extract<Invocation, { command: "lint" }>;

/** `parley lint`: every problem in a spec, on stdout. */
export async function lint(invocation: LintInvocation, streams: CliStreams): Promise<number> {
  const { diagnostics } = await load(invocation.spec, invocation.source, streams);
  await printReport(diagnostics, invocation.report, streams, "stdout");
  if (diagnostics.length === 0) streams.stderr.write(`${nameOf(invocation)} has no problems.\n`);
  return hasErrors(diagnostics) ? exitCodes.problems : exitCodes.fine;
}

function nameOf({ spec, source }: LintInvocation): string {
  return spec === "-" ? source.stdinPath : spec;
}
