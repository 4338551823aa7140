/**
 * A process whose instructions are counted: serves one call of one leg over and over, and has them counted once its code is compiled.
 * Arguments: the server, how many tools it has, the transport.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generatedServer, keys } from "../fixtures/generated-server.js";
import { connectInMemory, overHttp, postCall } from "../servers/connections.js";
import { type Factory, lowLevel } from "../servers/handwritten.js";
import { asks, sent, toolName } from "../servers/workload.js";
import { callsCounted, windows } from "../measure/instructions-of-a-call.js";

// With the budget that `instructionsOfCall` gives V8, the compiler has little left to do after these.
const warmUp = 6000;

const [, , server = "", tools = "", transport = ""] = process.argv;
const factory = await factoryOf(server, Number(tools));
const call = transport === "http" ? overHttpCall(factory) : await inMemoryCall(factory);
assert.match(JSON.stringify(await call()), /db-orders/);
await repeat(warmUp);
for (let window = 0; window < windows; window += 1) {
  // Else the old garbage of the windows before is collected in some of them. V8 forgets what it knew of shapes with it, and learns again.
  globalThis.gc?.();
  await repeat(callsCounted);
  tellValgrind("instrumentation", "on");
  await repeat(callsCounted);
  tellValgrind("instrumentation", "off");
  tellValgrind("dump");
}
// Whoever listens keeps the process alive.
process.exit(0);

async function factoryOf(name: string, count: number): Promise<Factory> {
  if (name === "generated") return (await generatedServer(count, asks))(keys);
  return lowLevel(count, name === "checked" ? "arguments and output" : "none");
}

async function inMemoryCall(served: Factory): Promise<() => Promise<unknown>> {
  const client = await connectInMemory(served);
  return () => client.callTool({ name: toolName(0), arguments: sent });
}

function overHttpCall(served: Factory): () => Promise<unknown> {
  const fetch = overHttp(served);
  return () => postCall(fetch, toolName(0), sent);
}

async function repeat(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await call();
}

function tellValgrind(...command: readonly string[]): void {
  execFileSync("vgdb", [`--pid=${process.pid}`, ...command], { stdio: "ignore" });
}
