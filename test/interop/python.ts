import { execFile, type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const programs = fileURLToPath(new URL("python", import.meta.url));
const folder = path.join(root, ".interop", "venv");
const venv = path.join(folder, process.platform === "win32" ? "Scripts" : "bin", "python");

/** The Python that has the SDK: that of a virtual environment in `.interop`, which is made when it is missing. */
export function preparePython(): string {
  if (hasSdk()) return venv;
  const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (python === undefined) {
    throw new Error("These tests run the Python SDK, and there is no Python: install Python 3.10 or newer");
  }
  run(python, ["-m", "venv", folder], "A virtual environment cannot be made");
  run(venv, ["-m", "pip", "install", "--quiet", "mcp>=2,<3"], "The package mcp 2.x cannot be installed");
  if (!hasSdk()) throw new Error("The package mcp was installed and cannot be imported");
  return venv;
}

function hasSdk(): boolean {
  return existsSync(venv) && spawnSync(venv, ["-c", "import mcp.server.request_state"]).status === 0;
}

function run(command: string, args: readonly string[], failure: string): void {
  const { status, stderr } = spawnSync(command, [...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${failure}: ${stderr}`);
}

export interface PythonServer {
  readonly url: string;
  /** What it has logged so far. */
  log(): string;
  stop(): void;
}

/** Starts `python/serve.py` and waits until it answers. */
export async function startPythonServer(keys: string): Promise<PythonServer> {
  const port = await freePort();
  const child = spawn(venv, [path.join(programs, "serve.py")], {
    env: { ...process.env, PORT: String(port), KITCHEN_STATE_KEYS: keys, PYTHONDONTWRITEBYTECODE: "1" },
  });
  let log = "";
  child.stdout.on("data", (data) => void (log += String(data)));
  child.stderr.on("data", (data) => void (log += String(data)));
  await answering(port, child, () => log);
  return { url: `http://127.0.0.1:${port}/mcp`, log: () => log, stop: () => void child.kill() };
}

async function answering(port: number, child: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The Python server ended: ${log()}`);
    const answered = await fetch(`http://127.0.0.1:${port}/mcp`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(100);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Runs a program of `python/` and parses what it prints. */
export async function runPython(program: string, ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(venv, [path.join(programs, program), ...args], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  return JSON.parse(stdout) as unknown;
}
