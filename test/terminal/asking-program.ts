// Bundled and started by the tests as a process of its own.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { askingServer } from "./asking-server.js";

const { PID_FILE: pidFile } = process.env;
if (pidFile !== undefined) appendFileSync(pidFile, `${process.pid}\n`);
if (process.argv.includes("--stubborn")) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  setInterval(() => {}, 1000);
}
if (process.argv.includes("--broken")) {
  console.error("\u001B[31mno licence");
  process.exit(3);
}
if (process.argv.includes("--2025")) await askingServer().connect(new StdioServerTransport());
else if (!process.argv.includes("--mute")) serveStdio(askingServer);
