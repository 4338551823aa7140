import { expect, test } from "vitest";
import { readAll, wantsColor } from "../../generator/cli/streams.js";

const terminal = { isTTY: true, write: () => true };
const pipe = { write: () => true };

test("colours go to people at terminals that can show them", () => {
  expect(wantsColor(terminal, {}, undefined)).toBe(true);
  expect(wantsColor(pipe, {}, undefined)).toBe(false);
  expect(wantsColor(terminal, { TERM: "dumb" }, undefined)).toBe(false);
});

test("NO_COLOR wins over FORCE_COLOR, an option over both", () => {
  expect(wantsColor(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, undefined)).toBe(false);
  expect(wantsColor(terminal, { NO_COLOR: "" }, undefined)).toBe(true);
  expect(wantsColor(pipe, { FORCE_COLOR: "1" }, undefined)).toBe(true);
  expect(wantsColor(terminal, { FORCE_COLOR: "0" }, undefined)).toBe(false);
  expect(wantsColor(pipe, { NO_COLOR: "1" }, true)).toBe(true);
  expect(wantsColor(terminal, { FORCE_COLOR: "1" }, false)).toBe(false);
});

test("stdin is read to its end, whatever its chunks cut through", async () => {
  const bytes = new TextEncoder().encode("größe");
  const chunks = (async function* () {
    yield bytes.slice(0, 3);
    yield bytes.slice(3);
    yield "!";
  })();
  expect(await readAll(chunks)).toBe("größe!");
});

test("what is not UTF-8 is not guessed at", async () => {
  const chunks = (async function* () {
    yield new Uint8Array([0xff, 0xfe]);
  })();
  await expect(readAll(chunks)).rejects.toThrow(TypeError);
});
