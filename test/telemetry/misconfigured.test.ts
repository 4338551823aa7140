import { trace } from "@opentelemetry/api";
import { afterAll, expect, it, vi } from "vitest";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { oneTool, text } from "../runtime/one-tool.js";

const unhandled = vi.fn();
process.on("unhandledRejection", unhandled);
afterAll(() => {
  process.off("unhandledRejection", unhandled);
  trace.disable();
});

it("serves every call when the program's OpenTelemetry throws as it is set up, and logs once why nobody follows them", async () => {
  trace.setGlobalTracerProvider({
    getTracer: () => {
      throw new Error("secret of the exporter");
    },
  });
  const events: LogEvent[] = [];
  const tool = oneTool([], { options: { log: (event) => void events.push(event) } });
  const wires = [await tool.leg({}), await tool.leg({})];
  await new Promise(setImmediate);
  expect(wires.map(text)).toEqual(["done", "done"]);
  expect(JSON.stringify(wires)).not.toContain("secret");
  expect(unhandled).not.toHaveBeenCalled();
  expect(events.filter(({ event }) => event === "telemetry_failed")).toEqual([
    { event: "telemetry_failed", level: "warn", error: expect.objectContaining({ message: "secret of the exporter" }) },
  ]);
});
