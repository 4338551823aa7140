import { expect, it } from "vitest";
import { report } from "../../generator/diagnostics/report/report.js";
import { loadText } from "./load-text.js";

const text = `parley: "1"
server: { name: demo, version: "1.0.0" }
tools:
  order:
    titel: 'A, "b" & <c>: 100%'
    inputSchema: { type: objct }
`;

const render = async (format: Parameters<typeof report>[0], color = false): Promise<string> =>
  report(format, (await loadText(text)).diagnostics, { color });

it("shows people the place, the line and what to do", async () => {
  expect(
    await render("text"),
  ).toBe(`parley.yaml:5:5 error spec/unknown-key Unknown key "titel" in tools.order. Did you mean "title"?
  4 |   order:
> 5 |     titel: 'A, "b" & <c>: 100%'
    |     ^^^^^
  help: Keys that Parley should not read start with \`x-\` or live under \`_meta\`.

parley.yaml:6:26 error spec/unknown-type Unknown type "objct". Did you mean "object"?
  5 |     titel: 'A, "b" & <c>: 100%'
> 6 |     inputSchema: { type: objct }
    |                          ^^^^^
  help: JSON Schema knows string, number, integer, boolean, object, array and null.

2 errors.
`);
});

it("says the same with and without colours", async () => {
  const colored = await render("text", true);
  expect(colored).toContain("\u001b[31m");
  // oxlint-disable-next-line no-control-regex -- colours are control characters
  expect(colored.replaceAll(/\u001b\[\d+m/g, "")).toBe(await render("text"));
});

it("gives programs codes, places and texts", async () => {
  const [first] = JSON.parse(await render("json")) as readonly unknown[];
  expect(first).toMatchObject({
    code: "spec/unknown-key",
    severity: "error",
    location: { file: "parley.yaml", start: { line: 5, column: 5 }, end: { line: 5, column: 10 } },
  });
});

it("annotates changes on GitHub, with texts escaped", async () => {
  expect((await render("github")).split("\n")[0]).toBe(
    '::error file=parley.yaml,line=5,endLine=5,col=5,endColumn=10,title=spec/unknown-key::Unknown key "titel" in tools.order. Did you mean "title"?%0AKeys that Parley should not read start with `x-` or live under `_meta`.',
  );
});

it("writes SARIF with one rule a code", async () => {
  const log = JSON.parse(await render("sarif")) as unknown;
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { rules: [{ id: "spec/unknown-key" }, { id: "spec/unknown-type" }] } },
        results: [
          { ruleId: "spec/unknown-key", level: "error" },
          { ruleId: "spec/unknown-type", ruleIndex: 1 },
        ],
      },
    ],
  });
});

it("writes JUnit, also when there is nothing to say", async () => {
  expect(await render("junit")).toContain('<testsuites tests="2" failures="2">');
  expect(await report("junit", [], { color: false })).toContain('<testsuites tests="1" failures="0">');
});

it("keeps the caret under the place in long lines, and control characters out of terminals", async () => {
  const long = `parley: "1"\nserver: { name: demo, version: "1.0.0", ${"x-a: 1, ".repeat(1)}${" ".repeat(300)}nam: "\u0007" }\n`;
  const shown = await report("text", (await loadText(long)).diagnostics, { color: false });
  const lines = shown.split("\n");
  const caret = lines.findIndex((line) => line.includes("^"));
  expect(lines[caret - 1]?.slice(lines[caret]?.indexOf("^"))).toMatch(/^nam/);
  expect(shown).not.toContain("\u0007");
});

it("keeps the caret under the place in a narrow terminal", async () => {
  const { diagnostics } = await loadText(`parley: "1"
server: { name: demo, version: "1.0.0" }
tools: { order: { title: An order, inputSchema: { type: object }, titel: wrong, description: What there is to order } }
`);
  const lines = (await report("text", diagnostics, { color: false, columns: 50 })).split("\n");
  const caret = lines.findIndex((line) => line.includes("^"));
  expect(lines[caret - 1]?.length).toBeLessThanOrEqual(50);
  expect(lines[caret - 1]?.slice(lines[caret]?.indexOf("^"))).toMatch(/^titel/);
});

it("shows nothing of a spec that a terminal obeys, hides or puts in another order", async () => {
  const key = "a\u061cb\u200ec\u202ed\u2066e\u200bf\u0085g";
  const spec = `parley: "1"\nserver: { name: demo, version: "1.0.0" }\ntools:\n  order:\n    "${key}": x\n`;
  const shown = await report("text", (await loadText(spec)).diagnostics, { color: false });
  expect(shown).toContain("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg");
  expect(shown).not.toMatch(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u0085]/u);
});
