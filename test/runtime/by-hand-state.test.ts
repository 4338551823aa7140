import { expect, it } from "vitest";
import {
  askFor,
  completeManualTool,
  createService,
  openTool,
  serverFactory,
  toolRequests,
  type ToolDeclaration,
} from "../../runtime/src/contract-v1/server.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { post } from "./connections.js";
import { key, text } from "./one-tool.js";
import { everyKind } from "./every-kind.js";

/** Calls a tool that keeps a state of any form by hand. */
async function keeping(state: unknown) {
  const events: LogEvent[] = [];
  const log = (event: LogEvent): void => void events.push(event);
  const service = createService<object>(1, { audience: "tests" }, {}, { keys: [key], log });
  const declaration: ToolDeclaration = { kind: "tool", listed: { name: "act", inputSchema: { type: "object" } } };
  const factory = serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {} },
    serves: [
      toolRequests([
        {
          declaration,
          call: async (service, request, exchange) => {
            const call = await openTool<object>(service, declaration, request, exchange);
            return call.done ? call.result : completeManualTool(call, [], everyKind, true, () => askFor([], state));
          },
        },
      ]),
    ],
  });
  const leg = await post(factory, "tools/call", { name: "act" });
  return { leg, where: events.flatMap((event) => (event.event === "failed" ? [event.where] : [])) };
}

it.each([
  ["NaN", { size: Number.NaN }],
  ["a bigint", { size: 1n }],
  ["a Map", new Map()],
  ["a function", () => 1],
])("does not seal %s as a state, which would come back as something else", async (_, state) => {
  const { leg, where } = await keeping(state);
  expect([text(leg), where]).toEqual(['The tool "act" failed.', ["questions"]]);
});

it("seals a state that JSON can carry", async () => {
  const { leg, where } = await keeping({ size: 1, list: [null], none: undefined });
  expect(leg.result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
  expect(where).toEqual([]);
});
