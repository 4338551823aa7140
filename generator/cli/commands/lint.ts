import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import { load, printReport } from "../load.js";
import type { CliStreams } from "../streams.js";

/** `parley lint`: every problem in a spec, on stdout. */
export async function lint(invocation: Extract<Invocation, { command: "lint" }>, streams: CliStreams): Promise<number> {
  const { diagnostics } = await load(invocation.spec, invocation.source, streams);
  await printReport(diagnostics, invocation.report, streams, "stdout");
  return hasErrors(diagnostics) ? exitCodes.problems : exitCodes.fine;
}
