import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ServerReport } from "./report.js";

const server = fileURLToPath(new URL("server.js", import.meta.url));

/** One server process at a time; its port changes when it starts again. */
export interface Instance {
  port(): number;
  report(): Promise<ServerReport>;
  /** Kills the process, whatever it is doing, and starts another. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an instance that has these keys. */
export async function startInstance(keys: string): Promise<Instance> {
  let current = await launch(keys);
  return {
    port: () => current.port,
    report: () => answer<ServerReport>(current.child, "report"),
    restart: async () => {
      await kill(current.child);
      current = await launch(keys);
    },
    stop: () => kill(current.child),
  };
}

async function launch(keys: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(server, [], {
    execArgv: ["--expose-gc"],
    env: { ...process.env, PROVISIONER_STATE_KEYS: keys },
  });
  const { port } = await answer<{ readonly port: number }>(child);
  return { child, port };
}

function answer<T>(child: ChildProcess, message?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A server ended by itself with ${code}`));
    child.once("exit", ended);
    child.once("message", (reply) => {
      child.off("exit", ended);
      resolve(reply as T);
    });
    if (message !== undefined) child.send(message);
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
