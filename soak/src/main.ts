// npm run soak -- [--flows N] [--seed N] [--minutes N]
import { randomBytes } from "node:crypto";
import process from "node:process";
import { parseArgs } from "node:util";
import { throughGeneratedClient, throughLegacyClient } from "./clients.js";
import { type Ending, runFlow } from "./flow.js";
import { allowedGrowth, growthOf } from "./heap.js";
import { startInstance } from "./instance.js";
import { sendLeg, sent } from "./leg.js";
import { randomOf } from "./random.js";

const { values } = parseArgs({
  options: {
    flows: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "60" },
  },
});
const flows = Number(values.flows);
const seed = Number(values.seed);
const concurrency = 16;
const sampling = Math.max(1, Math.floor(flows / 40));
const restarting = Math.max(100, Math.floor(flows / 50));
const legacyEvery = 200;
const typedEvery = 50;

process.on("unhandledRejection", (reason) => fail(reason));
const problems: string[] = [];
function fail(problem: unknown): void {
  problems.push(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
}

const keys = randomBytes(32).toString("base64url");
// One lives as long as the run, and shows what it keeps; the other is killed over and over.
const [steady, mortal] = await Promise.all([startInstance(keys), startInstance(keys)]);
const balancer = randomOf(seed);
const balance = (): number => (balancer.chance(0.5) ? steady : mortal).port();

const endings = new Map<Ending | "typed" | "2025", number>();
const heaps = { server: [] as number[], client: [] as number[] };
const started = performance.now();
const deadline = started + Number(values.minutes) * 60_000;
let next = 0;
let restarts = 0;
let restart = Promise.resolve();
let sample = Promise.resolve();

await Promise.all(Array.from({ length: concurrency }, work));
await Promise.all([restart, sample]);
const seconds = (performance.now() - started) / 1000;
const last = await steady.report();
for (const report of [last, await mortal.report()]) if (report.failure !== undefined) fail(report.failure);
await Promise.all([steady.stop(), mortal.stop()]);

for (const [half, samples] of Object.entries(heaps)) {
  if (samples.length >= 8 && growthOf(samples) > allowedGrowth)
    fail(`The heap of the ${half} grows: ${samples.join(", ")}`);
}
if (next < flows) fail(`Only ${next} of ${flows} flows within ${values.minutes} minutes`);
printFigures();
process.exit(problems.length === 0 ? 0 : 1);

async function work(): Promise<void> {
  while (next < flows && problems.length === 0 && performance.now() < deadline) {
    const number = next;
    next += 1;
    if (number % restarting === restarting - 1)
      restart = restart.then(() => mortal.restart()).then(() => void restarts++, fail);
    if (number % sampling === 0) sample = sample.then(takeSample).catch(fail);
    try {
      const ending = await oneFlow(number);
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    } catch (error) {
      fail(error);
    }
  }
}

async function oneFlow(number: number): Promise<Ending | "typed" | "2025"> {
  if (number % legacyEvery === 0) {
    await throughLegacyClient(steady.port(), number);
    return "2025";
  }
  if (number % typedEvery === 1) {
    await throughGeneratedClient(steady.port(), number);
    return "typed";
  }
  return runFlow(randomOf(seed + number), number, (leg) => sendLeg(balance, leg));
}

async function takeSample(): Promise<void> {
  const { heap } = await steady.report();
  globalThis.gc?.();
  heaps.server.push(heap);
  heaps.client.push(process.memoryUsage().heapUsed);
}

function printFigures(): void {
  const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  const lines = [
    `flows       ${next} in ${seconds.toFixed(0)} s, ${(next / seconds).toFixed(0)} a second, seed ${seed}`,
    `requests    ${sent.legs}, ${(sent.legs / seconds).toFixed(0)} a second; ${sent.lost} lost and sent again`,
    `restarts    ${restarts} of one of two instances, by SIGKILL`,
    `endings     ${[...endings].map(([ending, count]) => `${ending} ${count}`).join(", ")}`,
    `events      ${Object.entries(last.events)
      .map(([event, count]) => `${event} ${count}`)
      .join(", ")}`,
    ...Object.entries(heaps).map(([half, samples]) => {
      const growth = samples.length < 8 ? "too few samples" : `${mebibytes(growthOf(samples))} from warm to end`;
      return `heap        ${half}: ${samples.length} samples, last ${mebibytes(samples.at(-1) ?? 0)}, ${growth}`;
    }),
    problems.length === 0 ? "no wrong result, no unhandled rejection" : problems.slice(0, 5).join("\n"),
  ];
  console.log(lines.join("\n"));
}
