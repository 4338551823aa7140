import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Check, Outcome } from "./score.ts";

export type Leg = "server" | "client";
export type Revision = "2026-07-28" | "2025-11-25" | "2025-06-18";

const suite = path.dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));
const preload = fileURLToPath(new URL("node20-fs.mjs", import.meta.url));

/** Milliseconds that one scenario may take. */
export const scenarioTimeout = 60_000;

/** What the suite requires of a revision, and what else it runs for it but for extensions; older revisions have no such list. */
export async function scenariosOf(leg: Leg, revision: Revision): Promise<readonly string[]> {
  if (revision === "2025-06-18") return [];
  const text = await readFile(path.join(suite, "requirements", `${revision}.yaml`), "utf8");
  const { not_scored: others = [], ...required } = parse(text) as Readonly<Record<Leg, readonly string[]>> & {
    readonly not_scored?: readonly { readonly scenario: string; readonly leg: Leg; readonly reason: string }[];
  };
  const more = others.filter((entry) => entry.leg === leg && entry.reason !== "extension");
  return [...required[leg], ...more.map(({ scenario }) => scenario)];
}

/** Lets the suite call a server, in every scenario that applies to a revision. One process, one scenario after another. */
export async function judgeServer(url: string, revision: Revision): Promise<readonly Outcome[]> {
  const { checks, code, output } = await runSuite(["server", "--url", url, "--suite", "all"], revision);
  return [...checks].map(([folder, found]) => ({
    // server-NAME-TIME
    scenario: folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[-\d]+Z$/, ""),
    checks: found,
    exit: code,
    output,
  }));
}

/** Lets a client play one scenario against the suite's mock server. */
export async function judgeClient(command: string, scenario: string, revision: Revision): Promise<Outcome> {
  const { checks, code, output } = await runSuite(
    ["client", "--command", command, "--scenario", scenario, "--force"],
    revision,
  );
  return { scenario, checks: [...checks.values()].flat(), exit: code, output };
}

/** Runs the suite's command line and reads the checks that it leaves behind, by folder. */
async function runSuite(args: readonly string[], revision: Revision) {
  const folder = await mkdtemp(path.join(tmpdir(), "parley-conformance-"));
  try {
    const program = path.join(suite, "dist", "index.js");
    const options = ["--spec-version", revision, "--timeout", String(scenarioTimeout), "--output-dir", folder];
    const { code, output } = await run(process.execPath, ["--import", preload, program, ...args, ...options]);
    const checks = new Map<string, readonly Check[]>();
    for (const name of (await readdir(folder)).sort()) {
      checks.set(name, JSON.parse(await readFile(path.join(folder, name, "checks.json"), "utf8")) as readonly Check[]);
    }
    return { checks, code, output };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
