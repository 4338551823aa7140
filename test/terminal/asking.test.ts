import { expect, onTestFinished, test, vi } from "vitest";
import { servedOverHttp } from "./served.js";
import { cli, keys, terminal } from "./terminal.js";

const server = servedOverHttp();

function answered(stdout: string): unknown {
  return JSON.parse(stdout);
}

test("a form becomes prompts, with titles, hints, defaults, and what is wrong said in place", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "everything"], { at });
  await at.see("All of it?");
  await at.see("What to call it");
  await at.see("At least 2 characters");
  at.type(`x${keys.enter}`);
  await at.see("Name must have at least 2 characters");
  at.type(`y${keys.enter}`);
  await at.see("A whole number, 1 to 9");
  at.type(`12${keys.enter}`);
  await at.see("Count must be at most 9");
  at.type(keys.erase + keys.enter);
  await at.see("Note (optional)");
  at.type(keys.enter);
  await at.see("Urgent");
  await at.see("● Yes");
  at.type(keys.enter);
  await at.see("● Large");
  at.type(keys.enter);
  await at.see("Choose at least 1");
  at.type(keys.enter);
  await at.see("Tags must have at least 1 chosen");
  await at.see("blue");
  at.type(keys.space + keys.enter);
  await at.see("Note: (left out)");
  await at.see("Yes, send it");
  at.type(keys.enter);
  const { code, stdout, stderr } = await call;
  expect([code, stderr]).toEqual([0, ""]);
  expect(answered(stdout)).toEqual({
    everything: { action: "accept", content: { name: "xy", count: 1, urgent: true, size: "l", tags: ["red"] } },
  });
});

test("a form of several fields can be gone through again before it is sent", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "pair"], { at });
  await at.see("◆  a");
  at.type(`one${keys.enter}`);
  await at.see("◆  b");
  at.type(`two${keys.enter}`);
  await at.see("Is this your answer?");
  at.type(keys.down + keys.enter);
  await at.see("◆  a");
  await at.see("one");
  at.type(`!${keys.enter}`);
  await at.see("◆  b");
  at.type(keys.enter);
  await at.see("a: one!");
  await at.see("Is this your answer?");
  at.type(keys.enter);
  expect(answered((await call).stdout)).toEqual({ pair: { action: "accept", content: { a: "one!", b: "two" } } });
});

test.each([
  ["Enter takes it", keys.enter, 1],
  ["what is typed replaces it", `2${keys.enter}`, 2],
  ["what was typed and erased leaves it", `2${keys.erase}${keys.enter}`, 1],
])("a default is no text to edit: %s", async (_, typed, count) => {
  const at = terminal();
  const call = cli(["call", server.url(), "preset"], { at });
  await at.see("◆  Count");
  await at.see("Enter takes 1");
  at.type(typed);
  expect(answered((await call).stdout)).toEqual({ preset: { action: "accept", content: { count } } });
});

test("a text with a default that may be left out can be, and what was typed can be edited afterwards", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "presets"], { at });
  await at.see("◆  Name");
  await at.see('Enter takes "reports"');
  at.type(keys.enter);
  await at.see("◆  Note");
  await at.see('Enter takes "none", a space leaves it out');
  at.type(` ${keys.enter}`);
  await at.see("Name: reports");
  await at.see("Note: (left out)");
  await at.see("Is this your answer?");
  at.type(keys.down + keys.enter);
  // What was taken by Enter is replaced by typing again.
  await at.see("◆  Name");
  at.type(`x${keys.enter}`);
  await at.see("◆  Note");
  at.type(`y${keys.enter}`);
  await at.see("Name: x");
  await at.see("Is this your answer?");
  at.type(keys.down + keys.enter);
  await at.see("◆  Name");
  at.type(`z${keys.enter}`);
  await at.see("◆  Note");
  at.type(keys.enter);
  await at.see("Name: xz");
  await at.see("Is this your answer?");
  at.type(keys.enter);
  expect(answered((await call).stdout)).toEqual({ presets: { action: "accept", content: { name: "xz", note: "y" } } });
});

test.each([
  ["Ctrl-D", keys.declines, "Declined."],
  ["Esc", keys.escape, "Cancelled."],
])("after %s no choice stands there as if it had been made", async (_key, press, said) => {
  for (const [tool, choice] of [
    ["colour", "red"],
    ["consent", "Decline"],
  ] as const) {
    const at = terminal();
    const call = cli(["call", server.url(), tool], { at });
    await at.see(`● ${choice}`);
    at.type(press);
    await call;
    const [, left = choice] = at.shown().split("■");
    expect(left).toContain(said);
    expect(left.replace(said, "")).not.toContain(choice);
  }
  const at = terminal();
  const call = cli(["call", server.url(), "everything"], { at });
  for (const step of [`ab${keys.enter}`, `1${keys.enter}`, keys.enter, keys.enter, keys.enter]) {
    await at.see("◆");
    at.type(step);
  }
  await at.see("◻ red");
  at.type(keys.space);
  await at.see("◼ red");
  at.type(press);
  await call;
  const [, left = "red"] = at.shown().split("■");
  expect(left).not.toContain("red");
});

