import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface FixtureServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the generated fixture server in a process of its own, as its author would. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const program = fileURLToPath(new URL("../../examples/dist/conformance/serve.js", import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code ?? "a signal"} before it listened`)));
  });
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
