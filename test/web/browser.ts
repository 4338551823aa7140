import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium } from "playwright-core";

const root = path.join(import.meta.dirname, "..", "..");

/** Where Chromium is; empty where there is none and none can be installed. The script says which. */
export const browserPath = execFileSync("sh", [path.join(root, "scripts", "need-chromium.sh")], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
}).trim();

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A process that serves the example, page and endpoint. */
export interface ServedExample {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveExample(): Promise<ServedExample> {
  const server = spawn(process.execPath, [path.join(root, "examples", "dist", "web", "serve.js")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0", PROVISIONER_STATE_KEYS: "k".repeat(43) },
  });
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
  });
  const said = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).once("line", resolve);
    void ended.then(() => reject(new Error("The example ended before it listened; is it built?")));
  });
  return {
    url: /http:\S+/.exec(said)?.[0] ?? said,
    close: async () => {
      server.kill();
      await ended;
    },
  };
}
