import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { savedCallVersion } from "@mcp-parley/runtime/client";
import { expect, test } from "vitest";
import { scratch, servedOverHttp } from "./served.js";
import { cli, keys, terminal } from "./terminal.js";

const server = servedOverHttp();
const cwd = scratch();

function file(name: string, content: unknown): string {
  writeFileSync(path.join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

test("with nobody to ask, a question is declined, and it is said which", async () => {
  const { code, stdout, stderr } = await cli(["call", server.url(), "colour", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ isError: false, structuredContent: { colour: { action: "decline" } } });
  expect(stderr).toContain('Question "colour": declined, since there is nobody here to ask.\n    Which colour?');
  expect(stderr).toContain("--answers");
});

test.each([
  ["colour", '{ "colour": { "accept": { "colour": ... } } }'],
  ["consent", '{ "consent": "accept" }'],
  ["visit", '{ "login": { "accept": "xn--bcher-kva.example" } }'],
])("a question that nobody answers shows how a file answers it: %s", async (tool, form) => {
  const { stderr } = await cli(["call", server.url(), tool]);
  expect(stderr).toContain(`\n  Answer at a terminal, or write the answers into a file for --answers: ${form}\n`);
});

test("how to go on is said as the program was called", async () => {
  const called = { cwd, parley: "npx parley" };
  const saved = await cli(["call", server.url(), "two", "--save", "called.json"], called);
  expect(saved.stderr).toContain("Go on with: npx parley resume called.json\n");
  const again = await cli(["call", server.url(), "two", "--save", "called.json"], called);
  expect(again.stderr).toContain("(npx parley resume called.json)");
  const flow: object = JSON.parse(readFileSync(path.join(cwd, "called.json"), "utf8"));
  const sent = file("started.json", { ...flow, server: { command: ["node", "s.js"] } });
  expect((await cli(["resume", sent], called)).stderr).toContain("\n  npx parley resume started.json -- node s.js\n");
  const at = terminal();
  const stale = cli(["call", server.url(), "stale"], { ...called, at });
  await at.see("● red");
  at.type(keys.enter);
  expect((await stale).stderr).toContain(`\nBegin again: npx parley call ${server.url()} stale\n`);
  expect((await cli(["call", server.url(), "nosuch"], called)).stderr).toContain("`npx parley list` shows");
});

test("answers come from a file, by the names of the questions; unused ones are named", async () => {
  const answers = file("answers.json", { colour: { accept: { colour: "blue" } }, other: "decline", color: "accept" });
  const { code, stdout, stderr } = await cli(["call", server.url(), "colour", "--answers", answers], { cwd });
  expect([code, JSON.parse(stdout)]).toEqual([0, { colour: { action: "accept", content: { colour: "blue" } } }]);
  expect(stderr).toContain('Not asked, so not used: other, color. Did you mean "colour"?');
});

test.each([
  ["accept", { action: "accept", content: {} }],
  ["decline", { action: "decline" }],
  [{ cancel: true }, { action: "cancel" }],
])("an answer may be %j", async (answer, sent) => {
  const answers = file("answers.json", { consent: answer });
  const { stdout } = await cli(["call", server.url(), "consent", "--answers", answers], { cwd });
  expect(JSON.parse(stdout)).toEqual({ consent: sent });
});

test.each([
  [{ colour: { accept: { colour: "green" } } }, 'colour must be one of "red", "blue"'],
  [{ colour: { accept: { colour: "red", "a/b": 1 } } }, "  a/b is not a field of the form"],
  [{ colour: "accept" }, 'The answer to "colour" does not fit'],
  [{ colour: "accept" }, 'a form wants { "accept": { "colour": ... } }'],
  [{ colour: { colour: "red" } }, 'put it under "accept", as in { "accept": {"colour":"red"} }'],
  [{ colour: "yes" }, 'The answer to "colour" has to be'],
  [[], "have to be a JSON object"],
  ["{", "is not JSON"],
])("an answer that cannot be meant is sent nowhere: %j", async (content, problem) => {
  const answers = file("answers.json", content);
  const { code, stdout, stderr } = await cli(["call", server.url(), "colour", "--answers", answers], { cwd });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(problem);
});

test("consent to an address names its host", async () => {
  const blind = file("blind.json", { login: "accept" });
  const { code, stderr } = await cli(["call", server.url(), "visit", "--answers", blind], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('{ "accept": "xn--bcher-kva.example" }');
  const other = file("other.json", { login: { accept: "id.example" } });
  expect((await cli(["call", server.url(), "visit", "--answers", other], { cwd })).stderr).toContain(
    'and the file agrees to "id.example". To agree, name its host',
  );
  const seen = file("seen.json", { login: { accept: "xn--bcher-kva.example" } });
  const { stdout } = await cli(["call", server.url(), "visit", "--answers", seen], { cwd });
  expect(JSON.parse(stdout)).toEqual({ login: { action: "accept" } });
});

test("what the file does not answer is asked of whoever is there", async () => {
  const answers = file("first.json", { first: { accept: { colour: "blue" } } });
  const at = terminal();
  const call = cli(["call", server.url(), "two", "--answers", answers], { at, cwd });
  await at.see("Second?");
  await at.see("● red");
  at.type(keys.enter);
  expect(await call).toMatchObject({ code: 0, stderr: 'Question "first": answered from the file.\n' });
  expect(at.shown()).not.toContain("First?");
});

test("a call is saved instead of declined, and another process finishes it", async () => {
  const saved = await cli(["call", server.url(), "two", "--save", "flow.json", "--json"], { cwd });
  expect(saved.code).toBe(1);
  expect(JSON.parse(saved.stdout)).toMatchObject({ pending: true, saved: "flow.json", questions: [{ name: "first" }] });
  expect(saved.stderr).toContain("Go on with: parley resume flow.json\n");
  expect(statSync(path.join(cwd, "flow.json")).mode & 0o077).toBe(0);
  const answers = file("both.json", { first: { accept: { colour: "blue" } }, second: { accept: { colour: "red" } } });
  const { code, stdout } = await cli(["resume", "flow.json", "--answers", answers], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    state: 'two {"action":"accept","content":{"colour":"blue"}}',
    replies: { second: { action: "accept", content: { colour: "red" } } },
  });
  expect(existsSync(path.join(cwd, "flow.json"))).toBe(false);
});

test("a person who leaves finds the answers given so far in the file", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "two", "--save", "left.json"], { at, cwd });
  await at.see("First?");
  await at.see("Ctrl-C leaves and keeps the call");
  await at.see("● red");
  at.type(keys.enter);
  await at.see("Second?");
  await at.see("● red");
  at.type(keys.leaves);
  expect(await call).toEqual({
    code: 130,
    stdout: "",
    stderr: "The call is kept. Go on with: parley resume left.json\n",
  });
  const again = terminal();
  const resumed = cli(["resume", "left.json"], { at: again, cwd });
  await again.see("Second?");
  await again.see("● red");
  again.type(keys.enter);
  expect((await resumed).stdout).toContain('two {\\"action\\":\\"accept\\",\\"content\\":{\\"colour\\":\\"red\\"}}');
});

