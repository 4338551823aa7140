import assert from "node:assert/strict";
import { connectInMemory, overHttp, postCall } from "../servers/connections.js";
import { generatedServer, keys } from "../fixtures/generated-server.js";
import { type Factory, highLevel, lowLevel } from "../servers/handwritten.js";
import { asks, sent, toolName } from "../servers/workload.js";
import { type Contender, timeRounds, type Timing } from "../measure/rounds.js";
import { ratioRow, type Row } from "../measure/table.js";

const counts = [1, 50, 1000] as const;
const options = { rounds: 120, roundMs: 8, warmUpMs: 700 };

/** A call of one leg through a connection in memory. */
export function inMemory(): Promise<readonly Row[]> {
  return compare(async (name, factory) => {
    const client = await connectInMemory(factory);
    const call = () => client.callTool({ name: toolName(0), arguments: sent });
    assert.deepEqual((await call()).structuredContent, { id: "db-orders", size: "large" });
    return { name, run: repeat(call) };
  });
}

/** A call of one leg through the SDK's HTTP handler, which makes a server for every request. */
export function throughHttp(): Promise<readonly Row[]> {
  return compare(async (name, factory) => {
    const fetch = overHttp(factory);
    const call = () => postCall(fetch, toolName(0), sent);
    assert.match(JSON.stringify(await call()), /db-orders/);
    return { name, run: repeat(call) };
  });
}

function repeat(call: () => Promise<unknown>): Contender["run"] {
  return async (count) => {
    for (let done = 0; done < count; done += 1) await call();
  };
}

async function compare(connect: (name: string, factory: Factory) => Promise<Contender>): Promise<readonly Row[]> {
  const contenders: Contender[] = [];
  for (const tools of counts) {
    contenders.push(
      await connect("generated", (await generatedServer(tools, asks))(keys)),
      await connect("unchecked", lowLevel(tools, "none")),
      await connect("checked", lowLevel(tools, "arguments")),
      await connect("fully checked", lowLevel(tools, "arguments and output")),
      await connect("high-level", highLevel(tools)),
    );
  }
  const timings = await timeRounds(contenders, options);
  const rows: Row[] = [];
  let first: Timing | undefined;
  counts.forEach((tools, index) => {
    const [ours, unchecked, checked, fully, zod] = timings.slice(index * 5, index * 5 + 5);
    assert.ok(ours && unchecked && checked && fully && zod);
    first ??= ours;
    const of = `${tools} ${tools === 1 ? "tool" : "tools"}`;
    rows.push(
      ratioRow(`${of}: generated / hand-written that checks nothing`, ours, unchecked, 1.08),
      ratioRow(`${of}: generated / hand-written that checks arguments`, ours, checked, 1.08),
      ratioRow(`${of}: generated / hand-written that checks arguments and output`, ours, fully, 1.08),
      ratioRow(`${of}: McpServer with zod / generated`, zod, ours),
    );
    if (first !== ours) rows.push(ratioRow(`generated, ${of} / 1 tool`, ours, first));
  });
  return rows;
}
