import { expect, it } from "vitest";
import { addressOn } from "../../runtime/src/server/address.js";
import { head, loadText } from "./load-text.js";

it.each([
  ["https://example.com/a", true],
  ["http://localhost:8080/a", true],
  ["http://127.0.0.1/a", true],
  ["http://[::1]:3000/a", true],
  ["http://example.com/a", false],
  ["http://127.0.0.2/a", false],
  ["http://localhost.example.com/a", false],
  ["https://user@example.com/a", false],
  ["ftp://example.com/a", false],
])("judges an address that is written out as the runtime judges a computed one: %s", async (url, good) => {
  const ask = `ask: { elicitUrl: { message: m, url: "${url}" } }`;
  const { codes } = await loadText(`${head}tools: { t: { requires: { ${ask} } } }\n`);
  expect(codes).toEqual(good ? [] : ["inputs/url"]);
  const judged = (): string => addressOn(url, ["*"]);
  if (good) expect(judged()).toBe(url);
  else expect(judged).toThrow(RangeError);
});
