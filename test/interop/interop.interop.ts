import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type HttpServer, serveHttp } from "@mcp-parley/runtime/http";
import { accept, decline } from "@mcp-parley/runtime/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Balancer, startBalancer } from "./balancer.ts";
import { KitchenClient } from "./generated/src/client.ts";
import { createKitchenServer } from "./generated/src/server.ts";
import { handlers } from "./handlers.ts";
import { preparePython, type PythonServer, runPython, startPythonServer } from "./python.ts";

const keys = "a key of thirty-two bytes that both servers have";
const dish = "crème brûlée 🍮";
const ordered = { size: "large", level: 3, drink: "Tea – of course", folders: ["file:///menu"] };
const mild = { ...ordered, level: 0 };
const [fromPython, fromParley] = [
  { cook: "python", ...ordered },
  { cook: "parley", ...ordered },
];

let python: PythonServer;
let parley: HttpServer;
const balancers: Balancer[] = [];

beforeAll(async () => {
  preparePython();
  python = await startPythonServer(keys);
  parley = await serveHttp(createKitchenServer(handlers, { keys: [keys] }));
});
afterAll(async () => {
  python?.stop();
  await parley?.close();
  for (const balancer of balancers) await balancer.close();
});

async function balanced(...upstreams: readonly string[]): Promise<Balancer> {
  const balancer = await startBalancer(upstreams);
  balancers.push(balancer);
  return balancer;
}

interface Rounds {
  readonly output: unknown;
  /** Names of the questions of each round. */
  readonly asked: readonly (readonly string[])[];
}

async function callFromParley(url: string, spice: "accept" | "decline" = "accept"): Promise<Rounds> {
  const asked: string[][] = [];
  const client = await KitchenClient.connect(new StreamableHTTPClientTransport(new URL(url)), {
    fulfil: {
      order: {
        size: () => ({ size: "large" }),
        drink: () => ({ role: "assistant", model: "m", content: { type: "text", text: "Tea – of course" } }),
        folders: () => [{ uri: "file:///menu" }],
        spice: () => (spice === "accept" ? { level: 3 } : decline()),
        agree: () => accept(),
      },
    },
    onRound: ({ entries }) => void asked.push(entries.map(({ key }) => key).toSorted()),
  });
  try {
    const { structuredContent } = await client.order({ dish, guests: 2 });
    return { output: structuredContent, asked };
  } finally {
    await client.close();
  }
}

const rounds = [["drink", "folders", "size"], ["spice"], ["agree"]];

it("a generated client calls a Python server", async () => {
  expect(await callFromParley(python.url)).toEqual({ output: fromPython, asked: rounds });
});

it("a Python client calls a generated server", async () => {
  expect(await runPython("call.py", parley.url, dish)).toEqual(fromParley);
  expect(await runPython("call.py", parley.url, dish, "--legacy")).toEqual(fromParley);
});

it.each([
  ["from Python, and ends in Parley", true],
  ["from Parley, and ends in Python", false],
])("a flow goes back and forth behind one balancer, begun %s", async (_, pythonFirst) => {
  const upstreams = pythonFirst ? [python.url, parley.url] : [parley.url, python.url];
  const expected = pythonFirst ? fromParley : fromPython;
  const balancer = await balanced(...upstreams);
  // Nothing is asked twice: every answer counts wherever it was given.
  expect(await callFromParley(balancer.url)).toEqual({ output: expected, asked: rounds });
  expect(balancer.legs).toEqual([0, 1, 0, 1]);
  expect(await runPython("call.py", balancer.url, dish)).toEqual(expected);
  expect(balancer.legs).toHaveLength(8);
});

it("remembers a refusal that the other server was told", async () => {
  const balancer = await balanced(python.url, parley.url);
  expect(await callFromParley(balancer.url, "decline")).toEqual({ output: { cook: "parley", ...mild }, asked: rounds });
  const reversed = await balanced(parley.url, python.url);
  expect(await callFromParley(reversed.url, "decline")).toEqual({ output: { cook: "python", ...mild }, asked: rounds });
});

it("takes no state of a server that has another key, in either direction", async () => {
  const stranger = await serveHttp(
    createKitchenServer(handlers, { keys: ["another key of thirty-two bytes or more"] }),
  );
  try {
    for (const upstreams of [
      [python.url, stranger.url],
      [stranger.url, python.url],
    ]) {
      const balancer = await balanced(...upstreams);
      await expect(callFromParley(balancer.url)).rejects.toThrow("Invalid or expired requestState");
      expect(balancer.legs).toEqual([0, 1]);
    }
  } finally {
    await stranger.close();
  }
});
