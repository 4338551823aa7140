import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const spec = (tool: string): string =>
  `parley: "1"\nserver: { name: demo, version: "1" }\ntools: { ${tool}: { inputSchema: { type: object } } }\n`;

/** Starts watching `parley.yaml`; output lies beside it. */
async function watching(): Promise<{
  folder: string;
  save: (text: string) => Promise<void>;
  generated: () => Promise<string>;
  runs: () => number;
  said: () => string;
}> {
  const folder = await mkdtemp(path.join(tmpdir(), "parley-watch-"));
  const save = (text: string): Promise<void> => writeFile(path.join(folder, "parley.yaml"), text);
  await save(spec("first"));
  let stderr = "";
  const interrupt = new AbortController();
  const ended = runCli({
    argv: ["generate", "parley.yaml", "-o", ".", "--watch"],
    stdin: (async function* () {})(),
    stdout: { write: () => true },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: folder,
    signal: interrupt.signal,
  });
  stops.push(async () => {
    interrupt.abort();
    expect(await ended).toBe(130);
    await rm(folder, { recursive: true });
  });
  const said = (): string => stderr;
  const runs = (): number => stderr.split(" files in .").length - 1;
  const generated = (): Promise<string> => readFile(path.join(folder, "src/types.ts"), "utf8");
  await vi.waitFor(() => expect(runs()).toBeGreaterThan(0), { timeout: 10_000 });
  return { folder, save, generated, runs, said };
}

/** Waits until no run has come for a while; a run that output had started would never let it end. */
async function settled(runs: () => number): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const before = runs();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (runs() === before) return before;
  }
  throw new Error("The runs do not end.");
}

test("a save is generated; saving the same again rewrites nothing; output does not start a run", async () => {
  const { folder, save, generated, runs } = await watching();
  await save(spec("second"));
  await vi.waitFor(async () => expect(await generated()).toContain("tools.second."), { timeout: 10_000 });
  const count = await settled(runs);
  const before = await stat(path.join(folder, "src/types.ts"));
  await save(spec("second"));
  await vi.waitFor(() => expect(runs()).toBeGreaterThan(count), { timeout: 10_000 });
  await settled(runs);
  expect((await stat(path.join(folder, "src/types.ts"))).mtimeMs).toBe(before.mtimeMs);
});

test("a rename over the spec, two quick saves, a broken spec and a deleted one end with what was saved last", async () => {
  const { folder, save, generated, said } = await watching();
  const file = path.join(folder, "parley.yaml");
  await writeFile(`${file}.new`, spec("renamed"));
  await rename(`${file}.new`, file);
  await vi.waitFor(async () => expect(await generated()).toContain("tools.renamed."), { timeout: 10_000 });
  await save("tools: [");
  await vi.waitFor(() => expect(said()).toContain("yaml/syntax"), { timeout: 10_000 });
  expect(await generated()).toContain("tools.renamed.");
  await rm(file);
  await vi.waitFor(() => expect(said()).toContain("load/unreadable"), { timeout: 10_000 });
  await save(spec("third"));
  await save(spec("fourth"));
  await vi.waitFor(async () => expect(await generated()).toContain("tools.fourth."), { timeout: 10_000 });
});

test("a document that is referred to is watched too", async () => {
  const { folder, save, generated } = await watching();
  const shared = (type: string): string => `schemas: { Id: { type: ${type} } }\n`;
  await writeFile(path.join(folder, "shared.yaml"), shared("string"));
  await save(
    spec("first").replace("type: object", 'type: object, properties: { id: { $ref: "./shared.yaml#/schemas/Id" } }'),
  );
  await vi.waitFor(async () => expect(await generated()).toMatch(/Id = string;|id\?: string/), { timeout: 10_000 });
  await writeFile(path.join(folder, "shared.yaml"), shared("integer"));
  await vi.waitFor(async () => expect(await generated()).toMatch(/Id = number;|id\?: number/), { timeout: 10_000 });
});

test("a spec that is a link is generated when its target is saved, also after the link was turned to another one", async () => {
  const { folder, generated } = await watching();
  const file = path.join(folder, "parley.yaml");
  const shared = path.join(folder, "shared");
  await mkdir(shared);
  for (const name of ["one", "two"]) await writeFile(path.join(shared, `${name}.yaml`), spec(name));
  for (const name of ["one", "two"]) {
    await symlink(path.join(shared, `${name}.yaml`), `${file}.new`);
    await rename(`${file}.new`, file);
    await vi.waitFor(async () => expect(await generated()).toContain(`tools.${name}.`), { timeout: 10_000 });
    await writeFile(path.join(shared, `${name}.yaml`), spec(`${name}_saved`));
    await vi.waitFor(async () => expect(await generated()).toContain(`tools.${name}_saved.`), { timeout: 10_000 });
  }
});
