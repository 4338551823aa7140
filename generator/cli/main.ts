#!/usr/bin/env node
import process from "node:process";
import { calledAs } from "./called-as.js";
import { exitCodes } from "./exit-codes.js";
import { expectShortRun } from "./expect-short-run.js";
import { runCli } from "./run-cli.js";

const interrupt = new AbortController();
// A program that was started to be talked to is ended in an orderly way whichever of these it is.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The second time the person will not wait.
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  });
}

let lost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has gone away (`parley explain | head`): there is nobody to tell.
    if (error.code === "EPIPE") {
      process.exitCode ??= exitCodes.fine;
      return;
    }
    if (!lost && stream === process.stdout) {
      process.stderr.write(`parley: cannot write what there is to say (${error.code ?? "unknown"}).\n`);
    }
    lost = true;
    process.exitCode = exitCodes.failed;
  });
}

const code = await runCli({
  argv: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  // Prompts go to stderr: stdout is the product, and may be on its way into a file.
  ...(process.stdin.isTTY && process.stderr.isTTY && process.env["TERM"] !== "dumb"
    ? { person: { input: process.stdin, output: process.stderr } }
    : {}),
  env: process.env,
  cwd: process.cwd(),
  parley: calledAs(process.argv[1], process.env, process.cwd()),
  signal: interrupt.signal,
  endsSoon: expectShortRun,
});
// Not `process.exit`: it would cut off what is still on its way through a pipe.
process.exitCode = interrupt.signal.aborted ? exitCodes.interrupted : lost ? exitCodes.failed : code;
