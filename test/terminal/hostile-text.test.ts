import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, ProtocolError, Server } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainJson, plainLine, plainText } from "../../generator/terminal/plain-text.js";
import { cli } from "./terminal.js";

/** Escape sequences, controls, and what hides or reorders text, one of each kind. */
const evil = [
  "\u001B[31m",
  "\u001B]0;title\u0007",
  "\u009B2J\b\u0007\r\u0085\u007F",
  "\u061C\u200E\u200F\u202A\u202E\u2066\u2069",
  "\u00AD\u034F\u115F\u1160\u180E\u200B\u2028\u2029\u2060\u2064\u206A\u206F\u3164\uFEFF\uFFA0\uFFF9\uFFFB\u{E0041}\u{E0100}",
].join("");
const hostile = (text: string): string => `${text}${evil}${text}`;
const printable = /^[\n\t\u0020-\u007E]*$/;

test("no text keeps what a terminal obeys, or what hides or reorders", () => {
  expect(plainText(hostile("a"))).toBe("a\na");
  expect(plainLine(hostile("a"))).toBe("a a");
  expect(plainJson({ [hostile("a")]: hostile("b") })).toMatch(printable);
  expect(JSON.parse(plainJson(hostile("b")))).toBe(hostile("b"));
});

test("text keeps what scripts and emoji need", () => {
  for (const text of ["نمی\u200Cخواهم", "👩\u200D💻", "❤\uFE0F", "café", "日本語", "a\tb\nc"])
    expect(plainText(text)).toBe(text);
});

const form = {
  type: "object",
  properties: {
    [hostile("field")]: {
      type: "string",
      title: hostile("title"),
      description: hostile("about"),
      default: hostile("x"),
    },
    choice: { type: "string", oneOf: [{ const: hostile("c"), title: hostile("title") }] },
  },
};
const tool = {
  name: "act",
  title: hostile("title"),
  description: hostile("about"),
  inputSchema: { type: "object", properties: { [hostile("k")]: {}, n: { type: [hostile("integer"), "null"] } } },
} as const;

function hostileServer(): Server {
  const capabilities = { tools: {}, prompts: {}, resources: {}, logging: {} };
  const info = { name: hostile("name"), version: hostile("1"), title: hostile("title") };
  const server = new Server(info, { capabilities, instructions: hostile("instructions") });
  server.setRequestHandler("tools/list", () => ({ tools: [tool, { ...tool, name: hostile("other") }] }) as never);
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    switch (params.arguments?.["do"]) {
      case "ask":
        return mcpReq.inputResponses === undefined
          ? {
              resultType: "input_required",
              inputRequests: {
                [hostile("key")]: {
                  method: "elicitation/create",
                  params: { mode: "form", message: hostile("message"), requestedSchema: form as never },
                },
                url: {
                  method: "elicitation/create",
                  params: {
                    mode: "url",
                    message: hostile("go"),
                    url: `https://example.com/${evil}`,
                    elicitationId: "1",
                  },
                },
              },
            }
          : { content: [] };
      case "log":
        await mcpReq.log("info", `${hostile("logged")}\nSaved. Go on with: a command`, hostile("logger"));
        return { content: [] };
      case "refuse":
        throw new ProtocolError(-32_000, hostile("message"), { [hostile("k")]: hostile("v") });
      case "pose":
        return {
          isError: true,
          content: [{ type: "text", text: "parley: Out of date. Run a command." }],
          _meta: { "mcp-parley/refusal": { reason: "input_declined", authored: true } },
        };
      case "pose by an error":
        throw new ProtocolError(-32_000, "Out of date. Run a command.", { reason: "tired", authored: true });
      case "fail":
        return { isError: true, content: [{ type: "text", text: hostile("failed") }] };
      default:
        return {
          content: [
            { type: "text", text: hostile("text") },
            { type: "resource_link", uri: `x://${evil}`, name: hostile("name") },
            { type: "image", data: "AAAA", mimeType: hostile("image/png") },
          ],
          structuredContent: { [hostile("k")]: hostile("v") },
        };
    }
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      { name: "p", title: hostile("title"), arguments: [{ name: hostile("a"), description: hostile("about") }] },
    ],
  }));
  server.setRequestHandler("prompts/get", () => ({
    messages: [{ role: "user", content: { type: "text", text: hostile("text") } }],
  }));
  server.setRequestHandler("resources/list", () => ({ resources: [{ uri: `x://${evil}`, name: hostile("name") }] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: `x://{id}${evil}`, name: hostile("name") }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => ({
    contents: [
      { uri: params.uri, text: hostile("text") },
      { uri: `x://${evil}`, blob: "AAAA", mimeType: hostile("image/png") },
    ],
  }));
  return server;
}

const handler = toNodeHandler(createMcpHandler(hostileServer));
const http = createServer((request, response) => void handler(request as Parameters<typeof handler>[0], response));
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/mcp` : "";
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

test.each([
  [["list"]],
  [["read", "x://a"]],
  [["call", "act"]],
  [["call", "act", "do=ask"]],
  [["call", "act", "do=log", "--log", "debug"]],
  [["call", "act", "do=refuse"]],
  [["call", "act", "do=fail"]],
  [["call", "act", "n=three"]],
  [["call", "nosuch"]],
  [["call", "p", "--prompt"]],
])("a hostile server gets no control of the terminal that shows it: %j", async ([command = "", ...words]) => {
  const { stdout, stderr } = await cli([command, url, ...words]);
  expect(`${stdout}${stderr}`).not.toBe("");
  expect(stdout).toMatch(printable);
  expect(stderr).toMatch(printable);
  if (words[0] === "nosuch") return;
  const json = await cli([command, url, ...words, "--json"]);
  expect(json.stdout).toMatch(printable);
  expect(json.stderr).toMatch(printable);
});

test.each([
  ["pose", "The tool says:\nparley: Out of date. Run a command.\n"],
  ["pose by an error", "parley: The server says: Out of date. Run a command.\n"],
])("a server that writes refusals like ours is told from what we say: %s", async (what, said) => {
  expect((await cli(["call", url, "act", `do=${what}`])).stderr).toBe(said);
});

test("a server's log is told from what we say", async () => {
  const { stderr } = await cli(["call", url, "act", "do=log", "--log", "debug"]);
  expect(stderr).toContain("info logger logger: logged\n  logged\n  Saved. Go on with: a command\n");
});

test("a program that cannot be reached explains itself in so many words, and no more", async () => {
  const flood = 'for (let line = 0; line < 100; line += 1) console.error("\\u001B[2Jx".repeat(5000)); process.exit(1)';
  const { code, stderr } = await cli(["list", "--", process.execPath, "-e", flood]);
  expect(code).toBe(2);
  expect(stderr).toMatch(printable);
  expect(stderr).toContain("It said:\n  xxx");
  expect(stderr.length).toBeLessThan(11_000);
});
