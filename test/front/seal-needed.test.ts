import { expect, it } from "vitest";
import { modelOf, renderFile } from "../types/emitted.js";

it.each([
  ["", "nothing is asked"],
  ["once: true\nrequires: { a: { confirm: { message: m } } }", "what may run only once needs the state"],
  [
    "requires: { a: { compute: { type: boolean } } }",
    '"a" is settled by your code, and its value is kept in the state',
  ],
  [
    "requires: { a: { confirm: { message: m } }, b: { confirm: { message: m }, needs: [a] } }",
    '"b" waits for something that the state keeps',
  ],
  ["flow: manual\nrequires: { a: { confirm: { message: m } } }", "a flow by hand always has a state"],
])("says that `seal: needed` changes nothing: %s", async (body, reason) => {
  const [, diagnostics] = await modelOf(sealedWhenNeeded(body));
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `inputs/seal-unused "seal: needed" changes nothing here: ${reason}.`,
  ]);
});

it("warns of `seal: needed` where it leaves the state out, and prints it only there", async () => {
  const [model, diagnostics] = await modelOf(sealedWhenNeeded("requires: { a: { confirm: { message: m } } }"));
  expect(diagnostics.map(({ code }) => code)).toEqual(["inputs/seal-needed"]);
  if (model === undefined) throw new Error("no model");
  expect(await renderFile(model, "src/calls.ts")).toContain('seal: "needed"');
  const [other] = await modelOf(sealedWhenNeeded("requires: { a: { compute: { type: boolean } } }"));
  if (other === undefined) throw new Error("no model");
  expect(await renderFile(other, "src/calls.ts")).not.toContain('seal: "needed"');
});

function sealedWhenNeeded(body: string): string {
  const lines = ["seal: needed", ...body.split("\n")].map((line) => `    ${line}`);
  return `parley: "1"\nserver: { name: demo, version: "1.0.0" }\ntools:\n  t:\n${lines.join("\n")}\n`;
}
