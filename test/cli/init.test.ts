import { execFile, spawn, type ChildProcess } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, onTestFinished, test } from "vitest";
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
  await compile(project);
  expect(await readdir(path.join(project, "dist/src"))).toContain("serve.js");
}, 60_000);

const compile = (project: string): Promise<unknown> =>
  run(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", project, "--pretty", "false"]);

interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  /** Waits for a text on stdout. */
  see(text: string): Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function start(script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env }, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const stderr = text(child.stderr);
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    stdout: () => stdout,
    see: async (wanted) => {
      while (!stdout.includes(wanted)) await new Promise((resolve) => child.stdout.once("data", resolve));
    },
    ended: exit.then(async (code) => ({ code, stdout, stderr: await stderr })),
  };
}

test("whoever checks a folder that is not up to date is told how to bring it up to date", async () => {
  const cwd = await temporary(tmpdir());
  await cli(cwd, "init", "my tables", "--name", "tables");
  const stale = await cli(cwd, "check", "my tables/parley.yaml", "-o", "my tables/generated");
  expect(stale.code).toBe(1);
  expect(stale.stderr).toBe(
    "To bring it up to date: parley generate 'my tables/parley.yaml' -o 'my tables/generated'\n",
  );
  await cli(cwd, "generate", "my tables/parley.yaml", "-o", "my tables/generated");
  expect(await cli(cwd, "check", "my tables/parley.yaml", "-o", "my tables/generated")).toEqual({
    code: 0,
    stdout: "",
    stderr: "my tables/generated is up to date.\n",
  });
});

test("the server and the client of a new project run, and say what is wrong when something is", async () => {
  const cwd = await temporary(root);
  await cli(cwd, "init", "tables");
  const project = path.join(cwd, "tables");
  const spec = path.join(project, "parley.yaml");
  const starter = await readFile(spec, "utf8");
  await writeFile(spec, starter.replace("tools:", "requestState: { keys: { env: TABLES_KEYS } }\n\ntools:"));
  await cli(project, "generate", "parley.yaml", "-o", "generated");
  await compile(project);
  const script = (name: string, dist = "dist"): string => path.join(project, dist, "src", `${name}.js`);

  const key = "k".repeat(32);
  for (const [keys, problem] of [
    [`${key},short`, "The second key in the environment variable TABLES_KEYS has 5 bytes, and at least 32 are needed."],
    [`${key},${key}`, "The second key in the environment variable TABLES_KEYS is given twice"],
  ] as const) {
    const { code, stdout, stderr } = await start(script("serve"), [], { PORT: "0", TABLES_KEYS: keys }).ended;
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^Cannot serve: [^\n]+\n$/);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain(key);
  }

  const serve = async (port: string): Promise<readonly [Started, string]> => {
    const server = start(script("serve"), [], { PORT: port });
    await server.see("Ctrl-C ends it.");
    return [server, /Serving at (\S+)\. /.exec(server.stdout())?.[1] ?? "nowhere"];
  };
  const [first, url] = await serve("0");
  const port = new URL(url).port;
  const eight = start(script("call"), ["8", url]);
  await eight.see("When should the table for 8 be?");
  eight.child.stdin?.write("19:30\n");
  expect(await eight.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("A table for 8 at 19:30 is yours."),
  });

  const left = start(script("call"), ["4", url]);
  await left.see("When should the table for 4 be?");
  first.child.kill("SIGINT");
  await first.ended;
  const [second] = await serve(port);
  left.child.stdin?.write("19:30\n");
  const restarted = await left.ended;
  expect(restarted.code).toBe(2);
  expect(restarted.stderr).toContain("the server was started anew and has made up another key. Call again.");
  second.child.kill("SIGINT");
  await second.ended;

  const alone = await start(script("call"), ["4", url]).ended;
  expect(alone.code).toBe(2);
  expect(alone.stderr).toContain(`No MCP server answers at ${url} (`);

  // The client is that of before, the server asks something new.
  await cp(path.join(project, "dist"), path.join(project, "before"), { recursive: true });
  await writeFile(spec, `${starter}      seating:\n        confirm: { message: Outside? }\n`);
  await cli(project, "generate", "parley.yaml", "-o", "generated");
  await compile(project).catch(() => undefined);
  await serve(port);
  const { code, stderr } = await start(script("call", "before"), ["4", url]).ended;
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^The call broke off: Question "seating" of book is not declared by this client[^\n]*\n$/),
  ]);
}, 120_000);

test("outside a clone, parley is packed from it, since it is not published", async () => {
  const cwd = await temporary(tmpdir());
  const { stderr } = await cli(cwd, "init", "My Tables", "--name", "tables");
  expect(stderr).toContain("parley is not published yet");
  const packing = root.replace(/.$/, "");
  expect(stderr).toContain(`\n  npm pack ${packing} ${packing}/runtime\n  npm install ./mcp-parley-*.tgz\n`);
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
