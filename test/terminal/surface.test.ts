import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { surfaceText } from "../../generator/terminal/show-surface.js";
import { scratch, servedOverHttp } from "./served.js";
import { cli } from "./terminal.js";
import { writeFileSync } from "node:fs";

const server = servedOverHttp();
const cwd = scratch();

test("list shows what there is and how it is called", async () => {
  const { code, stdout } = await cli(["list", server.url()]);
  expect(code).toBe(0);
  expect(stdout).toContain("asking 1.0.0\n\nTools\n  everything [count=<number>]\n");
  expect(stdout).toContain("Prompts\n  brief topic=<text>\n\nResources\n  docs://a\n");
});

test("list --json is what import takes", async () => {
  const { stdout } = await cli(["list", server.url(), "--json"]);
  writeFileSync(path.join(cwd, "listing.json"), stdout);
  const imported = await cli(["import", "--listing", "listing.json"], { cwd });
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain("name: asking");
});

test("read prints text without escape sequences, names bytes, and writes both as they came", async () => {
  expect(await cli(["read", server.url(), "docs://a"])).toEqual({ code: 0, stdout: "hello\n", stderr: "" });
  expect((await cli(["read", server.url(), "x://blob"])).stdout).toBe("[resource x://blob, 3 bytes of image/png]\n");
  expect((await cli(["read", server.url(), "x://blob", "-o", "blob.png"], { cwd })).stderr).toBe("Wrote blob.png.\n");
  expect([...readFileSync(path.join(cwd, "blob.png"))]).toEqual([0, 1, 2]);
  await cli(["read", server.url(), "docs://a", "-o", "a.txt"], { cwd });
  expect(readFileSync(path.join(cwd, "a.txt"), "utf8")).toBe("\u001B[31mhello");
});

const spec = path.join(import.meta.dirname, "../../examples/provisioner/parley.yaml");

test.each([
  [["call"], "Which server?"],
  [
    ["list", "https://ada:hunter2@example.com/mcp"],
    "An address cannot name a user: give the authorization with --header",
  ],
  [["list", "ftp://example.com/"], "is no http or https address. A command goes after --."],
  [["call", "provision"], 'Which server? Give its URL before "provision"'],
  [["call", "http://127.0.0.1/mcp"], "Which tool?"],
  [["call", "http://127.0.0.1/mcp", "a", "b"], 'What is "b"?'],
  [["call", "http://127.0.0.1/mcp", "a", "--", "node"], "or the command after --?"],
  [["call", "a", "--"], "After -- comes the command"],
  [["call", "a", "-H", "A: b", "--", "node"], "--header is for servers"],
  [["call", "parley.yaml", "a"], "add --url <url>, or -- <command ...>"],
  [["call", spec, "provison", "--url", "http://127.0.0.1/mcp"], 'Did you mean "provision"?'],
  [["list", "http://127.0.0.1/mcp", "more"], "One too many: more"],
  [["list", "http://127.0.0.1/mcp", "--timeout", "soon"], "--timeout is a number of seconds"],
  [["read", "http://127.0.0.1/mcp"], "Which resource?"],
  [["read", "http://127.0.0.1/mcp", "x://{id}"], "is a template"],
  [["resume", "nothing.json"], "There is no file nothing.json. The file of a saved call goes away"],
])("a command line that names too little says what is missing: %j", async (argv, problem) => {
  const { code, stdout, stderr } = await cli(argv);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain("hunter2");
});

test("what is in the way of a server is said in plain words", async () => {
  const at = (where: string): string => new URL(where, server.url()).href;
  expect((await cli(["list", at("/closed")])).stderr).toContain('--header "Authorization: Bearer ..."');
  expect((await cli(["list", at("/elsewhere")])).stderr).toContain("There is no MCP server at");
  expect((await cli(["list", "http://127.0.0.1:9/mcp"])).stderr).toContain("parley: ");
  expect((await cli(["list", at("/forbidden")])).stderr).toContain("refuses access (403)");
  expect((await cli(["list", at("/moved")])).stderr).toContain("leads somewhere else (302)");
  expect((await cli(["list", at("/page")])).stderr).toContain("what answers speaks something else");
  expect((await cli(["call", server.url(), "ecko"])).stderr).toContain('Did you mean "echo"?');
  expect((await cli(["call", server.url(), "nosuch", "--prompt"])).stderr).toContain(
    'The server has no prompt "nosuch". It has brief.',
  );
  expect((await cli(["call", server.url(), "nosuch"])).stderr).toContain(
    'has no tool "nosuch". `parley list` shows what it has.',
  );
  expect((await cli(["list", server.url(), "-H", "secret"])).stderr).not.toContain("secret");
});

test("a list is broken between words, and what belongs together stays so", () => {
  const nothing = { prompts: [], resources: [], resourceTemplates: [] };
  const properties = { from: { type: "string" }, to: { enum: ["here", "there"] }, back: { type: "boolean" } };
  const surface = {
    serverInfo: undefined,
    capabilities: undefined,
    instructions: undefined,
    tools: [
      {
        name: "go",
        description: "Goes from one place to another",
        inputSchema: { type: "object" as const, properties, required: ["from"] },
      },
    ],
    ...nothing,
  };
  expect(surfaceText(surface, 30).split("\n")).toEqual([
    "Tools",
    "  go from=<text>",
    "      [to=<here|there>]",
    "      [back=<true|false>]",
    "      Goes from one place to",
    "      another",
    "",
  ]);
  expect(surfaceText(surface)).toContain("  go from=<text> [to=<here|there>] [back=<true|false>]\n");
});
