import { writeFile } from "node:fs/promises";
import path from "node:path";
import { callOptions, needs, resourceOf } from "../../terminal/any-method.js";
import type { ReadResourceResult } from "@mcp-parley/runtime/client";
import { plainJson } from "../../terminal/plain-text.js";
import { resourceText } from "../../terminal/show-content.js";
import { CannotRun } from "../cannot-run.js";
import { fileTrouble } from "../file-trouble.js";
import { exitCodes } from "../exit-codes.js";
import type { ServerInvocation } from "../server-command-line.js";
import type { CliStreams } from "../streams.js";
import { finishCall } from "./finish-call.js";
import { freshFile } from "./saved-file.js";
import { endingOf, withHeaders, withServer } from "./server-session.js";

/** `parley read`: a resource of any server, to stdout or into a file. */
export function read(invocation: Extract<ServerInvocation, { command: "read" }>, streams: CliStreams): Promise<number> {
  const { server, answering, uri, out } = invocation;
  return endingOf(server.json, streams, async () => {
    if (server.address === undefined) return exitCodes.failed;
    const address = await withHeaders(server.address, streams);
    const save = answering.save === undefined ? undefined : await freshFile(answering.save, streams);
    return withServer(server, address, answering, streams, async (session) => {
      needs(session.connection, "resources");
      return finishCall(
        resourceOf(session.connection, uri).begin({}, callOptions(session.connection, session.signal, server.timeout)),
        session,
        { address, save, resumed: false, json: server.json, show: showResource(server.json, out, streams) },
        streams,
      );
    });
  });
}

/** Prints a resource; into a file it goes as it came. */
export function showResource(
  json: boolean,
  out: string | undefined,
  streams: CliStreams,
): (result: ReadResourceResult) => Promise<number> {
  return async (result) => {
    if (out !== undefined) await write(out, result, streams);
    if (json) streams.stdout.write(`${plainJson(result)}\n`);
    else if (out === undefined) {
      const parts = result.contents.map((content) => resourceText({ ...content }));
      streams.stdout.write(parts.map((part) => (part.endsWith("\n") ? part : `${part}\n`)).join(""));
    }
    return exitCodes.fine;
  };
}

async function write(out: string, { contents }: ReadResourceResult, streams: CliStreams): Promise<void> {
  const parts = contents.map((content) =>
    "blob" in content ? Buffer.from(content.blob, "base64") : Buffer.from(content.text),
  );
  try {
    await writeFile(path.resolve(streams.cwd, out), Buffer.concat(parts));
  } catch (error) {
    throw new CannotRun(`Cannot write ${out}: ${fileTrouble(error)}.`);
  }
  streams.stderr.write(`Wrote ${out}.\n`);
}
