import { errorCode } from "../write/output-host.js";
import { CannotRun } from "./cannot-run.js";
import { parseCommandLine, type Invocation } from "./command-line.js";
import { exitCodes } from "./exit-codes.js";
import type { CliStreams } from "./streams.js";
import { cliVersion } from "./version.js";

/**
 * The whole command line program, as a function of its streams.
 *
 * @returns the exit code; see {@link exitCodes}.
 */
export async function runCli(streams: CliStreams): Promise<number> {
  const { stdout, stderr } = streams;
  try {
    const line = await parseCommandLine(streams.argv, cliVersion(), stdout.columns, streams.parley);
    switch (line.kind) {
      case "text":
        stdout.write(line.text);
        // Help that nobody asked for: there was no command.
        return streams.argv.length === 0 ? exitCodes.failed : exitCodes.fine;
      case "usage-error":
        stderr.write(`parley: ${line.message}\n\`${line.help}\` says more.\n`);
        return exitCodes.failed;
      case "invocation":
        if (line.note !== undefined) stderr.write(`${line.note}\n`);
        if (endsSoon(line.invocation)) streams.endsSoon?.();
        return await run(line.invocation, streams);
    }
  } catch (error) {
    if (streams.signal?.aborted === true) return exitCodes.interrupted;
    if (error instanceof CannotRun) {
      stderr.write(`parley: ${error.message}\n`);
      return exitCodes.failed;
    }
    if (error instanceof Error && "syscall" in error && error.syscall === "write") {
      stderr.write(`parley: cannot write what there is to say (${errorCode(error) ?? "unknown"}).\n`);
      return exitCodes.failed;
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(
      `parley: this is a bug in parley ${cliVersion()}, not in your spec. Please report it with this text:\n${detail}\n`,
    );
    return exitCodes.failed;
  }
}

/** Neither waits for a person, a server or a change of a file. */
function endsSoon(invocation: Invocation): boolean {
  if (invocation.command === "generate") return !invocation.watch;
  return ["lint", "explain", "import", "init"].includes(invocation.command);
}

/** Commands are loaded when they are called: most of the time of a run is spent on loading code. */
async function run(invocation: Invocation, streams: CliStreams): Promise<number> {
  switch (invocation.command) {
    case "generate": {
      const { generate } = await import("./commands/generate.js");
      return generate(invocation, streams);
    }
    case "lint": {
      const { lint } = await import("./commands/lint.js");
      return lint(invocation, streams);
    }
    case "explain": {
      const { explain } = await import("./commands/explain.js");
      return explain(invocation, streams);
    }
    case "import": {
      const { importSpec } = await import("./commands/import.js");
      return importSpec(invocation, streams);
    }
    case "init": {
      const { init } = await import("./commands/init.js");
      return init(invocation, streams);
    }
    case "call": {
      const { call } = await import("./commands/call.js");
      return call(invocation, streams);
    }
    case "resume": {
      const { resume } = await import("./commands/resume.js");
      return resume(invocation, streams);
    }
    case "list": {
      const { list } = await import("./commands/list.js");
      return list(invocation, streams);
    }
    case "read": {
      const { read } = await import("./commands/read.js");
      return read(invocation, streams);
    }
  }
}
