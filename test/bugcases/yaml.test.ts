import { expect, it } from "vitest";
import { loadModel } from "../../generator/build/load-model.js";
import { modelOf } from "../types/emitted.js";
import { reported, spec, valid } from "./checked.js";

it("24: plain words stay texts, a key called on stays a key, and a number among texts is warned of", async () => {
  const text = spec(`
tools:
  ship:
    inputSchema:
      type: object
      properties:
        country: { type: string, enum: [se, no, NO, on, off] }
        size: { type: string, enum: [v1, 2] }
        on: { type: boolean }
`);
  expect(await reported(text)).toEqual([expect.stringMatching(/^10 warning schema\/enum-type The value 2 /)]);
  const [tool] = (await valid(text)).tools;
  expect(tool?.inputSchema["properties"]).toEqual({
    country: { type: "string", enum: ["se", "no", "NO", "on", "off"] },
    size: { type: "string", enum: ["v1", 2] },
    on: { type: "boolean" },
  });
});

it("24: a version that YAML reads as a number asks for quotes; a date does not", async () => {
  const version = (value: string): string =>
    `parley: "1"\nserver: { name: demo, version: ${value} }\ntools: { a: {} }\n`;
  const [, [first]] = await modelOf(version("1.10"));
  expect(first).toMatchObject({ severity: "error", help: 'Put it in quotes: "1.10".' });
  expect(await reported(version("2026-07-28"))).toEqual([]);
});

it("25: a repeated key is an error in YAML and in JSON, with both places", async () => {
  const yaml = spec(`tools:\n  a:\n    description: one\n    description: two\n`);
  const json = `{"parley":"1","server":{"name":"demo","version":"1.0.0"},"tools":{"a":{"description":"one","inputSchema":{"type":"object"},"description":"two"}}}`;
  for (const [entry, text] of [
    ["/p/parley.yaml", yaml],
    ["/p/parley.json", json],
  ] as const) {
    const [model, [first]] = await loadModel(entry, { cwd: "/p", readFile: () => Promise.resolve(text) });
    expect(model).toBeUndefined();
    expect(first?.code).toBe("yaml/duplicate-key");
    const [related] = first?.related ?? [];
    expect(related?.location.start).toBeLessThan(first?.location?.start ?? 0);
    expect(text.slice(related?.location.start)).toMatch(/^"?description/);
  }
});

it("25: merge keys are refused with a hint, and anchors work", async () => {
  const merged = spec(`
tools:
  a: { inputSchema: &base { type: object, properties: { id: { type: string } } } }
  b:
    inputSchema:
      <<: *base
      required: [id]
`);
  expect(await reported(merged)).toContainEqual(expect.stringMatching(/^8 error yaml\/merge-key /));
  const shared = spec(
    `tools: { a: { inputSchema: &base { type: object, properties: { id: { type: string } } } }, b: { inputSchema: *base } }`,
  );
  const [a, b] = (await valid(shared)).tools;
  expect(b?.inputSchema).toEqual(a?.inputSchema);
});

it("26: aliases that expand without end are refused at once", async () => {
  const nine = (name: string): string => `[${Array.from({ length: 9 }, () => name).join(", ")}]`;
  const levels = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
  const lines = levels.map((name, index) => `x-${name}: &${name} ${nine(index === 0 ? "x" : `*${levels[index - 1]}`)}`);
  const found = await reported(spec(`${lines.join("\n")}\ntools: { a: {} }\n`));
  expect(found).toEqual([expect.stringMatching(/error yaml\/(?:alias-bomb|syntax) /)]);
});