test.each([
  ["Ctrl-D", keys.declines, "decline", "Declined."],
  ["Esc", keys.escape, "cancel", "Cancelled."],
])("%s is one key away in every prompt", async (_key, press, action, said) => {
  for (const [tool, prompt] of [
    ["everything", "◆  Name"],
    ["colour", "◆  colour"],
    ["consent", "Do you agree?"],
    ["visit", "Do you want to go"],
  ] as const) {
    const at = terminal();
    const call = cli(["call", server.url(), tool], { at });
    await at.see(prompt);
    at.type(press);
    const { code, stdout } = await call;
    expect(code).toBe(0);
    expect(Object.values(answered(stdout) as object)).toEqual([{ action }]);
    expect(at.shown()).toContain(said);
  }
});

test("Ctrl-C leaves without an answer, whatever is asked", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "colour"], { at });
  await at.see("◆  colour");
  at.type(keys.leaves);
  expect(await call).toEqual({ code: 130, stdout: "", stderr: "You left. Nothing was sent for this question.\n" });
});

test("a terminal that goes away is not an answer", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "colour"], { at });
  await at.see("◆  colour");
  at.person.input.push(null);
  expect(await call).toMatchObject({ code: 130, stdout: "" });
});

test("a question without fields asks for consent, and Enter alone does not give it", async () => {
  const careless = terminal();
  const first = cli(["call", server.url(), "consent"], { at: careless });
  await careless.see("Do you agree?");
  careless.type(keys.enter);
  expect(answered((await first).stdout)).toEqual({ consent: { action: "decline" } });
  const willing = terminal();
  const second = cli(["call", server.url(), "consent"], { at: willing });
  await willing.see("Do you agree?");
  willing.type(keys.down + keys.enter);
  expect(answered((await second).stdout)).toEqual({ consent: { action: "accept", content: {} } });
});

test("an address is shown whole, with its host and its traps, and consent is asked before anything", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "visit"], { at });
  await at.see("Host:    xn--bcher-kva.example");
  await at.see("Address: http://user@xn--bcher-kva.example/login?x=1");
  for (const warning of ["http, not https", "has a user name before its host", "letters from outside ASCII"])
    await at.see(warning);
  await at.see("● Decline");
  at.type(keys.down + keys.enter);
  await at.see("Open it in your browser:");
  expect(answered((await call).stdout)).toEqual({ login: { action: "accept" } });
});

test("an address that is put again is said to be waited for", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "waits"], { at });
  await at.see("Yes, I agree to go there");
  at.type(keys.down + keys.enter);
  await at.see("The server does not see the step at this address done yet.");
  await at.see("Have you done what it asks for?");
  await at.see("Yes, I have done it there");
  at.type(keys.down + keys.enter);
  expect(answered((await call).stdout)).toEqual({ done: true });
  expect(at.shown()).not.toContain("Warning:");
});

test("a server that only wants to be called again is, and nobody is asked", async () => {
  const at = terminal();
  const { stdout } = await cli(["call", server.url(), "pauses"], { at });
  expect([answered(stdout), at.shown()]).toEqual([{ state: "later" }, ""]);
});

test("nothing that a server says can drive the terminal", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "hostile"], { at });
  await at.see("Reallyyllaer?");
  expect(at.raw()).not.toContain("\u001B]0;");
  expect(at.raw()).not.toContain("\u0007");
  expect(at.raw()).not.toContain("\u202E");
  at.type(keys.enter);
  // JSON keeps the name as it is, in escapes.
  expect((await call).stdout).toContain('"ev\\u0007il"');
  const { code, stderr } = await cli(["call", server.url(), "fails"]);
  expect([code, stderr]).toEqual([1, "The tool reports an error:\nno way\n"]);
});

test("questions of two rounds are asked in their order, and each says who asks", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "two"], { at });
  await at.see(`${new URL(server.url()).host} asks:`);
  await at.see("First?");
  await at.see("● red");
  at.type(keys.enter);
  await at.see("Second?");
  await at.see("● red");
  at.type(keys.down + keys.enter);
  expect((await call).stdout).toContain('"colour": "blue"');
});

