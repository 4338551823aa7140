#!/usr/bin/env node
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { exitCodes } from "./exit-codes.js";
import { runCli } from "./run-cli.js";

// A run is over before most optimised code would have paid for its compilation, which took a third of the processor time
// of a run over 1000 tools. What is truly hot still gets there.
setFlagsFromString("--interrupt-budget=1000000");

const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());

// The reader has gone away (`parley explain | head`): there is nobody to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exitCode ??= exitCodes.fine;
  });
}

const code = await runCli({
  argv: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: interrupt.signal,
});
// Not `process.exit`: it would cut off what is still on its way through a pipe.
process.exitCode = interrupt.signal.aborted ? exitCodes.interrupted : code;
