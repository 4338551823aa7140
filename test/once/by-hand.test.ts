import { expect, it } from "vitest";
import {
  type AskFor,
  askFor,
  completeManualTool,
  createService,
  type Manual,
  type ManualInput,
  type ManualQuestion,
  type ManualResponse,
  openTool,
  runOnce,
  serverFactory,
  toolRequests,
  type ServiceOptions,
  type ToolDeclaration,
  type ToolContent,
} from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { memoryReplayStore, type ReplayStore } from "../../runtime/src/server/replay-store.js";
import { post, type Wire } from "../runtime/connections.js";
import { accept, asked, filled, form, key, state, text } from "../runtime/one-tool.js";
import type { Leg } from "../runtime/one-tool.js";
import { everyKind } from "../runtime/every-kind.js";

interface Ask {
  readonly a: () => ManualQuestion;
  readonly b: () => ManualQuestion;
}
interface Responses {
  readonly a?: ManualResponse<{ readonly value: string }>;
  readonly b?: ManualResponse<{ readonly value: string }>;
}

/** A tool that asks `a`, then `b`, and counts how often its function was called. */
function byHand(declared: Partial<ToolDeclaration>, options: ServiceOptions = {}) {
  let calls = 0;
  const service = createService<object>(1, { audience: "tests" }, {}, { keys: [key], log: () => {}, ...options });
  const declaration: ToolDeclaration = {
    kind: "tool",
    listed: { name: "act", inputSchema: { type: "object" } },
    ...declared,
  };
  const questions = [form("a"), form("b")] as unknown as readonly ManualInput<object, string, Ask>[];
  const factory = serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {} },
    serves: [
      toolRequests([
        {
          declaration,
          call: async (service, request, exchange) => {
            const call = await openTool<object>(service, declaration, request, exchange);
            if (call.done) return call.result;
            return completeManualTool(
              call,
              questions,
              everyKind,
              { type: "string" },
              (manual: Manual<Ask, Responses, string>): ToolContent | AskFor<string> => {
                calls += 1;
                if (manual.responses.b !== undefined) return { content: [{ type: "text", text: `call ${calls}` }] };
                if (manual.responses.a !== undefined) return askFor([manual.ask.b()], `asked by call ${calls}`);
                return askFor([manual.ask.a()], "begun");
              },
            );
          },
        },
      ]),
    ],
  });
  const leg = ({ state, answers }: Leg = {}): Promise<Wire> =>
    post(factory, "tools/call", { name: "act", requestState: state, inputResponses: answers });
  return { leg, calls: () => calls };
}

it("calls the author's function once for each round, however often a round is sent", async () => {
  const tool = byHand({ once: runOnce });
  const first = await tool.leg();
  const answered = { state: state(first), answers: { a: filled } };
  const rounds = await Promise.all([tool.leg(answered), tool.leg(answered), tool.leg(answered)]);
  expect(rounds.map(asked)).toEqual([["b"], ["b"], ["b"]]);
  // One state for all: nobody can branch off.
  expect(new Set(rounds.map(state)).size).toBe(1);
  expect(tool.calls()).toBe(2);
  const last = { state: state(rounds[0]), answers: { b: filled } };
  const results = await Promise.all([tool.leg(last), tool.leg(last), tool.leg(last)]);
  expect(results.map(text)).toEqual(["call 3", "call 3", "call 3"]);
  expect(tool.calls()).toBe(3);
  // Another answer to what was answered gets the outcome of the first.
  expect(asked(await tool.leg({ state: state(first), answers: { a: accept({ value: "other" }) } }))).toEqual(["b"]);
  expect(tool.calls()).toBe(3);
});

it("calls it as often as a round is sent without once", async () => {
  const tool = byHand({});
  const answered = { state: state(await tool.leg()), answers: { a: filled } };
  await tool.leg(answered);
  await tool.leg(answered);
  expect(tool.calls()).toBe(3);
});

it("says what was asked, answered and completed", async () => {
  const events: LogEvent[] = [];
  const tool = byHand({}, { log: (event) => events.push(event) });
  const second = await tool.leg({ state: state(await tool.leg()), answers: { a: filled } });
  await tool.leg({ state: state(second), answers: { b: filled } });
  expect(events.map((event) => [event.event, "input" in event ? event.input : undefined])).toEqual([
    ["round", undefined],
    ["question", "a"],
    ["answer", "a"],
    ["round", undefined],
    ["question", "b"],
    ["answer", "b"],
    ["completed", undefined],
  ]);
});

it("uses up no first round: every call without a state is a flow of its own", async () => {
  const consumed: string[] = [];
  const memory = memoryReplayStore();
  const consume: ReplayStore["consume"] = (flow, expires) => {
    consumed.push(flow);
    return memory.consume(flow, expires);
  };
  const tool = byHand({ once: runOnce }, { replays: { ...memory, consume } });
  const first = await tool.leg();
  expect(consumed).toEqual([]);
  await tool.leg({ state: state(first), answers: { a: filled } });
  expect(consumed).toEqual([expect.stringMatching(/\.1$/)]);
});
