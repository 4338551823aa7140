import { expect, it, vi } from "vitest";
import { inTime } from "../../runtime/src/sealing/in-time.js";

it("gives what comes in time, value or error, and gives its timer back", async () => {
  const started = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  expect(await inTime(Promise.resolve("keys"), "It")).toBe("keys");
  await expect(inTime(Promise.reject(new Error("down")), "It")).rejects.toThrow("down");
  const timers = started.mock.results.map(({ value }) => value as unknown);
  expect(timers).toHaveLength(2);
  for (const timer of timers) expect(cleared).toHaveBeenCalledWith(timer);
  vi.restoreAllMocks();
});

it("waits for nothing that hangs, and says who it was", async () => {
  await expect(inTime(new Promise(() => {}), "The codec", 5)).rejects.toThrow("The codec did not answer within 5 ms");
});
