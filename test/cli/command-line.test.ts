import { expect, test } from "vitest";
import { parseCommandLine } from "../../generator/cli/command-line.js";

const parse = (...argv: string[]) => parseCommandLine(argv, "1.2.3");

test("generate takes a spec and an output folder", async () => {
  expect(await parse("generate", "a.yaml", "-o", "out")).toMatchObject({
    kind: "invocation",
    invocation: {
      command: "generate",
      spec: "a.yaml",
      out: "out",
      mode: "write",
      force: false,
      report: { format: "text" },
    },
  });
  expect(await parse("gen", "a.yaml", "--out", "out", "--force", "-w")).toMatchObject({
    invocation: { command: "generate", force: true, watch: true },
  });
});

test("check is generate --check", async () => {
  const left = await parse("check", "a.yaml", "-o", "out");
  expect(left).toEqual(await parse("generate", "a.yaml", "-o", "out", "--check"));
});

test("a dash is stdin, and not lost", async () => {
  expect(await parse("lint", "-")).toMatchObject({ invocation: { spec: "-" } });
});

test("an option does not swallow the spec behind it, and a spec that looks like a number stays text", async () => {
  expect(await parse("lint", "--format", "json", "a.yaml")).toMatchObject({
    invocation: { spec: "a.yaml", report: { format: "json" } },
  });
  expect(await parse("lint", "00123")).toMatchObject({ invocation: { spec: "00123" } });
});

test("--color and --no-color are heard", async () => {
  expect(await parse("lint", "a.yaml", "--no-color")).toMatchObject({ invocation: { report: { color: false } } });
  expect(await parse("lint", "a.yaml", "--color")).toMatchObject({ invocation: { report: { color: true } } });
  expect(await parse("lint", "a.yaml")).toMatchObject({ invocation: { report: { color: undefined } } });
});

test.each([
  [["genrate", "a.yaml"], 'Did you mean "generate"?'],
  [["generate"], "Which spec? `parley generate parley.yaml -o generated`"],
  [["resume"], "Which file? `parley resume flow.json`"],
  [["call", "127.0.0.1:3000/mcp", "book"], "Did you mean http://127.0.0.1:3000/mcp?"],
  [["call", "localhost:3000/mcp", "book"], "Did you mean http://localhost:3000/mcp?"],
  [["list", "http://127.0.0.1:99999/mcp"], "99999 is no port"],
  [["call", "book", "people=3"], 'Which server? Give its URL before "book"'],
  [["call", ""], "Which server? Give its URL first"],
  [["call", "http://127.0.0.1/mcp", ""], "Which tool? `parley list http://127.0.0.1/mcp` shows"],
  [["generate", "a.yaml", "b.yaml"], "One too many: b.yaml"],
  [["generate", "a.yaml", "--outt", "x"], "There is no option --outt. Did you mean --out?"],
  [["generate", "a.yaml", "-out", "x"], "There is no option -out. Did you mean --out?"],
  [["check", "a.yaml", "--alow-outside"], "There is no option --alow-outside. Did you mean --allow-outside?"],
  [["lint", "a.yaml", "--no-colr"], "There is no option --no-colr. Did you mean --no-color?"],
  [["explain", "--hlep"], "There is no option --hlep. Did you mean --help?"],
  [["import", "--listing", "a.json", "--frce"], "There is no option --frce. Did you mean --force?"],
  [["init", "a", "--nmae", "b"], "There is no option --nmae. Did you mean --name?"],
  [["call", "a", "--sav", "x", "--", "node", "--save"], "There is no option --sav. Did you mean --save?"],
  [["resume", "a.json", "--jsn"], "There is no option --jsn. Did you mean --json?"],
  [["list", "--protcol", "auto", "--", "node"], "There is no option --protcol. Did you mean --protocol?"],
  [["read", "--ot", "x", "a://b", "--", "node"], "There is no option --ot. Did you mean --out?"],
  [["generate", "a.yaml", "-o"], "needs a value."],
  [["generate", "a.yaml", "-o", "x", "-o", "y"], "--out is given more than once"],
  [["generate", "a.yaml", "--check", "--dry-run"], "Either --check or --dry-run, not both."],
  [["generate", "a.yaml", "--watch", "--check"], "not both."],
  [["lint", "a.yaml", "--format", "xml"], '--format cannot be "xml". Choose from "text", "json"'],
])("%j is a usage error: %s", async (argv, message) => {
  const line = await parseCommandLine(argv, "1.2.3");
  expect(line).toMatchObject({ kind: "usage-error" });
  expect(line.kind === "usage-error" ? line.message : "").toContain(message);
});

