import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { Leg, Telemetry } from "../../runtime/src/server/telemetry.js";
import { filled, form, oneTool, type OneToolOptions, state, text } from "../runtime/one-tool.js";

/** Walks a flow to its end and past it, so that every kind of event happens, and waits for what nobody waits for. */
async function walked(options: NonNullable<OneToolOptions["options"]>) {
  const tool = oneTool([form("a")], { options });
  const first = await tool.leg({});
  const last = await tool.leg({}, { state: state(first), answers: { a: filled } });
  const refused = await tool.leg({}, { state: "junk" });
  await new Promise(setImmediate);
  return { last, refused, runs: tool.calls.length };
}

const fine = {
  last: { status: 200, result: { content: [{ type: "text", text: "done" }] } },
  refused: { error: { code: -32602, message: "Invalid or expired requestState" } },
  runs: 1,
};
const fails = (): never => {
  throw new Error("secret of the collector");
};
const rejects = (): never => Promise.reject(new Error("secret of the collector")) as never;
const ignores: Leg = {
  follow: () => {},
  trace: () => undefined,
  note: () => {},
  run: (_step, work) => work(),
  end: () => {},
  fail: () => {},
};
const broken = (leg: Partial<Leg>): Telemetry => ({ begin: () => ({ ...ignores, ...leg }) });

it.each([
  ["throws", fails],
  ["returns a promise that is rejected", rejects],
])("goes on when the log %s, and leaves no rejection unhandled", async (_, log) => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  expect(await walked({ log, telemetry: false })).toMatchObject(fine);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it.each<[string, Telemetry]>([
  ["begin", { begin: fails }],
  ["follow", broken({ follow: fails })],
  ["trace", broken({ trace: fails })],
  ["note", broken({ note: fails })],
  ["run", broken({ run: fails })],
  [
    "run, when the step is over",
    broken({
      run: (_step, work) => {
        work();
        return fails();
      },
    }),
  ],
  ["end", broken({ end: fails })],
  ["fail", broken({ fail: fails })],
])(
  "goes on when whoever follows the call throws in %s, runs everything once, and tells the client nothing",
  async (_, telemetry) => {
    const wires = await walked({ telemetry });
    expect(wires).toMatchObject(fine);
    expect(JSON.stringify(wires)).not.toContain("secret");
  },
);

it.each<[string, Leg["run"]]>([
  ["gives back nothing", (_step, work) => void work() as never],
  ["gives back something else, later", (_step, work) => Promise.resolve(work()).then(() => "secret") as never],
  ["never begins the step", () => undefined as never],
  ["begins the step when it is over", (_step, work) => void setImmediate(work) as never],
  ["fails without it", rejects],
  ["fails after it", (_step, work) => Promise.resolve(work()).then(fails) as never],
])("ends a call as its step does, when whoever follows the step %s", async (_, run) => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  for (const wait of [false, true]) {
    let runs = 0;
    const result = { content: [{ type: "text", text: "fine" }] };
    const handler = () => {
      runs += 1;
      return wait ? sleep(1, result) : result;
    };
    const tool = oneTool([], { handler, options: { telemetry: broken({ run }) } });
    expect(text(await tool.leg({}))).toBe("fine");
    await sleep(1);
    expect(runs).toBe(1);
  }
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it("runs a query that begins when it is awaited once, and gives what comes of it", async () => {
  let runs = 0;
  const query = {
    // oxlint-disable-next-line unicorn/no-thenable -- what query builders return
    then: (done: (value: unknown) => void): void => {
      runs += 1;
      done({ content: [{ type: "text", text: "fine" }] });
    },
  };
  const run: Leg["run"] = (_step, work) => {
    const value = work();
    void Promise.resolve(value).catch(() => {});
    return value;
  };
  const tool = oneTool([], { handler: () => query, options: { telemetry: broken({ run }) } });
  expect([text(await tool.leg({})), runs]).toEqual(["fine", 1]);
});

it("leaves no rejection of whoever follows the call unhandled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const telemetry = broken({ follow: rejects, note: rejects, end: rejects, fail: rejects });
  expect(await walked({ telemetry })).toMatchObject(fine);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it("fails a step that fails, also when whoever follows it throws then", async () => {
  const run: Leg["run"] = (_step, work) => {
    try {
      return work();
    } catch {
      return fails();
    }
  };
  const tool = oneTool([], { handler: fails, options: { telemetry: broken({ run }) } });
  expect(await tool.leg({})).toMatchObject({ result: { isError: true } });
  expect(tool.calls).toHaveLength(1);
});
