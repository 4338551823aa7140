// npm run mutation -- [--limit N] [--shard I/N] [--only PART] [--minutes N] [--seed N] [--list]
//
// Changes one thing at a time in a copy of what seals states and walks rounds, and runs the tests that should notice.
// docs/mutation.md says more.
import { fork } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const longestRun = 120_000;

/** What is changed, and in this order which tests are asked: the near ones, then the others. */
const targets = [
  { folder: "runtime/src/sealing", files: /\.ts$/, near: ["test/sealing/"] },
  {
    folder: "runtime/src/json",
    files: /^(canonical-json|plain-object)\.ts$/,
    near: ["canonical-json", "test/sealing/"],
  },
  {
    folder: "runtime/src/server",
    files: /^(settle|judge|question|open-call|once|conclude|caller|capabilities|input-requests|wire-keys)\.ts$/,
    near: ["runtime/walk.", "runtime/kinds.", "runtime/attacks.", "once/once."],
  },
];
const far = ["test/sealing/", "test/runtime/", "test/once/once.", "semantics/rounds.", "semantics/sealing."];
const copied = [
  "runtime",
  "test/sealing",
  "test/runtime",
  "test/once",
  "test/semantics",
  "package.json",
  "tsconfig.base.json",
];

const { values: options } = parseArgs({
  options: {
    limit: { type: "string" },
    shard: { type: "string", default: "1/1" },
    only: { type: "string", default: "" },
    minutes: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
  },
});

const explained = JSON.parse(readFileSync(new URL("explained.json", import.meta.url), "utf8"));
const mutants = chosen(allMutants());
if (options.list) {
  for (const mutant of mutants) console.log(`${mutant.file}:${mutant.line} ${mutant.change}`);
  console.log(`${mutants.length} mutants`);
} else await main();

async function main() {
  const copy = makeCopy();
  let host = await startHost(copy);
  const deadline = Date.now() + Number(options.minutes) * 60_000;
  const counts = { killed: 0, timedOut: 0, explained: 0, survived: 0 };
  const survivors = [];
  try {
    const sound = await ask(host, [], far);
    if (sound === undefined) throw new Error("The tests do not end without any change");
    if (sound.killed) throw new Error(`The tests fail without any change: ${sound.by.join(", ")}\n${sound.why}`);
    for (const mutant of mutants) {
      if (Date.now() > deadline) break;
      const file = path.join(copy, mutant.file);
      const original = readFileSync(file, "utf8");
      writeFileSync(file, original.slice(0, mutant.start) + mutant.to + original.slice(mutant.end));
      const verdict = await judge(host, file, mutant.near);
      writeFileSync(file, original);
      if (verdict === "timedOut") host = await startHost(copy);
      else await ask(host, [file], []);
      const because = verdict === "survived" ? explanationOf(mutant) : undefined;
      counts[because === undefined ? verdict : "explained"] += 1;
      if (process.stderr.isTTY) process.stderr.write(verdict === "survived" ? "S" : ".");
      if (verdict === "survived") {
        survivors.push(mutant);
        console.log(
          `${because === undefined ? "survived" : "explained"} ${mutant.file}:${mutant.line} ${mutant.change}\n    ${mutant.source}`,
        );
      }
    }
  } finally {
    host.disconnect();
    rmSync(copy, { recursive: true, force: true });
  }
  const tried = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(
    `${tried} of ${mutants.length} mutants tried: ${counts.killed} killed, ${counts.timedOut} timed out, ` +
      `${counts.explained} survived and explained, ${counts.survived} survived`,
  );
  if (counts.survived > 0) process.exitCode = 1;
}

async function judge(host, file, near) {
  for (const tests of [near, far]) {
    const reply = await ask(host, [file], tests);
    if (reply === undefined) return "timedOut";
    if (reply.killed) return "killed";
  }
  return "survived";
}

function explanationOf({ file, source, change }) {
  return explained.find((known) => known.file === file && known.source === source && known.change === change)?.why;
}

function allMutants() {
  return targets.flatMap(({ folder, files, near }) =>
    readdirSync(path.join(project, folder))
      .filter((name) => files.test(name) && name !== "index.ts")
      .sort()
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        return mutantsOf(file, readFileSync(path.join(project, file), "utf8")).map((mutant) => ({ ...mutant, near }));
      }),
  );
}

/** The part of all mutants that was asked for; with a limit, spread over all of them and the same for the same seed. */
function chosen(all) {
  const [shard, shards] = options.shard.split("/").map(Number);
  const part = all.filter(({ file }) => file.includes(options.only)).filter((_, index) => index % shards === shard - 1);
  if (options.limit === undefined) return part;
  let state = Number(options.seed);
  const drawn = part.map((mutant) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return { mutant, order: (state >>> 8) / 65_536 };
  });
  return drawn
    .sort((one, other) => one.order - other.order)
    .slice(0, Number(options.limit))
    .map(({ mutant }) => mutant);
}

/** Never the tree itself: others work in it. */
function makeCopy() {
  const copy = mkdtempSync(path.join(tmpdir(), "parley-mutation-"));
  for (const entry of copied) {
    mkdirSync(path.dirname(path.join(copy, entry)), { recursive: true });
    cpSync(path.join(project, entry), path.join(copy, entry), {
      recursive: true,
      filter: (from) => !/[/\\]node_modules$/.test(from),
    });
  }
  symlinkSync(path.join(project, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

function startHost(copy) {
  return new Promise((resolve, reject) => {
    const host = fork(fileURLToPath(new URL("host.mjs", import.meta.url)), [copy], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      detached: true,
    });
    host.once("error", reject);
    host.once("message", () => resolve(host));
  });
}

/** `undefined` when the tests do not end: the host is gone then, with its workers. */
function ask(host, changed, tests) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      host.off("message", answered);
      process.kill(-host.pid, "SIGKILL");
      resolve(undefined);
    }, longestRun);
    const answered = (reply) => {
      clearTimeout(timer);
      resolve(reply);
    };
    host.once("message", answered);
    host.send({ changed, tests });
  });
}