test("a saved file holds no header, and its command is not run", async () => {
  await cli(["call", server.url(), "two", "--save", "flow.json", "-H", "Authorization: Bearer t0ken"], { cwd });
  expect(server.seen).toContain("Bearer t0ken");
  const flow = readFileSync(path.join(cwd, "flow.json"), "utf8");
  expect(flow).not.toContain("t0ken");
  const sent = file("sent.json", { ...JSON.parse(flow), server: { command: ["touch", "owned"] } });
  const { code, stderr } = await cli(["resume", sent], { cwd });
  expect([code, existsSync(path.join(cwd, "owned"))]).toEqual([2, false]);
  expect(stderr).toContain("parley resume sent.json -- touch owned");
  // What `save()` of a generated client writes is the call alone.
  const bare = file("bare.json", (JSON.parse(flow) as { call: object }).call);
  expect(await cli(["resume", bare], { cwd })).toMatchObject({ code: 2 });
  expect(await cli(["resume", bare, "--url", server.url(), "--json"], { cwd })).toMatchObject({ code: 1 });
});

test.each([["{}"], ["[]"], ['{"call":{"parley":1,"method":"tools/call","params":{}}}'], ['{"parley":2}']])(
  "what is no saved call is refused: %s",
  async (content) => {
    const { code, stderr } = await cli(["resume", file("odd.json", content)], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("odd.json is no saved call")]);
  },
);

