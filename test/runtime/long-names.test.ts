import { expect, it } from "vitest";
import { httpHandler } from "../../runtime/src/http/http-handler.js";
import { hasLongName, longestName } from "../../runtime/src/http/long-names.js";
import { oneTool } from "./one-tool.js";

const long = "k".repeat(longestName + 1);

async function call(args: object): Promise<{ readonly status: number; readonly body: string }> {
  const handler = httpHandler(oneTool([]).factory);
  const params = { name: "act", arguments: args };
  const response = await handler.fetch(
    new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: { host: "127.0.0.1", "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
    }),
  );
  const body = await response.text();
  await handler.close();
  return { status: response.status, body };
}

it("refuses a request with a name that is longer than any should be, before anything is judged", async () => {
  const { status, body } = await call({ [long]: Array.from({ length: 1000 }, () => "x") });
  expect(status).toBe(400);
  expect(JSON.parse(body)).toEqual({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32602, message: "A name in this request is too long" },
  });
});

it("lets long values and names that are long enough for anything pass", async () => {
  const { body } = await call({ [long.slice(1)]: long });
  expect(body).not.toContain("too long");
});

it.each<[unknown, boolean]>([
  [{ a: [{ [long]: 1 }] }, true],
  [{ [long.slice(1)]: 1, b: long }, false],
  [[long, null, 5], false],
  ["x".repeat(longestName + 1), false],
])("finds long names wherever they are, and nothing else", (body, found) => {
  expect(hasLongName(JSON.stringify(body), body)).toBe(found);
});

it("looks into bodies of any depth", () => {
  const text = `${"[".repeat(200_000)}{"${long}":1}${"]".repeat(200_000)}`;
  expect(hasLongName(text, JSON.parse(text))).toBe(true);
});
