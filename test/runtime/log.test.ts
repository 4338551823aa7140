import { afterEach, expect, it, vi } from "vitest";
import { defaultLogger } from "../../runtime/src/server/log.js";

const written: string[] = [];
vi.spyOn(console, "error").mockImplementation((line: string) => void written.push(line));
afterEach(() => written.splice(0));

const failed = (error: unknown) =>
  defaultLogger({ event: "failed", level: "error", method: "tools/call", target: "act", where: "handler", error });

it("writes a failure as one line of JSON, with its stack and its cause", () => {
  failed(new Error("outer", { cause: new Error("inner") }));
  expect(written).toHaveLength(1);
  expect(written[0]).not.toContain("\n");
  const { error, ...rest } = JSON.parse(written[0] ?? "") as { error: string };
  expect(rest).toEqual({ event: "failed", level: "error", method: "tools/call", target: "act", where: "handler" });
  expect(error).toMatch(/^Error: outer[^]*caused by: Error: inner/);
});

it.each([{ secret: "hunter2", self: undefined as unknown }, 1n, Symbol("x"), null, () => 1])(
  "writes whatever was thrown without reading into it: %s",
  (thrown) => {
    if (typeof thrown === "object" && thrown !== null) thrown.self = thrown;
    failed(thrown);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({ error: `thrown ${typeof thrown}` });
    expect(written[0]).not.toContain("hunter2");
  },
);

it("cuts what a client made long", () => {
  defaultLogger({
    event: "state_refused",
    level: "warn",
    method: "resources/read",
    target: `x://${"a".repeat(100_000)}`,
    reason: "malformed",
  });
  expect(written[0]?.length).toBeLessThan(2500);
});

it("writes neither rounds nor answers", () => {
  const completed = { method: "tools/call", target: "act", flow: "f", rounds: 1, failed: false, took: 1, lasted: 1 };
  defaultLogger({ event: "completed", level: "debug", ...completed });
  expect(written).toEqual([]);
});
