import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCli } from "../../generator/cli/run-cli.js";

/** Files of a case that say what should come out; everything else is what goes in. */
const outcomes = new Set(["expected", "command.txt", "removed.txt", "stdout.txt", "stderr.txt", "exit-code.txt"]);

/** What a run left behind: its output tree (without what went in and stayed as it was), its streams and its exit code. */
export interface CaseResult {
  readonly tree: Readonly<Record<string, string>>;
  /** Files that went in and are gone, one a line. */
  readonly removed: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: string;
}

/** Runs the command of a case in a fresh copy of its folder. */
export async function runCase(folder: string): Promise<CaseResult> {
  const cwd = await mkdtemp(path.join(tmpdir(), "parley-case-"));
  try {
    await cp(folder, cwd, { recursive: true, filter: (source) => !outcomes.has(path.relative(folder, source)) });
    const given = await readTree(cwd);
    let stdout = "";
    let stderr = "";
    const command = await textOr(path.join(folder, "command.txt"), "generate parley.yaml -o out");
    const code = await runCli({
      argv: command.trim().split(/\s+/),
      stdin: (async function* () {})(),
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      env: {},
      cwd,
    });
    const left = await readTree(cwd);
    const tree = Object.fromEntries(Object.entries(left).filter(([name, text]) => given[name] !== text));
    const removed = Object.keys(given).filter((name) => !Object.hasOwn(left, name));
    return {
      tree,
      removed: removed
        .sort()
        .map((name) => `${name}\n`)
        .join(""),
      stdout,
      stderr,
      exitCode: `${code}\n`,
    };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/** What a case says should come out; a file that is not there stands for "nothing", and for exit code 0. */
export async function expectedOf(folder: string): Promise<CaseResult> {
  return {
    tree: await readTree(path.join(folder, "expected")),
    removed: await textOr(path.join(folder, "removed.txt"), ""),
    stdout: await textOr(path.join(folder, "stdout.txt"), ""),
    stderr: await textOr(path.join(folder, "stderr.txt"), ""),
    exitCode: await textOr(path.join(folder, "exit-code.txt"), "0\n"),
  };
}

/** Makes a result the expectation. */
export async function acceptResult(folder: string, result: CaseResult): Promise<void> {
  const { removed, stdout, stderr, exitCode } = result;
  const texts = { "removed.txt": removed, "stdout.txt": stdout, "stderr.txt": stderr, "exit-code.txt": exitCode };
  for (const [name, text] of Object.entries(texts)) {
    const isDefault = text === (name === "exit-code.txt" ? "0\n" : "");
    if (isDefault) await rm(path.join(folder, name), { force: true });
    else await writeFile(path.join(folder, name), text);
  }
  const expected = path.join(folder, "expected");
  await rm(expected, { recursive: true, force: true });
  for (const [name, text] of Object.entries(result.tree)) {
    const file = path.join(expected, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function readTree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: Record<string, string> = {};
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const absolute = path.join(entry.parentPath, entry.name);
    files[path.relative(folder, absolute).split(path.sep).join("/")] = await readFile(absolute, "utf8");
  }
  return files;
}

async function textOr(file: string, otherwise: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return otherwise;
  }
}
