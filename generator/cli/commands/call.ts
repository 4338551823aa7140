import { promptMethod, toolMethod, type Connection } from "@mcp-parley/runtime/contract-v1/client";
import type { CallOptions, GetPromptResult, ToolResult } from "@mcp-parley/runtime/client";
import { Unusable } from "../../terminal/ending.js";
import { plainJson, plainLine } from "../../terminal/plain-text.js";
import { promptText, toolResultText } from "../../terminal/show-result.js";
import { readArguments, type Properties } from "../../terminal/tool-arguments.js";
import { exitCodes } from "../exit-codes.js";
import type { ServerInvocation } from "../server-command-line.js";
import type { CliStreams } from "../streams.js";
import { finishCall } from "./finish-call.js";
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
    return withServer(server, address, answering, streams, async (session) => {
      const finishing = { address, save: answering.save, json: server.json };
      if (kind === "tool") {
        const tool = await findTool(session, name);
        const args = await argumentsOf(
          invocation,
          new Map(Object.entries(tool.inputSchema["properties"] ?? {})),
          streams,
        );
        const begun = toolOf(session.connection, tool).begin(args, callOptions(session, server.timeout));
        return finishCall(begun, session, { ...finishing, show: showTool(server.json, streams) }, streams);
      }
      const args = await argumentsOf(invocation, new Map(), streams);
      const begun = promptOf(session.connection, name).begin(args, callOptions(session, server.timeout));
      return finishCall(begun, session, { ...finishing, show: showPrompt(server.json, streams) }, streams);
    });
  });
}

/** A tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly outputSchema?: { readonly [keyword: string]: unknown } | undefined;
}

/** The method of a tool that is known only from the server's own list. */
export function toolOf(
  connection: Connection,
  tool: ListedTool,
): ReturnType<typeof toolMethod<object, unknown, object, unknown>> {
  const { name, inputSchema, outputSchema } = tool;
  return toolMethod<object, unknown, object, unknown>(connection, {
    kind: "tool",
    name,
    fulfil: "",
    inputSchema: { ...inputSchema, type: "object" },
    questions: {},
    ...(outputSchema === undefined ? {} : { outputSchema }),
  });
}

/** The method of a prompt that is known only by its name. */
export function promptOf(
  connection: Connection,
  name: string,
): ReturnType<typeof promptMethod<object, object, unknown>> {
  return promptMethod<object, object, unknown>(connection, { kind: "prompt", name, fulfil: "", questions: {} });
}

/** @throws {Unusable} when the server lists tools and this is none of them. */
export async function findTool({ connection, signal }: Session, name: string): Promise<ListedTool> {
  const { client } = connection;
  const tools =
    client.getServerCapabilities()?.tools === undefined ? [] : (await client.listTools(undefined, { signal })).tools;
  const tool = tools.find((listed) => listed.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((listed) => plainLine(listed.name));
  throw new Unusable(
    `The server has no tool ${JSON.stringify(name)}. ${names.length === 0 ? "It lists none." : `It has ${names.join(", ")}.`}`,
  );
}

/** As long as setTimeout can wait. */
const patience = 2 ** 31 - 1;

/** A server that asks in the middle of a call makes the request wait for a person: then only Ctrl-C ends it. */
export function callOptions({ connection, signal }: Session, timeout: number | undefined): CallOptions {
  return { signal, ...(timeout === undefined && connection.era() === "legacy" ? { timeout: patience } : {}) };
}

/** Prints the result of a tool; what it reports as an error is no product, and goes to stderr. */
export function showTool(json: boolean, streams: CliStreams): (result: ToolResult<unknown>) => Promise<number> {
  return async (result) => {
    if (json) streams.stdout.write(`${plainJson(result)}\n`);
    else if (result.isError) streams.stderr.write(`The tool reports an error:\n${toolResultText(result)}`);
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

function argumentsOf(
  { args }: CallInvocation,
  properties: Properties,
  streams: CliStreams,
): Promise<Readonly<Record<string, unknown>>> {
  return readArguments(args, properties, (file) => readText(file, streams));
}
