import { expect, it } from "vitest";
import { lint } from "./lint.js";

/** What the flows asked of the language beyond forms and conditions: each with what it refuses. */

const tool = (requires: string, more = ""): string => `
parley: "1"
server: { name: s, version: 1.0.0 }
tools:
  t:
    inputSchema: { type: object, properties: { name: { type: string } }, required: [name] }
${more}    requires:
      found:
        refresh: true
        compute:
          type: object
          properties: { done: { type: boolean }, page: { type: string, maxLength: 99 }, count: { type: integer } }
          required: [done, page, count]
${requires}`;

const codes = async (document: string): Promise<readonly string[]> =>
  (await lint(document)).filter(({ severity }) => severity === "error").map(({ code }) => code);

it("lets a confirmation be checked against what the server knows", async () => {
  const confirm = (rule: string): string =>
    tool(`
      done:
        confirm: { message: "Done?" }
        check: [{ rule: "${rule}", message: Not yet. }]
`);
  expect(await codes(confirm("found.done"))).toEqual([]);
  expect(await codes(confirm("found.count"))).toEqual(["cel/condition-type"]);
});

it("lets a wrong answer end the call at once", async () => {
  const attempts = (count: string): string =>
    tool(`
      id:
        elicit: { message: "Id?", schema: { properties: { id: { type: string, maxLength: 9 } } } }
        attempts: ${count}
`);
  expect(await codes(attempts("0"))).toEqual([]);
  expect(await codes(attempts("-1"))).toEqual(["spec/constraint"]);
});

const address = (url: string): string =>
  tool(`
      login:
        elicitUrl: { message: Sign in., url: ${url} }
`);

it("takes an address from a computed text, to hosts that are named", async () => {
  expect(await codes(address('{ from: found.page, hosts: [github.com, "*.ghe.com", "localhost:8080"] }'))).toEqual([]);
  expect(await codes(address('{ from: found.page, hosts: ["*"] }'))).toEqual([]);
});

it.each([
  ["a number", "{ from: found.count, hosts: [github.com] }", "inputs/url"],
  ["a host with a scheme", '{ from: found.page, hosts: ["https://github.com"] }', "inputs/url"],
  ["a host with a path", "{ from: found.page, hosts: [github.com/login] }", "inputs/url"],
  ["a star in the middle", '{ from: found.page, hosts: ["github.*"] }', "inputs/url"],
  ["what there is not", "{ from: found.side, hosts: [github.com] }", "cel/unknown-property"],
  ["a hole in place of the host", '"${{ found.page }}"', "inputs/url"],
])("takes no address from %s", async (_what, url, code) => {
  expect(await codes(address(url))).toEqual([code]);
});

it.each(["{ from: found.page }", "{ from: found.page, hosts: [] }"])("takes no address %s", async (url) => {
  expect(await codes(address(url))).toHaveLength(1);
});

const message = (written: string): string =>
  tool(`
      first: { sample: { messages: [{ role: user, text: Hello }], maxTokens: 9 } }
      facts:
        compute:
          type: array
          maxItems: 3
          items:
            type: object
            properties: { role: { type: string, maxLength: 9 }, content: { type: string, maxLength: 9 } }
            required: [role, content]
      second: { sample: { messages: [${written}], maxTokens: 9 } }
`);

it("sends a model its own message back, and messages that were computed", async () => {
  expect(await codes(message("{ role: user, text: Hello }, { from: first }, { from: facts }"))).toEqual([]);
});

it.each([
  ["from a text", "{ from: found.page }", "cel/type"],
  ["from an object that is none", "{ from: found }", "cel/type"],
  ["with a role of its own", "{ from: first, role: user }", "spec/exclusive-keys"],
  ["without a role", "{ text: Hello }", "spec/missing-key"],
  ["from nothing", '{ from: "" }', "spec/constraint"],
])("sends no message %s", async (_how, written, code) => {
  expect(await codes(message(written))).toEqual([code]);
});

const sampled = (numbers: string): string =>
  tool(`
      limit: { compute: { type: object, properties: { tokens: { type: integer, minimum: 1 }, any: { type: integer },
        heat: { type: number }, maybe: { type: integer, minimum: 1 } }, required: [tokens, any, heat] } }
      poem: { sample: { messages: [{ role: user, text: Rhyme. }], ${numbers} } }
`);

it.each([
  "maxTokens: { from: limit.tokens }",
  'maxTokens: { from: "has(limit.maybe) ? limit.maybe : 9" }',
  "maxTokens: 9, temperature: { from: limit.heat }",
  "maxTokens: 9, temperature: { from: limit.any }",
])("takes the numbers of a sample from a value: %s", async (numbers) => {
  expect(await codes(sampled(numbers))).toEqual([]);
});

