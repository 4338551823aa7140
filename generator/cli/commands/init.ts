import { existsSync } from "node:fs";
import path from "node:path";
import { plainLine } from "../../terminal/plain-text.js";
import { quoted } from "../../terminal/server-address.js";
import { CannotRun } from "../cannot-run.js";
import type { Invocation } from "../command-line.js";
import { exitCodes } from "../exit-codes.js";
import { cloneAround, fromFolder, parleyClone, schemaFrom } from "../project/parley-clone.js";
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
  const files = projectFiles(name, parleyFrom(folder));
  const taken = [...files.keys()].filter((file) => existsSync(path.join(folder, file)));
  if (taken.length > 0) {
    throw new CannotRun(`${invocation.folder} already has ${taken.join(", ")}; nothing was written.`);
  }
  const change = { write: files, remove: [] };
  await writeAll(invocation.folder, folder, change, streams);
  streams.stdout.write(`${[...files.keys()].map((file) => path.join(invocation.folder, file)).join("\n")}\n`);
  streams.stderr.write(
    `\nNext, two terminals:\n\n  cd ${quoted(invocation.folder)}\n${installation(folder)}  npm start             # generates, builds, serves\n  npm run call          # calls it and asks you\n  npm run call -- 8     # the same for eight people\n`,
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

/** Inside a clone of parley's repository nothing is installed; there, parley is called by its path. */
function parleyFrom(folder: string): ParleyFrom {
  const clone = cloneAround(folder);
  const command = clone === undefined ? "parley" : `node ${fromFolder(folder, clone, "dist", "parley", "main.js")}`;
  return { command, schema: schemaFrom(folder) };
}

/** How a project comes by what it needs, which no registry has yet. */
function installation(folder: string): string {
  if (cloneAround(folder) !== undefined) return "";
  const clone = parleyClone() ?? "CLONE";
  return `
  # parley is not published yet; this packs it from ${clone === "CLONE" ? "CLONE, a clone of its repository after npm run build" : "your clone"}, and installs it
  npm pack ${quoted(clone)} ${quoted(path.join(clone, "runtime"))}
  npm install ./mcp-parley-*.tgz

`;
}
