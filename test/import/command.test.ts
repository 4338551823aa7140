import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "parley-import-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(argv: readonly string[], input = ""): Promise<Run> {
  const output = { stdout: "", stderr: "" };
  const stdin = (async function* () {
    yield await Promise.resolve(input);
  })();
  const exitCode = await runCli({
    argv,
    stdin,
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    env: {},
    cwd: folder,
  });
  return { exitCode, ...output };
}

const listing = JSON.stringify(
  {
    server: { name: "weather", version: "2.0" },
    tools: [
      {
        name: "get-forecast",
        description: "Says: rain?",
        inputSchema: { type: "object" },
        execution: { taskSupport: "optional" },
      },
      { name: "get_forecast", inputSchema: { type: "object" } },
    ],
  },
  null,
  2,
);

it("prints the spec on stdout, and says on stderr what it does not hold and what it had to name", async () => {
  await writeFile(path.join(folder, "listing.json"), listing);
  const { exitCode, stdout, stderr } = await run(["import", "--listing", "listing.json"]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`# yaml-language-server: $schema=./node_modules/mcp-parley/schemas/parley.schema.json

parley: "1"
server:
  name: weather
  version: "2.0"
tools:
  get-forecast:
    description: "Says: rain?"
    inputSchema:
      type: object
  get_forecast:
    codeName: getForecastTool
    inputSchema:
      type: object
`);
  expect(stderr).toContain('listing.json:13:7 warning import/not-expressible "execution" of the tool "get-forecast"');
  expect(stderr).toContain("info import/code-name");
  expect(stderr.trimEnd().split("\n").at(-1)).toBe(
    "A listing does not say what a server asks: add its questions, under `requires` of the tool that asks them.",
  );
});

it.each([
  [".parley-tmp-spec.yaml", "./schemas/parley.schema.json"],
  ["examples/.parley-tmp-spec.yaml", "../schemas/parley.schema.json"],
])("names the schema where it is in a clone, for %s", async (out, schema) => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  await writeFile(path.join(folder, "listing.json"), listing);
  onTestFinished(() => rm(path.join(root, out), { force: true }));
  await run(["import", "--listing", "listing.json", "-o", path.join(root, out)]);
  const text = await readFile(path.join(root, out), "utf8");
  expect(text.startsWith(`# yaml-language-server: $schema=${schema}\n`)).toBe(true);
  expect(existsSync(path.resolve(root, path.dirname(out), schema))).toBe(true);
});

it("writes a file that generate takes, and does not overwrite one unless it is told to", async () => {
  await writeFile(path.join(folder, "listing.json"), listing);
  expect((await run(["import", "--listing", "listing.json", "-o", "parley.yaml"])).exitCode).toBe(0);
  expect((await run(["generate", "parley.yaml", "-o", "out"])).exitCode).toBe(0);
  expect(await readdir(path.join(folder, "out"))).toContain("src");
  const again = await run(["import", "--listing", "listing.json", "-o", "parley.yaml"]);
  expect(again.exitCode).toBe(2);
  expect(again.stderr).toContain("--force");
  await writeFile(path.join(folder, "parley.yaml"), "mine");
  expect((await run(["import", "--listing", "listing.json", "-o", "parley.yaml", "--force"])).exitCode).toBe(0);
  expect(await readFile(path.join(folder, "parley.yaml"), "utf8")).toContain("weather");
});

it("reads from stdin", async () => {
  const { exitCode, stdout } = await run(["import", "--listing", "-"], listing);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("name: weather");
});

it("prints no spec for what is no listing", async () => {
  const { exitCode, stdout, stderr } = await run(["import", "--listing", "-"], `{"openapi":"3.1.0"}`);
  expect(exitCode).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain("import/not-a-listing");
});

it("reads no file that a listing names", async () => {
  await writeFile(path.join(folder, "secret.yaml"), "password: { const: hunter2 }");
  const inputSchema = { type: "object", properties: { a: { $ref: "./secret.yaml#/password" } } };
  const { stdout, stderr } = await run(
    ["import", "--listing", "-"],
    JSON.stringify({ server: { name: "s", version: "1" }, tools: [{ name: "a", inputSchema }] }),
  );
  expect(stdout + stderr).not.toContain("hunter2");
  expect(stderr).toContain("import/left-out");
});

it("prints the spec and fails when generate would refuse it", async () => {
  const inputSchema = { type: "object", properties: { a: { type: "objct" } } };
  const { exitCode, stdout, stderr } = await run(
    ["import", "--listing", "-"],
    JSON.stringify({ server: { name: "s", version: "1" }, tools: [{ name: "a", inputSchema }] }),
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain("objct");
  expect(stderr).toContain("parley.yaml:13:17 error spec/unknown-type");
});