it.each([
  ["a number that may be a fraction", "maxTokens: { from: limit.heat }", "cel/type"],
  ["an integer that may be 0", "maxTokens: { from: limit.any }", "cel/type"],
  ["what may be absent", "maxTokens: { from: limit.maybe }", "cel/unguarded"],
  ["a text", "maxTokens: 9, temperature: { from: found.page }", "cel/type"],
  ["what there is not", "maxTokens: 9, temperature: { from: limit.heta }", "cel/unknown-property"],
  ["nothing", "maxTokens: { from: '' }", "spec/constraint"],
  ["another key", "maxTokens: { form: limit.tokens }", "spec/wrong-type"],
  ["none at all", "maxTokens: 0", "spec/constraint"],
  ["a text that looks like one", 'maxTokens: "9"', "spec/invalid-value"],
])("takes no number of a sample from %s", async (_what, numbers, code) => {
  expect(await codes(sampled(numbers))).toEqual([code]);
});

it.each([
  ["{ can: [elicitation.url] }", []],
  ["{ can: [sampling, roots], cannot: [elicitation.form] }", []],
  ["{ can: [elicitation] }", ["spec/invalid-value"]],
  ["{ can: [] }", ["spec/constraint"]],
  ["{ can: [roots], cannot: [sampling, roots] }", ["spec/exclusive-keys"]],
  ["{ could: [roots] }", ["spec/unknown-key"]],
])("lists a tool for clients by what they can do: %s", async (listFor, expected) => {
  expect(await codes(tool("", `    listFor: ${listFor}\n`))).toEqual(expected);
});

it("keeps a list that depends on the client out of shared caches", async () => {
  const cached = (scope: string): string =>
    `${tool("", "    listFor: { can: [roots] }\n")}cache: { tools: { ttlMs: 1000, scope: ${scope} } }\n`;
  expect(await codes(cached("private"))).toEqual([]);
  expect(await codes(cached("public"))).toEqual(["spec/exclusive-keys"]);
});

it("keeps the name of the functions that serve every tool for them", async () => {
  const named = (name: string): string =>
    `parley: "1"\nserver: { name: s, version: 1.0.0 }\ntools: { ${name}: { description: d } }\n`;
  expect(await codes(named("each_tool"))).toEqual([]);
  expect(await codes(named("every_tool"))).toEqual(["names/reserved"]);
});

const ending = (options: string): string =>
  tool(`
      where: { elicit: { message: "Where?", schema: { properties: { city: { type: string, maxLength: 9 } }, required: [city] } } }
      sure: { when: where.city == args.name, confirm: { message: "Sure?" }, ${options} }
`);

it.each([
  "onDecline: { fail: Nothing was done. }",
  'onDecline: { fail: "${{ args.name }} was kept.", cancel: "${{ where.city }} was kept." }',
  'whenUnavailable: { fail: "${{ found.count }} things were kept." }',
  "onDecline: { fail: No. }, whenUnavailable: continue",
])("ends a call in the author's words: %s", async (options) => {
  expect(await codes(ending(options))).toEqual([]);
});

it.each([
  ["onDecline: { cancel: No. }", "spec/wrong-type"],
  ['onDecline: { fail: "" }', "spec/constraint"],
  ["onDecline: { fail: No., decline: No. }", "spec/unknown-key"],
  ["onDecline: No.", "spec/invalid-value"],
  ["whenUnavailable: { fail: No., default: {} }", "spec/wrong-type"],
  ['onDecline: { fail: "${{ args.nmae }}" }', "cel/unknown-property"],
  ['onDecline: { fail: "${{ where }}" }', "text/not-scalar"],
  ['whenUnavailable: { fail: "${{ answer }}" }', "cel/unknown-name"],
])("ends no call in words such as these: %s", async (options, code) => {
  expect(await codes(ending(options))).toEqual([code]);
});

const waiting = (within: string): string =>
  tool(`
      folders: { roots: {}, whenUnavailable: continue, within: ${within} }
`);

it.each(["5s", "500ms", "10m", "2.5"])("waits %s for an answer", async (within) => {
  expect(await codes(waiting(within))).toEqual([]);
});

it.each([
  ["0s", "spec/constraint"],
  ["11m", "spec/constraint"],
  ["soon", "spec/invalid-value"],
  ["-1", "spec/constraint"],
])("does not wait %s for an answer", async (within, code) => {
  expect(await codes(waiting(within))).toEqual([code]);
});

