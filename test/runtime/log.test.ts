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

const unreadable = (): never => {
  throw new Error("not to be read");
};

it.each<[string, (error: Error) => Error]>([
  ["is its own cause", (error) => Object.assign(error, { cause: error })],
  ["has a cause without end", (error) => Object.defineProperty(error, "cause", { get: () => error })],
  ["cannot be read", (error) => new Proxy(error, { get: unreadable })],
  ["throws when its stack is read", (error) => Object.defineProperty(error, "stack", { get: unreadable })],
])("writes a line about an error that %s", (_, make) => {
  failed(make(new Error("outer")));
  expect(JSON.parse(written[0] ?? "")).toMatchObject({ event: "failed", error: expect.any(String) as string });
});

it("writes nothing that a terminal obeys, or shows in another order, whatever a client called", () => {
  const target = "\u001B[2J\u009B2J\u007F\u0085\u2028\u2029\u061C\u200E\u202E\u2066 日本";
  defaultLogger({ event: "state_refused", level: "warn", method: "tools/call", target, reason: "malformed" });
  expect(written[0]).toMatch(/^[\u0020-\u007E日本]*$/);
  expect(JSON.parse(written[0] ?? "")).toMatchObject({ target });
});

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