test("the questions of a prompt are asked too", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "brief", "topic=bees", "--prompt"], { at });
  await at.see("● red");
  at.type(keys.enter);
  expect(await call).toEqual({
    code: 0,
    stdout: 'user:\nbees {"colour":{"action":"accept","content":{"colour":"red"}}}\n',
    stderr: "",
  });
});

test("--no-input asks nobody, even at a terminal", async () => {
  const at = terminal();
  const { code, stdout } = await cli(["call", server.url(), "colour", "--no-input"], { at });
  expect([code, answered(stdout), at.shown()]).toEqual([0, { colour: { action: "decline" } }, ""]);
});

test("required arguments that the command line left out are asked for", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "needy", "size=3"], { at });
  await at.see("needy needs these arguments:");
  await at.see("◆  Name");
  at.type(keys.enter);
  await at.see("Name is required");
  at.type(`orders${keys.enter}`);
  expect(JSON.parse((await call).stdout)).toEqual({ size: 3, name: "orders" });
  const prompt = terminal();
  const brief = cli(["call", server.url(), "brief", "--prompt"], { at: prompt });
  await prompt.see("◆  topic");
  prompt.type(`bees${keys.enter}`);
  await prompt.see("Which colour?");
  await prompt.see("● red");
  prompt.type(keys.enter);
  expect((await brief).stdout).toContain("bees");
});

test("whoever will not name an argument calls nothing", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "needy"], { at });
  await at.see("◆  Name");
  at.type(keys.declines);
  expect(await call).toEqual({ code: 130, stdout: "", stderr: "" });
  expect(at.shown()).toContain("Nothing was called.");
});

test("without a person a missing argument is for the server to miss", async () => {
  expect(JSON.parse((await cli(["call", server.url(), "needy", "size=3"])).stdout)).toEqual({ size: 3 });
});

test.each([
  [{ NO_COLOR: "1" }, false],
  [{ FORCE_COLOR: "1" }, true],
])("prompts have colours as the environment says: %j", async (env, colored) => {
  // The library looks at this very process; ours looks at what it is given.
  vi.stubEnv("FORCE_COLOR", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const at = terminal();
  const call = cli(["call", server.url(), "colour"], { at, env });
  await at.see("● red");
  at.type(keys.enter);
  expect((await call).code).toBe(0);
  expect(at.raw().includes("\u001B[32m")).toBe(colored);
});

test("whoever refuses one question of a round is told that another one comes", async () => {
  const at = terminal();
  const call = cli(["call", server.url(), "both"], { at });
  await at.see("Left?");
  await at.see("● red");
  at.type(keys.escape);
  await at.see("Cancelled. The server has 1 more question in this round:");
  await at.see("Right?");
  await at.see("● red");
  at.type(keys.declines);
  expect(answered((await call).stdout)).toEqual({ left: { action: "cancel" }, right: { action: "decline" } });
  expect(at.shown()).toContain("Declined.\n");
});

test.each([
  ["Ctrl-D", keys.declines],
  ["Esc", keys.escape],
])("%s closes the prompt that it ends", async (_key, press) => {
  const at = terminal();
  const call = cli(["call", server.url(), "wordy"], { at });
  await at.see("◆  Name");
  at.type(press);
  await call;
  // The library draws a prompt that has ended anew, with another sign.
  expect(at.shown()).toContain("■");
});

test.each([34, 60])("lines are broken between words, beside the guide, in %i columns", async (columns) => {
  const at = terminal(columns);
  const call = cli(["call", server.url(), "wordy"], { at });
  await at.see("◆  Name");
  await at.see("to come");
  at.type(keys.enter);
  await at.see("Name is required");
  at.type(`x${keys.enter}`);
  expect((await call).code).toBe(0);
  const lines = at.shown().split("\n");
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
  const words = lines.filter((line) => /kind|called|leaves|everybody|years|find/.test(line));
  expect(words.length).toBeGreaterThan(2);
  expect(words.filter((line) => !/[│◇◆]  \S/.test(line))).toEqual([]);
});

test("the keys that refuse are named where they are not among the choices", async () => {
  for (const [tool, hint] of [
    ["colour", "(Ctrl-D declines, Esc cancels, Ctrl-C leaves)"],
    ["consent", "(Ctrl-C leaves)"],
    ["visit", "(Ctrl-C leaves)"],
  ] as const) {
    const at = terminal();
    const call = cli(["call", server.url(), tool], { at });
    await at.see(hint);
    await at.see("to navigate");
    at.type(keys.leaves);
    expect((await call).code).toBe(130);
  }
});