it("waits for answers only", async () => {
  const limited = (input: string): string =>
    tool(`
      more: { ${input}, within: 5s }
`);
  expect(await codes(limited("confirm: { message: Go on? }"))).toEqual([]);
  expect(await codes(limited("compute: { type: boolean }"))).toEqual(["spec/option-not-for-kind"]);
  const manual = byHand("Go on?", "").replace(
    'confirm: { message: "Go on?" }',
    'confirm: { message: "Go on?" }, within: 5s',
  );
  expect(await codes(manual)).toEqual(["inputs/manual-option"]);
});

it("takes a no from people only: a model's message and a list of roots have no way of saying it", async () => {
  const declined = (input: string): string =>
    tool(`
      more: { ${input}, onDecline: continue }
`);
  const sampled = 'sample: { messages: [{ role: user, text: "Go on?" }], maxTokens: 9 }';
  expect(await codes(declined("confirm: { message: Go on? }"))).toEqual([]);
  expect(await codes(declined('elicitUrl: { message: Go on., url: "https://example.com/" }'))).toEqual([]);
  expect(await codes(declined("roots: {}"))).toEqual(["spec/option-not-for-kind"]);
  expect(await codes(declined(sampled))).toEqual(["spec/option-not-for-kind"]);
});

it("completes a step outside only where the engine drives the flow", async () => {
  const outside = (completion: string): string =>
    byHand("Go on?", "").replace(
      'confirm: { message: "Go on?" }',
      `elicitUrl: { message: m, url: "https://a.example/", completion: ${completion} }`,
    );
  expect(await codes(outside("true"))).toEqual(["inputs/manual-option"]);
  expect(await codes(outside("false"))).toEqual([]);
});

const when = (condition: string): string =>
  tool(`
      sure: { when: '${condition}', confirm: { message: "Sure?" } }
`);

it.each([
  "client.elicitation.form",
  "!client.elicitation.url && client.roots",
  "client.sampling || client.sampling.tools",
  'args.name == "x" ? client.roots : found.done',
  '["a"].exists(client, client == args.name)',
])("knows in a condition what the client can do: %s", async (condition) => {
  expect(await codes(when(condition))).toEqual([]);
});

it.each([
  ["client", "cel/type"],
  ["client.elicitation", "cel/type"],
  // Never true and always true, if `client` were the mapping that it looks like.
  ['"roots" in client', "cel/type"],
  ["size(client) > 0", "cel/type"],
  ["client != null", "cel/type"],
  ["client.elicitation.from", "cel/unknown-property"],
  ["client.roots.listChanged", "cel/unknown-property"],
  ["has(client.roots)", "cel/type"],
  ["client.roots > 1", "cel/type"],
  ["clients.roots", "cel/unknown-name"],
])("knows nothing else of the client: %s", async (condition, code) => {
  expect(await codes(when(condition))).toEqual([code]);
});

it("keeps the name of the client for it", async () => {
  const named = (name: string): string =>
    tool(`
      ${name}: { confirm: { message: "Sure?" } }
`);
  expect(await codes(named("customer"))).toEqual([]);
  expect(await codes(named("client"))).toEqual(["names/reserved"]);
});

it("knows the client only where something is asked or computed", async () => {
  const prompt = (text: string): string => `
parley: "1"
server: { name: s, version: 1.0.0 }
prompts:
  p:
    requires: { sure: { when: client.roots, confirm: { message: "Sure?" } } }
    messages: [{ role: user, text: "${text}" }]
`;
  expect(await codes(prompt("Hello"))).toEqual([]);
  expect(await codes(prompt("${{ client.roots }}"))).toEqual(["cel/unknown-name"]);
  expect(await codes(byHand("${{ client.roots }}", wish))).toEqual(["cel/unknown-name"]);
});

const byHand = (text: string, state: string): string => `
parley: "1"
server: { name: s, version: 1.0.0 }
tools:
  t:
    flow: manual
${state}    requires:
      more: { confirm: { message: "${text}" } }
`;

const wish = `    state: { type: object, properties: { wish: { type: string }, maybe: { type: string } }, required: [wish] }\n`;

it("shows in a question by hand what is in the state that it is asked with", async () => {
  expect(await codes(byHand("Grant ${{ state.wish }}?", wish))).toEqual([]);
});

it.each([
  ["there is no state", "${{ state.wish }}", "", "cel/unknown-name"],
  ["it is not in the state", "${{ state.wsh }}", wish, "cel/unknown-property"],
  ["it may be absent", "${{ state.maybe }}", wish, "cel/unguarded"],
])("shows nothing by hand when %s", async (_why, text, state, code) => {
  expect(await codes(byHand(text, state))).toEqual([code]);
});

it("knows no state where the engine asks", async () => {
  expect(
    await codes(
      tool(`
      more: { confirm: { message: "\${{ state.wish }}" } }
`),
    ),
  ).toEqual(["cel/unknown-name"]);
});