test.each([
  [["diff", "--help"], 'There is no command "diff".'],
  [["diff", "-h"], 'There is no command "diff".'],
  [["--no-color", "diff", "--help"], 'There is no command "diff".'],
  [["diff", "lint", "--help"], 'There is no command "diff".'],
  [["diff", "--version"], 'There is no command "diff".'],
  // Each is two or three letters away from a command, and means something else.
  [["diff"], 'There is no command "diff".'],
  [["mock", "a.yaml"], 'There is no command "mock".'],
  [["test", "a.yaml"], 'There is no command "test".'],
  [["load", "a.yaml"], 'There is no command "load".'],
  [["lsit", "--help"], 'There is no command "lsit". Did you mean "list"?'],
  [["lst"], 'There is no command "lst". Did you mean "list"?'],
  [["genrate", "--help"], 'There is no command "genrate". Did you mean "generate"?'],
])("%j is no command: %s", async (argv, message) => {
  expect(await parse(...argv)).toEqual({ kind: "usage-error", message, help: "parley --help" });
});

test("options may stand before a command, and values of options are none", async () => {
  const help = await parse("--no-color", "lint", "--help");
  expect(help.kind === "text" ? help.text : "").toContain("parley lint <spec>");
  expect(await parse("--format", "json", "lint", "a.yaml")).toMatchObject({ invocation: { command: "lint" } });
});

test("what is there to be copied calls the program as it was called", async () => {
  const npx = (...argv: string[]) => parseCommandLine(argv, "1.2.3", 100, "npx parley");
  expect(await npx("generate")).toEqual({
    kind: "usage-error",
    message: "Which spec? `npx parley generate parley.yaml -o generated`",
    help: "npx parley generate --help",
  });
  expect(await npx("call", "http://127.0.0.1/mcp")).toMatchObject({
    message: "Which tool? `npx parley list http://127.0.0.1/mcp` shows what there is.",
  });
  const help = await npx("call", "--help");
  expect(help.kind === "text" ? help.text : "").toContain("npx parley call book people=3 -- node serve.js");
  expect(help.kind === "text" ? help.text : "").not.toMatch(/(?<!npx )\bparley (?:call|list|resume|import) [<\w]/);
});

test("the form of a file of answers is shown where --answers is explained", async () => {
  const help = await parse("call", "--help");
  const text = (help.kind === "text" ? help.text : "").replaceAll(/\s+/g, " ");
  expect(text).toContain('{ "size": { "accept": { "size": "l" } }, "terms": "decline" }');
});

test.each([
  // Far from everything, of another command, and one letter, which is near to every other.
  [["lint", "a.yaml", "--frobnicate"], "There is no option --frobnicate."],
  [["lint", "a.yaml", "--dry-rn"], "There is no option --dry-rn."],
  [["lint", "a.yaml", "-x"], "There is no option -x."],
])("%j is like nothing that could be meant", async (argv, message) => {
  expect(await parseCommandLine(argv, "1.2.3")).toMatchObject({ kind: "usage-error", message });
});

test.each([
  [["call", "a", "--", "node", "s.js", "--save", "f.json"], "--save stands after --, so it goes to the program."],
  [["call", "a", "--", "node", "s.js", "--answers=f.json"], "--answers stands after --"],
  [["call", "a", "--", "node", "s.js", "--no-input", "--json"], "--no-input and --json stand after --"],
  [["read", "a://b", "--", "node", "s.js", "--out", "f"], "--out stands after --"],
  [["resume", "f.json", "--", "node", "s.js", "--root", "."], "--root stands after --"],
])("%j may not be as it was meant: %s", async (argv, note) => {
  expect(await parse(...argv)).toMatchObject({ kind: "invocation", note: expect.stringContaining(note) });
});

test.each([
  [["call", "a", "--save", "f.json", "--", "node", "s.js", "--save", "g.json"]],
  // What `list` cannot use, and what programs have of their own.
  [["list", "--", "node", "s.js", "--save", "f.json"]],
  [["call", "a", "--", "node", "s.js", "--verbose", "--header", "A: b", "--timeout=5", "--no-color"]],
  [["call", "a", "--", "--save"]],
])("%j is as it was meant", async (argv) => {
  expect(await parse(...argv)).not.toHaveProperty("note");
});

test.each([
  [["call"], "parley call --help"],
  [["resume"], "parley resume --help"],
  [["calll"], "parley --help"],
])("after a mistake the help of that command is named: %j", async (argv, help) => {
  expect(await parseCommandLine(argv, "1.2.3")).toMatchObject({ kind: "usage-error", help });
});

test("help and version are text, and nothing runs", async () => {
  expect(await parse("--version")).toEqual({ kind: "text", text: "1.2.3\n" });
  const help = await parse("--help");
  expect(help.kind === "text" ? help.text : "").toContain("Exit codes: 0 fine, 1 problems found, 2 could not run");
  const generate = await parse("generate", "--help");
  expect(generate.kind === "text" ? generate.text : "").toContain("--dry-run");
});

const commands = "generate check lint explain import init call resume list read".split(" ");

test.each([[], ...commands.map((name) => [name])])(
  "help of %s: at most a hundred columns, of ASCII",
  async (...command) => {
    const line = await parseCommandLine([...command, "--help"], "1.2.3");
    const text = line.kind === "text" ? line.text : "";
    expect(text).toContain(["parley", ...command].join(" "));
    // The bundle counts characters where it lays out help, see scripts/string-width.mjs.
    expect(text).toMatch(/^[ -~\n]+$/);
    expect(text.split("\n").filter((row) => row.length > 100)).toEqual([]);
  },
);
