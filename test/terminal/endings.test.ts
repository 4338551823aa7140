import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { refusalText } from "../../generator/terminal/refusal-text.js";
import { refusalOf } from "../../runtime/src/client/refusal.js";
import { asProgram, dyingServer, scratch, servedOverHttp } from "./served.js";
import { cli, keys, terminal } from "./terminal.js";

const server = servedOverHttp();
const program = asProgram();
const cwd = scratch();

test("--save writes over nothing: not a file of another kind, and not a call that waits", async () => {
  writeFileSync(path.join(cwd, "notes.json"), '{"mine":1}');
  expect(await cli(["call", server.url(), "two", "--save", "notes.json"], { cwd })).toEqual({
    code: 2,
    stdout: "",
    stderr: "parley: notes.json is there already and is no saved call; choose another file.\n",
  });
  expect(readFileSync(path.join(cwd, "notes.json"), "utf8")).toBe('{"mine":1}');
  await cli(["call", server.url(), "two", "--save", "waits.json"], { cwd });
  const before = readFileSync(path.join(cwd, "waits.json"), "utf8");
  expect((await cli(["call", server.url(), "colour", "--save", "waits.json"], { cwd })).stderr).toBe(
    "parley: A call waits in waits.json already. Go on with it (parley resume waits.json), or choose another file.\n",
  );
  expect(readFileSync(path.join(cwd, "waits.json"), "utf8")).toBe(before);
  expect((await cli(["call", server.url(), "two", "--save", "no/where.json"], { cwd })).stderr).toBe(
    "parley: Cannot write no/where.json: there is no folder no.\n",
  );
});

test("a server that is gone when the answer comes is no bug of ours; why comes first, then what to do", async () => {
  const { url, die } = await dyingServer();
  const at = terminal();
  const call = cli(["call", url, "colour", "--save", "dead.json"], { at, cwd });
  await at.see("● red");
  die();
  at.type(keys.enter);
  expect(await call).toEqual({
    code: 2,
    stdout: "",
    stderr: `parley: Nothing answers at ${url}. Is the server running?\nThe call is kept. Go on with: parley resume dead.json\n`,
  });
});

test("questions that the server does not know any more are not said to be kept", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "stale", "count=3", "--save", "stale.json"], { at, cwd });
  await at.see("● red");
  at.type(keys.enter);
  const { code, stderr } = await call;
  expect([code, stderr]).toEqual([
    2,
    `parley: These questions are no longer good (expired, or the server has other keys now, as after a restart). Nothing was done.\nBegin again: parley call ${server.url()} stale count:=3\n`,
  ]);
  expect(existsSync(path.join(cwd, "stale.json"))).toBe(false);
});

test("a saved call that one server refuses stays, for the one it was meant for", async () => {
  await cli(["call", server.url(), "stale", "--save", "old.json"], { cwd });
  const answers = path.join(cwd, "answers.json");
  writeFileSync(answers, '{"colour":{"accept":{"colour":"red"}}}');
  const { stderr } = await cli(["resume", "old.json", "--answers", answers], { cwd });
  expect(stderr).toContain("old.json is still there");
  expect(existsSync(path.join(cwd, "old.json"))).toBe(true);
});

test("a program that ends while it asks ends the question too", async () => {
  const at = terminal();
  const { code, stderr } = await cli(["call", "dies", "--", process.execPath, program.file], { at });
  expect([code, stderr]).toEqual([2, "parley: The program ended before this was finished.\n"]);
});

test("a call to a program that is saved says what going on takes", async () => {
  const { stderr } = await cli(["call", "two", "--save", "p.json", "--", process.execPath, program.file], { cwd });
  expect(stderr).toContain("Give it the keys that it has now");
});

test("a server without resources or prompts is said to have none", async () => {
  const bare = server.url().replace("/mcp", "/bare");
  expect((await cli(["read", bare, "docs://a"])).stderr).toBe("parley: The server has no resources.\n");
  expect((await cli(["call", bare, "brief", "--prompt"])).stderr).toBe("parley: The server has no prompts.\n");
});

test("https to a server without TLS says which address would do", async () => {
  const { stderr } = await cli(["list", server.url().replace("http:", "https:")]);
  expect(stderr).toContain(`answers, but not over TLS; try ${server.url()}.`);
});

test("whoever declined is not told what a model is to do", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "refuses"], { at });
  await at.see("● red");
  at.type(keys.declines);
  expect(await call).toEqual({
    code: 1,
    stdout: "",
    stderr: 'Nothing was done: the question "colour" was declined.\n',
  });
});

const problems = [
  { path: "/name", message: "is required" },
  { path: "/nme", message: "is not a known property" },
  { path: "/a~1b/0", message: "must be true or false" },
];
const of = (reason: string, more: object = {}) =>
  refusalOf({ _meta: { "mcp-parley/refusal": { reason, input: "slot", ...more } } });

test.each([
  [
    of("arguments", { problems }),
    'The arguments do not fit act:\n  name is required\n  nme is not one of its arguments. Did you mean "name"?\n  a/b.0 must be true or false',
  ],
  [of("input_declined"), 'Nothing was done: the question "slot" was declined.'],
  [of("input_cancelled"), 'Nothing was done: the question "slot" was cancelled.'],
  [of("input_unanswered"), 'Nothing was done: the question "slot" was not answered.'],
  // The author's words, and reasons of later versions, are left as they came.
  [of("input_declined", { authored: true }), undefined],
  [of("tired"), undefined],
])("what a server of ours says to a model is said to a person: %j", (refusal, said) => {
  expect(refusal && refusalText(refusal, "act", ["name", "size", "a/b"])).toBe(said);
});

test.each([
  [{}],
  [{ _meta: { "mcp-parley/refusal": "input_declined" } }],
  [{ _meta: { "mcp-parley/refusal": { reason: 7 } } }],
  [{ data: [] }],
  [undefined],
])("what any other server says is no refusal of ours: %j", (failed) => {
  expect(refusalOf(failed)).toBe(undefined);
});
