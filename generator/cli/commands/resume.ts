import { existsSync } from "node:fs";
import { readFlow, type SavedFlow } from "../../terminal/saved-flow.js";
import { addressText, httpUrl, quoted, type ServerAddress } from "../../terminal/server-address.js";
import { CannotRun } from "../cannot-run.js";
import type { ServerInvocation } from "../server-command-line.js";
import type { CliStreams } from "../streams.js";
import { findTool, needs, promptOf, resourceOf, toolOf } from "../../terminal/any-method.js";
import { showPrompt, showTool } from "./call.js";
import { finishCall } from "./finish-call.js";
import { showResource } from "./read.js";
import { freshFile, savedFile } from "./saved-file.js";
import { endingOf, readJson, withHeaders, withServer } from "./server-session.js";

type ResumeInvocation = Extract<ServerInvocation, { command: "resume" }>;

/** `parley resume`: goes on with a saved call. The file keeps the call until there is a result. */
export function resume(invocation: ResumeInvocation, streams: CliStreams): Promise<number> {
  const { server, file } = invocation;
  const { json } = server;
  const answering = { ...invocation.answering, save: invocation.answering.save ?? file };
  return endingOf(json, streams, async () => {
    const { flow, target } = readFlow(await readSaved(file, streams), file);
    const { call } = flow;
    const address = await addressOf(invocation, flow, streams);
    const other = invocation.answering.save;
    const moved = other !== undefined && savedFile(other, streams.cwd).path !== savedFile(file, streams.cwd).path;
    const save = moved ? await freshFile(other, streams) : savedFile(file, streams.cwd);
    return withServer(server, address, answering, streams, async (session) => {
      const finishing = { address, save, resumed: !moved, json };
      switch (target.kind) {
        case "tool": {
          const tool = await findTool(session.connection, target.name, session.signal, streams.parley);
          const method = toolOf(session.connection, tool);
          const show = showTool(json, tool, streams);
          return finishCall(Promise.resolve(method.resume(call)), session, { ...finishing, show }, streams);
        }
        case "prompt": {
          needs(session.connection, "prompts");
          const method = promptOf(session.connection, target.name);
          const show = showPrompt(json, streams);
          return finishCall(Promise.resolve(method.resume(call)), session, { ...finishing, show }, streams);
        }
        case "resource": {
          needs(session.connection, "resources");
          const method = resourceOf(session.connection, target.uri);
          const show = showResource(json, undefined, streams);
          return finishCall(Promise.resolve(method.resume(call)), session, { ...finishing, show }, streams);
        }
      }
    });
  });
}

/** A call that has ended is in no file any more. */
async function readSaved(file: string, streams: CliStreams): Promise<unknown> {
  if (!existsSync(savedFile(file, streams.cwd).path))
    throw new CannotRun(`There is no file ${file}. The file of a saved call goes away when the call has ended.`);
  return readJson(file, streams);
}

/**
 * Where the call goes: what the command line says, else the address in the file. A command in the file is not run: a
 * file that somebody sent would then be a program that somebody sent.
 *
 * @throws {CannotRun} when neither says.
 */
async function addressOf(
  { server, file }: ResumeInvocation,
  { server: saved }: SavedFlow,
  streams: CliStreams,
): Promise<ServerAddress> {
  if (server.address !== undefined) return withHeaders(server.address, streams);
  if (saved === undefined)
    throw new CannotRun(`${file} does not say where the server is: add --url <url>, or -- <command ...>.`);
  if ("command" in saved) {
    const [command = "", ...args] = saved.command;
    const was = addressText({ kind: "command", command, args });
    throw new CannotRun(
      `This call was made to a program, and a program is never started because a file says so. Say it again:\n  ${streams.parley ?? "parley"} resume ${quoted(file)} ${was}`,
    );
  }
  const url = httpUrl(saved.url);
  if (url === undefined) throw new CannotRun(`${file} does not say where the server is: add --url <url>.`);
  streams.stderr.write(`Going on at ${url.href}\n`);
  return withHeaders({ kind: "http", url, headers: server.headers }, streams);
}
