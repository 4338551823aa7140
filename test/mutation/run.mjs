// npm run mutation -- [--only PART] [--jobs N] [--commit REF] [--keep]
//
// Changes what seals states and walks rounds, one thing at a time, and asks the tests whether they notice; docs/mutation.md
// says more. Works on a copy of a commit, never on the tree itself.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { verdicts } from "./verdicts.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Sealing, canonical JSON, judging answers, walking rounds, running once. */
const targets = [
  /^sealing\//,
  /^json\//,
  /^redis\/redis-replay-store\./,
  /^validation\/form-answer\./,
  /^server\/(address|caller|capabilities|choices|conclude|deadline|exchange|failing|input-requests|judge|manual|once)\./,
  /^server\/(open-call|push-question|push-rounds|question|replay-store|request-params|run-step|sampled-messages|seal-call|settle)\./,
  /^server\/kinds\//,
  /^server\/(visit-asked|visit-compute|walk|wire-keys|within|without-answer)\./,
];

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    commit: { type: "string", default: "HEAD" },
    keep: { type: "boolean", default: false },
  },
});

const copy = mkdtempSync(path.join(tmpdir(), "parley-mutation-"));
try {
  const archive = execFileSync("git", ["archive", options.commit], { cwd: project, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", copy], { input: archive });
  symlinkSync(path.join(project, "node_modules"), path.join(copy, "node_modules"));
  writeFileSync(path.join(copy, "stryker.config.json"), JSON.stringify(stryker()));
  run("@stryker-mutator/core/bin/stryker.js", ["run"]);
  const { files } = JSON.parse(readFileSync(path.join(copy, "reports/mutation/mutation.json"), "utf8"));
  const explained = JSON.parse(readFileSync(new URL("explained.json", import.meta.url), "utf8"));
  const { lines, unexplained } = verdicts(files, explained);
  for (const line of lines) console.log(line);
  if (unexplained > 0) process.exitCode = 1;
} finally {
  if (options.keep) console.log(`The report is in ${path.join(copy, "reports/mutation")}`);
  else rmSync(copy, { recursive: true, force: true });
}

function run(script, parameters) {
  const { status } = spawnSync(process.execPath, [path.join(project, "node_modules", script), ...parameters], {
    cwd: copy,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

function stryker() {
  return {
    mutate: changedFiles(),
    plugins: ["./test/mutation/runner.mjs"],
    testRunner: "in-process",
    coverageAnalysis: "perTest",
    concurrency: Number(options.jobs),
    // The copy is there to be changed.
    inPlace: true,
    // Beside other work a test may take many times as long as in the first run.
    timeoutMS: 15_000,
    reporters: ["json", "html", "progress-append-only"],
    allowEmpty: false,
    warnings: false,
  };
}

function changedFiles() {
  const all = execFileSync("git", ["ls-tree", "-r", "--name-only", options.commit, "runtime/src/"], { cwd: project });
  const files = all
    .toString()
    .split("\n")
    .filter((file) => targets.some((target) => target.test(file.slice("runtime/src/".length))));
  const chosen = files.filter((file) => file.includes(options.only));
  if (chosen.length === 0) throw new Error(`Nothing to change has ${JSON.stringify(options.only)} in its path`);
  return chosen;
}