test("a call that a newer version saved says to update, and the server is not asked", async () => {
  const params = { name: "two", arguments: {} };
  const newer = { parley: savedCallVersion + 1, method: "tools/call", params, questions: [] };
  const requests = server.seen.length;
  const { code, stderr } = await cli(["resume", file("newer.json", newer), "--url", server.url()], { cwd });
  expect([code, stderr]).toEqual([
    2,
    "parley: newer.json was saved by a newer version of parley than this one: update it.\n",
  ]);
  expect(server.seen).toHaveLength(requests);
});

test("arguments are key=value by the tool's schema, key:=json, JSON, and files", async () => {
  file("args.json", { from: "file", list: [1] });
  const words = ["count=3", "text=3", "flag:=true", '{"a":{"b":1}}', "@args.json", "--args", "count=2"];
  const { code, stdout } = await cli(["call", server.url(), "echo", ...words], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ count: 3, text: "3", flag: true, a: { b: 1 }, from: "file", list: [1] });
});

test.each([
  [["count=many"], 'count must be a number, and "many" is not.'],
  [["x:=yes"], "The value of x is not JSON: yes"],
  [["@missing.json"], "There is no file missing.json."],
  [["[1]"], 'What is "[1]"?'],
  [["--args", "[1]"], "and [1] is none of them"],
])("arguments that cannot be read are never sent: %j", async (words, problem) => {
  const { code, stdout, stderr } = await cli(["call", server.url(), "echo", ...words], { cwd });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(problem);
});

test.each([
  [["closed", "cuont=1"], 'closed has no argument "cuont". Did you mean "count"?'],
  [["closed", "zzzzzz=1"], 'closed has no argument "zzzzzz". It takes count.'],
  [["brief", "--prompt", "topic:=1"], "topic must be text, as all arguments of a prompt are."],
])("arguments that there cannot be are never sent: %j", async (words, problem) => {
  const { code, stdout, stderr } = await cli(["call", server.url(), ...words]);
  expect([code, stdout, stderr]).toEqual([2, "", `parley: ${problem}\n`]);
});

test("an argument that the schema does not rule out is sent, whatever its name", async () => {
  const { code, stdout } = await cli(["call", server.url(), "echo", "cuont=1"]);
  expect([code, JSON.parse(stdout)]).toEqual([0, { cuont: "1" }]);
});

test("what to do about questions that nobody answers is said once", async () => {
  const { stderr } = await cli(["call", server.url(), "both"]);
  expect(stderr.match(/declined, since there is nobody here to ask/g)).toHaveLength(2);
  expect(stderr.match(/--answers/g)).toHaveLength(1);
});

test("a refusal that was written down is told from an answer", async () => {
  const answers = file("refusals.json", { left: "decline", right: "cancel" });
  const { stderr } = await cli(["call", server.url(), "both", "--answers", answers], { cwd });
  expect(stderr).toBe('Question "left": declined, as the file says.\nQuestion "right": cancelled, as the file says.\n');
});

test("a result that is an error, and a refusal, exit with 1; stdout has JSON or nothing", async () => {
  expect(await cli(["call", server.url(), "fails"])).toMatchObject({ code: 1, stdout: "" });
  const failed = await cli(["call", server.url(), "fails", "--json"]);
  expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([1, { isError: true }]);
  const refused = await cli(["call", server.url(), "throws", "--json"]);
  expect([refused.code, JSON.parse(refused.stdout)]).toEqual([1, { error: { code: -32603, message: "boom" } }]);
  expect(refused.stderr).toBe("parley: The server failed (-32603): boom\n");
});

test("a model is never offered, folders only those that are named", async () => {
  expect((await cli(["call", server.url(), "model"])).stderr).toContain("a language model");
  expect((await cli(["call", server.url(), "folders"])).stderr).toContain("--root <folder>");
  mkdirSync(path.join(cwd, "a b"));
  const { stdout } = await cli(["call", server.url(), "folders", "--root", "a b"], { cwd });
  expect(JSON.parse(stdout)).toEqual({ folders: { roots: [{ uri: `${pathToFileURL(cwd).href}/a%20b` }] } });
  const { code, stderr } = await cli(["call", server.url(), "folders", "--root", "nowhere"], { cwd });
  expect([code, stderr]).toEqual([2, "parley: There is no folder nowhere, which --root names.\n"]);
});
