import { askArguments } from "../../terminal/ask-arguments.js";
import {
  callOptions,
  findTool,
  needs,
  promptOf,
  promptSchema,
  toolOf,
  type ListedTool,
} from "../../terminal/any-method.js";
import type { GetPromptResult, ToolResult } from "@mcp-parley/runtime/client";
import { plainJson } from "../../terminal/plain-text.js";
import { promptText, toolErrorText, toolResultText } from "../../terminal/show-result.js";
import { isClosed, onlyKnown, onlyText, readArguments } from "../../terminal/tool-arguments.js";
import { exitCodes } from "../exit-codes.js";
import type { ServerInvocation } from "../server-command-line.js";
import type { CliStreams } from "../streams.js";
import { finishCall } from "./finish-call.js";
import { freshFile } from "./saved-file.js";
import { endingOf, readText, withHeaders, withServer, type Session } from "./server-session.js";
import { checkSpec } from "./spec-of-server.js";

type CallInvocation = Extract<ServerInvocation, { command: "call" }>;

/** `parley call`: calls a tool or prompt of any server, and puts its questions to whoever is at the terminal. */
export function call(invocation: CallInvocation, streams: CliStreams): Promise<number> {
  const { server, answering, kind, name } = invocation;
  return endingOf(server.json, streams, async () => {
    if (server.address === undefined) return exitCodes.failed;
    const address = await withHeaders(server.address, streams);
    if (server.spec !== undefined && !(await checkSpec(server.spec, invocation, streams))) return exitCodes.problems;
    const save = answering.save === undefined ? undefined : await freshFile(answering.save, streams);
    return withServer(server, address, answering, streams, async (session) => {
      const { connection, signal } = session;
      const finishing = { address, save, resumed: false, json: server.json };
      const options = callOptions(connection, signal, server.timeout);
      if (kind === "tool") {
        const tool = await findTool(connection, name, signal, streams.parley);
        const begun = toolOf(connection, tool).begin(
          await argumentsOf(invocation, session, tool.inputSchema, streams),
          options,
        );
        return finishCall(begun, session, { ...finishing, show: showTool(server.json, tool, streams) }, streams);
      }
      needs(connection, "prompts");
      const schema = await promptSchema(connection, name, signal, streams.parley);
      const given = onlyText(await argumentsOf(invocation, session, schema, streams));
      const begun = promptOf(connection, name).begin(given, options);
      return finishCall(begun, session, { ...finishing, show: showPrompt(server.json, streams) }, streams);
    });
  });
}

/** Prints the result of a tool; what it reports as an error is no product, and goes to stderr. */
export function showTool(
  json: boolean,
  { name, inputSchema }: ListedTool,
  streams: CliStreams,
): (result: ToolResult<unknown>) => Promise<number> {
  const { properties } = inputSchema;
  const known = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return async (result) => {
    if (json) streams.stdout.write(`${plainJson(result)}\n`);
    else if (result.isError) streams.stderr.write(toolErrorText(result, name, known));
    else streams.stdout.write(toolResultText(result));
    return result.isError ? exitCodes.problems : exitCodes.fine;
  };
}

export function showPrompt(json: boolean, streams: CliStreams): (result: GetPromptResult) => Promise<number> {
  return async (result) => {
    streams.stdout.write(json ? `${plainJson(result)}\n` : promptText(result));
    return exitCodes.fine;
  };
}

/** The arguments of the command line, and of the person where required ones are missing. */
async function argumentsOf(
  { name, args }: CallInvocation,
  { person, signal }: Session,
  schema: object | undefined,
  streams: CliStreams,
): Promise<Readonly<Record<string, unknown>>> {
  const properties: unknown = schema !== undefined && "properties" in schema ? schema.properties : undefined;
  const known = new Map<string, unknown>(Object.entries(properties ?? {}));
  const given = await readArguments(args, known, (file) => readText(file, streams));
  if (schema !== undefined && isClosed(schema)) onlyKnown(name, given, known);
  return person === undefined ? given : askArguments(person, name, schema, given, signal);
}
