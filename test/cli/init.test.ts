import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function temporary(parent: string): Promise<string> {
  const folder = await mkdtemp(path.join(parent, ".parley-tmp-init-"));
  folders.push(folder);
  return folder;
}

async function cli(cwd: string, ...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  const code = await runCli({
    argv,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd,
  });
  return { code, stdout, stderr };
}

test("a new project generates and compiles as it is, inside a clone without an install", async () => {
  const cwd = await temporary(root);
  const { code, stdout, stderr } = await cli(cwd, "init", "tables");
  expect(code).toBe(0);
  expect(stdout.split("\n")).toContain("tables/src/handlers.ts");
  expect(stderr).toContain("npm start");
  expect(stderr).not.toContain("npm install");
  const project = path.join(cwd, "tables");
  const manifest: { scripts: Record<string, string> } = JSON.parse(
    await readFile(path.join(project, "package.json"), "utf8"),
  );
  expect(manifest.scripts["generate"]).toBe("node ../../dist/parley/main.js generate parley.yaml -o generated");
  expect(await schemaOf(project)).toBe("../../schemas/parley.schema.json");
  expect(await cli(project, "generate", "parley.yaml", "-o", "generated")).toMatchObject({ code: 0 });
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, "-p", project, "--pretty", "false"]);
  expect(await readdir(path.join(project, "dist/src"))).toContain("serve.js");
}, 60_000);

test("outside a clone, parley is installed with the rest", async () => {
  const cwd = await temporary(tmpdir());
  const { stderr } = await cli(cwd, "init", "My Tables", "--name", "tables");
  expect(stderr).toContain("npm install");
  const manifest = await readFile(path.join(cwd, "My Tables/package.json"), "utf8");
  expect(manifest).toContain('"parley generate parley.yaml -o generated"');
  expect(await readFile(path.join(cwd, "My Tables/parley.yaml"), "utf8")).toContain('name: "tables"');
  expect(await schemaOf(path.join(cwd, "My Tables"))).toBe("./node_modules/mcp-parley/schemas/parley.schema.json");
});

test("the sources name what is generated, also when the name of the server starts with a digit", async () => {
  const cwd = await temporary(tmpdir());
  await cli(cwd, "init", "3d-tables");
  const project = path.join(cwd, "3d-tables");
  const { stdout } = await cli(project, "generate", "parley.yaml", "--stdout");
  const handlers = await readFile(path.join(project, "src/handlers.ts"), "utf8");
  const call = await readFile(path.join(project, "src/call.ts"), "utf8");
  const [, type = "none"] = /import type \{ (\w+) \}/.exec(handlers) ?? [];
  const [, client = "none"] = /import \{ (\w+Client) \}/.exec(call) ?? [];
  expect(stdout).toContain(`export interface ${type} {`);
  expect(stdout).toContain(`export class ${client} {`);
});

/** Where the first line of the project's spec tells an editor to find the schema of the language. */
async function schemaOf(project: string): Promise<string | undefined> {
  const spec = await readFile(path.join(project, "parley.yaml"), "utf8");
  return /^# yaml-language-server: \$schema=(.+)\n/.exec(spec)?.[1];
}

test("nothing that is there is overwritten", async () => {
  const cwd = await temporary(tmpdir());
  await writeFile(path.join(cwd, "parley.yaml"), "mine");
  const { code, stderr } = await cli(cwd, "init", ".", "--name", "tables");
  expect(code).toBe(2);
  expect(stderr).toContain("already has parley.yaml; nothing was written");
  expect(await readdir(cwd)).toEqual(["parley.yaml"]);
});

test("a name that is no name is refused", async () => {
  const cwd = await temporary(tmpdir());
  expect(await cli(cwd, "init", "x", "--name", "!!!")).toMatchObject({ code: 2 });
  expect(await readdir(cwd)).toEqual([]);
});

test("says in one line where a project cannot be", async () => {
  const cwd = await temporary(tmpdir());
  await writeFile(path.join(cwd, "file"), "");
  expect(await cli(cwd, "init", "file/demo")).toEqual({
    code: 2,
    stdout: "",
    stderr: "parley: Cannot write to file/demo: its path names a file where a folder should be. Nothing was changed.\n",
  });
  expect(await readdir(cwd)).toEqual(["file"]);
});

test("the commands to go on with can be pasted, whatever the folder is called", async () => {
  const { stderr } = await cli(await temporary(tmpdir()), "init", "my tables");
  expect(stderr).toContain("\n  cd 'my tables'\n");
});

test("prints no escape sequence that a name holds", async () => {
  const cwd = await temporary(tmpdir());
  const { code, stderr } = await cli(cwd, "init", "\u001b[31m");
  expect(code).toBe(2);
  expect(stderr).not.toContain("\u001b");
});
