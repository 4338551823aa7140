import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { plainLine } from "../../terminal/plain-text.js";
import { quoted } from "../../terminal/server-address.js";
import { CannotRun } from "../cannot-run.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import { type ParleyFrom, projectFiles } from "../project/project-files.js";
import type { CliStreams } from "../streams.js";
import { writeAll } from "../writing.js";

/** `parley init`: a small project that runs as it is. */
export async function init(invocation: Extract<Invocation, { command: "init" }>, streams: CliStreams): Promise<number> {
  if (plainLine(invocation.folder) !== invocation.folder) {
    throw new CannotRun("The name of the folder holds characters that a terminal does not show as they are.");
  }
  const folder = path.resolve(streams.cwd, invocation.folder);
  const name = serverName(invocation.name ?? path.basename(folder));
  const clone = parleyIn(folder);
  const files = projectFiles(name, clone === undefined ? installed : fromClone(folder, clone));
  const taken = [...files.keys()].filter((file) => existsSync(path.join(folder, file)));
  if (taken.length > 0) {
    throw new CannotRun(`${invocation.folder} already has ${taken.join(", ")}; nothing was written.`);
  }
  const change = { write: files, remove: [] };
  await writeAll(invocation.folder, folder, change, streams);
  streams.stdout.write(`${[...files.keys()].map((file) => path.join(invocation.folder, file)).join("\n")}\n`);
  const install = clone === undefined ? "npm install\n  " : "";
  streams.stderr.write(
    `\nNext, two terminals:\n\n  cd ${quoted(invocation.folder)}\n  ${install}npm start        # generates, builds, serves\n  npm run call     # calls it and asks you\n`,
  );
  return exitCodes.fine;
}

/** A name that MCP and npm both take. */
function serverName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  if (name === "") throw new CannotRun(`"${plainLine(text)}" does not make a name; give one with --name.`);
  return name;
}

const installed: ParleyFrom = { command: "parley", schema: "./node_modules/mcp-parley/schemas/parley.schema.json" };

/** Inside a clone of parley's repository nothing is installed; there, parley is called by its path. */
function fromClone(folder: string, root: string): ParleyFrom {
  const to = (...steps: string[]): string =>
    path
      .relative(folder, path.join(root, ...steps))
      .split(path.sep)
      .join("/");
  return { command: `node ${to("dist", "parley", "main.js")}`, schema: to("schemas", "parley.schema.json") };
}

/** The clone of parley's repository that `folder` lies in, if it does. */
function parleyIn(folder: string): string | undefined {
  let root = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(root, "package.json"))) {
    const parent = path.dirname(root);
    if (parent === root) return undefined;
    root = parent;
  }
  const back = path.relative(root, folder);
  const inside = back !== "" && !back.startsWith("..") && !path.isAbsolute(back);
  // Installed as a package, its folder holds no project of a user.
  return inside && !root.split(path.sep).includes("node_modules") ? root : undefined;
}
