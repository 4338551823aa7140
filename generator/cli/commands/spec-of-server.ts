import { didYouMean } from "../../diagnostics/suggest.js";
import { CannotRun } from "../cannot-run.js";
import { load, printReport } from "../load.js";
import type { ServerInvocation } from "../server-command-line.js";
import type { CliStreams } from "../streams.js";

/**
 * Looks into the spec of a server for what is to be called, before anything is started or sent.
 *
 * @returns false when the spec has errors, which have been reported then.
 * @throws {CannotRun} when the spec does not have it.
 */
export async function checkSpec(
  spec: string,
  { kind, name }: Extract<ServerInvocation, { command: "call" }>,
  streams: CliStreams,
): Promise<boolean> {
  const source = { stdinPath: "parley.yaml", allowOutside: false };
  const { model, diagnostics } = await load(spec, source, streams);
  if (model === undefined) {
    await printReport(diagnostics, { format: "text", color: undefined }, streams, "stderr");
    return false;
  }
  const names = (kind === "tool" ? model.tools : model.prompts).map((primitive) => primitive.name);
  if (names.includes(name)) return true;
  throw new CannotRun(`${spec} has no ${kind} "${name}".${didYouMean(name, names)}`);
}
