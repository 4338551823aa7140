// Runs the provisioner as its own process over HTTP, calls it with the typed client, and then by hand in two processes.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const example = (name) => fileURLToPath(new URL(`../examples/dist/provisioner/${name}.js`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "parley-example-"));
const flow = join(folder, "flow.json");

const server = spawn(process.execPath, [example("serve")], {
  env: { ...process.env, PORT: "0", PROVISIONER_STATE_KEYS: randomBytes(32).toString("base64url") },
  stdio: ["ignore", "pipe", "inherit"],
});

/** Runs one client process to its end; a failing one fails the example. */
function run(title, name, ...args) {
  console.log(`\n${title}`);
  return new Promise((resolve, reject) => {
    const client = spawn(process.execPath, [example(name), ...args], { stdio: "inherit" });
    client.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with exit code ${code}`))));
  });
}

try {
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).once("line", resolve);
    server.once("exit", (code) => reject(new Error(`the server ended with exit code ${code} before it listened`)));
  });
  console.log(`The provisioner listens at ${url}`);
  await run("The typed client: its functions answer each question.", "call", url);
  await run("By hand, first process: begin, save.", "begin", url, flow);
  await run("By hand, second process: resume, answer, finish.", "finish", url, flow);
} catch (error) {
  console.error(`\nThe example failed: ${error.message}.`);
  process.exitCode = 1;
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
