import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { KeySource } from "../../runtime/src/sealing/key-source.js";
import { accept, filled, form, frozen, oneTool, type OneTool, state, text } from "../runtime/one-tool.js";

const oldKey = "the old key which has at least thirty-two bytes";
const newKey = "the new key which has at least thirty-two bytes";
const folder = mkdtempSync(path.join(tmpdir(), "parley-rotation-"));
afterAll(() => rmSync(folder, { recursive: true }));

const inputs = [form("a"), form("b", { needs: ["a"] }), form("c", { needs: ["b"] })];
const rounds = ["a", "b", "c"];

interface Instance {
  readonly tool: OneTool;
  /** Puts other keys in place and has the running instance read them. */
  rotate(keys: readonly string[]): Promise<void>;
}

type Start = (keys: readonly string[], index: number) => Instance;

const fromProvider: Start = (keys) => {
  let current = keys;
  const source: KeySource = { provider: () => Promise.resolve(current) };
  return instance(source, (next) => void (current = next));
};

const fromFile: Start = (keys, index) => {
  const file = path.join(folder, `keys-${index}`);
  writeFileSync(file, keys.join("\n"));
  return instance({ file }, (next) => writeFileSync(file, next.join("\n")));
};

function instance(keys: KeySource, replace: (next: readonly string[]) => void): Instance {
  const tool = oneTool(inputs, { options: { keys } });
  return {
    tool,
    rotate: async (next) => {
      replace(next);
      await tool.factory.service.reloadKeys();
    },
  };
}

interface Load {
  /** Legs that failed. */
  readonly lost: readonly unknown[];
  /** Flows that have ended well. */
  readonly ended: () => number;
  /** Resolves when every flow has gone one leg further: what `ttl` is for in the field. */
  turn(): Promise<void>;
  stop(): Promise<void>;
}

/** Clients that begin flow after flow, and take each leg of one to another instance. */
function load(instances: readonly Instance[], clients: number): Load {
  const lost: unknown[] = [];
  const legs = Array.from({ length: clients }, () => 0);
  let ended = 0;
  const control = { stopped: false };
  let next = 0;
  const running = legs.map(async (_, client) => {
    while (!control.stopped) {
      let token: string | undefined;
      let wire;
      for (const round of [undefined, ...rounds]) {
        const { tool } = instances[(next += 1) % instances.length] ?? { tool: oneTool(inputs) };
        const answers = round === undefined ? {} : { answers: { [round]: accept({ value: `${round}${client}` }) } };
        wire = await tool.leg({}, token === undefined ? {} : { state: token, ...answers });
        legs[client] = (legs[client] ?? 0) + 1;
        // In memory a leg is all promises; rotations need a turn, too.
        await setImmediate();
        if (wire.error !== undefined) break;
        if (round !== "c") token = state(wire);
      }
      if (wire?.error === undefined && wire !== undefined && text(wire) === "done") ended += 1;
      else lost.push(wire?.error ?? wire);
    }
  });
  return {
    lost,
    ended: () => ended,
    turn: async () => {
      const before = [...legs];
      // Two legs: the one under way may have been begun with a token from before.
      while (legs.some((count, client) => count < (before[client] ?? 0) + 2)) {
        await setImmediate();
      }
    },
    stop: async () => {
      control.stopped = true;
      await Promise.all(running);
    },
  };
}

async function step(instances: readonly Instance[], flows: Load, keys: readonly string[]): Promise<void> {
  // One after the other, with traffic on all of them in between.
  for (const one of instances) {
    await one.rotate(keys);
    await flows.turn();
  }
}

it.each([
  ["a provider", fromProvider],
  ["files", fromFile],
] as const)("loses no flow while the keys of three instances are rotated under load, from %s", async (_, start) => {
  const instances = [0, 1, 2].map((index) => start([oldKey], index));
  const flows = load(instances, 12);
  for (const keys of [[oldKey, newKey], [newKey, oldKey], [newKey]]) await step(instances, flows, keys);
  await flows.turn();
  await flows.stop();
  expect(flows.lost).toEqual([]);
  expect(flows.ended()).toBeGreaterThan(12);
  const values = instances.flatMap(({ tool }) => tool.calls.map(({ inputs }) => inputs["c"]));
  expect(values).toHaveLength(flows.ended());
  // The old key is gone for good.
  const first = await oneTool(inputs, { options: { keys: [oldKey] } }).leg({});
  const [one] = instances;
  expect((await one?.tool.leg({}, { state: state(first), answers: { a: filled } }))?.error).toEqual(frozen);
});

it("loses flows when the keys are replaced in one step", async () => {
  const instances = [0, 1, 2].map((index) => fromProvider([oldKey], index));
  const flows = load(instances, 12);
  await flows.turn();
  await step(instances, flows, [newKey]);
  await flows.stop();
  expect(flows.lost.length).toBeGreaterThan(0);
  for (const error of flows.lost) expect(error).toEqual(frozen);
});

it("goes on with the old keys, and says so, when a rotation goes wrong", async () => {
  const one = fromFile([oldKey], 9);
  const first = await one.tool.leg({});
  await expect(one.rotate(["short"])).rejects.toThrow("The first key in the state key file");
  await expect(one.rotate([])).rejects.toThrow("There is no state key in the state key file");
  expect((await one.tool.leg({}, { state: state(first), answers: { a: filled } })).error).toBeUndefined();
});
