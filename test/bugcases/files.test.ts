import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";
import { withProgram } from "../types/program.js";
import { generated, spec } from "./checked.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "parley-files-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...argv: readonly string[]): Promise<{ readonly exitCode: number; readonly said: string }> {
  let said = "";
  const write = (text: string): void => {
    said += text;
  };
  const stdin = (async function* () {})();
  const exitCode = await runCli({ argv, stdin, stdout: { write }, stderr: { write }, env: {}, cwd: folder });
  return { exitCode, said };
}

const text = spec(`tools:\n  t:\n    description: |\n      first\n      second\n    inputSchema: { type: object }\n`);

it("52: a spec with CRLF and one with LF give the same bytes", async () => {
  expect(await generated(text.replaceAll("\n", "\r\n"))).toEqual(await generated(text));
});

it("52: check passes when only line ends or a byte order mark differ, and fails on anything else", async () => {
  await writeFile(path.join(folder, "parley.yaml"), text);
  expect((await run("generate", "parley.yaml", "-o", "out")).exitCode).toBe(0);
  const file = path.join(folder, "out/src/types.ts");
  const original = await readFile(file, "utf8");
  for (const [content, exitCode] of [
    [original.replaceAll("\n", "\r\n"), 0],
    [`\ufeff${original}`, 0],
    [`${original}\n// more\n`, 1],
  ] as const) {
    await writeFile(file, content);
    expect((await run("check", "parley.yaml", "-o", "out")).exitCode).toBe(exitCode);
  }
  await rm(file);
  expect((await run("check", "parley.yaml", "-o", "out")).exitCode).toBe(1);
});

it("52: a second run writes nothing", async () => {
  await writeFile(path.join(folder, "parley.yaml"), text);
  await run("generate", "parley.yaml", "-o", "out");
  const file = path.join(folder, "out/src/server.ts");
  const before = (await stat(file, { bigint: true })).mtimeNs;
  await run("generate", "parley.yaml", "-o", "out");
  expect((await stat(file, { bigint: true })).mtimeNs).toBe(before);
});

it("53: imports have slashes and extensions, and no name of a tool leads out of the output folder", async () => {
  const names = ["../../evil", "CON", "aux", "trailing.", "a\\b"];
  const document = spec(`tools:\n${names.map((name) => `  ${JSON.stringify(name)}: {}`).join("\n")}\n`);
  const files = await generated(document);
  for (const [name, source] of files) {
    expect(path.win32.normalize(name)).not.toMatch(/^(?:\.\.|[A-Za-z]:|\\)/);
    if (!name.endsWith(".ts")) continue;
    for (const [, specifier] of source.matchAll(/^(?:import|export) [^;]*from "([^"]+)"/gm)) {
      expect(specifier).not.toContain("\\");
      expect(specifier).toMatch(/^(?:\.\/.*\.js|@[\w-]+\/.*|node:.*)$/);
    }
  }
  await writeFile(path.join(folder, "parley.yaml"), document);
  await run("generate", "parley.yaml", "-o", "out");
  expect((await readdir(folder)).sort()).toEqual(["out", "parley.yaml"]);
});

it.each([
  ["nodenext", { module: "nodenext" }],
  ["a bundler", { module: "esnext", moduleResolution: "bundler" }],
  ["preserved modules", { module: "preserve" }],
])("55: generated code compiles for %s, with every strict flag", async (_what, options) => {
  const errors = await withProgram(await generated(text), (program) => program.errors, options);
  expect(errors).toEqual([]);
});

it("55: only documented entries of the SDK are imported", async () => {
  const specifiers = [...(await generated(text))]
    .filter(([name]) => name.endsWith(".ts"))
    .flatMap(([, source]) => [...source.matchAll(/from "(@[^"]+)"/g)].map(([, specifier]) => specifier));
  for (const specifier of specifiers) {
    expect(specifier).toMatch(
      /^(?:@modelcontextprotocol\/(?:client|server)(?:\/stdio)?|@mcp-parley\/runtime\/(?:http|contract-v1\/(?:client|server)))$/,
    );
  }
});
