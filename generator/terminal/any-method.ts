import {
  engineSchema,
  promptMethod,
  resourceMethod,
  toolMethod,
  type CallOptions,
  type Connection,
} from "@mcp-parley/runtime/contract-v1/client";
import { didYouMean } from "../diagnostics/suggest.js";
import { Unusable } from "./ending.js";
import { plainLine } from "./plain-text.js";

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
    ...(outputSchema === undefined ? {} : { outputSchema: engineSchema(outputSchema) }),
  });
}

/**
 * A prompt's arguments as the schema of an object of texts.
 *
 * @param parley - how the program is called.
 * @throws {Unusable} when the server lists prompts and this is none of them.
 */
export async function promptSchema(
  connection: Connection,
  name: string,
  signal: AbortSignal,
  parley?: string,
): Promise<object> {
  const { prompts } = await connection.client.listPrompts(undefined, { signal });
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) throw new Unusable(noneSuch("prompt", name, prompts, parley));
  const listed = prompt.arguments ?? [];
  return {
    properties: Object.fromEntries(
      listed.map(({ name: argument, description }) => [
        argument,
        { type: "string", ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: listed.filter(({ required }) => required === true).map(({ name: argument }) => argument),
  };
}

/** The method of a prompt that is known only by its name. */
export function promptOf(
  connection: Connection,
  name: string,
): ReturnType<typeof promptMethod<object, object, unknown>> {
  return promptMethod<object, object, unknown>(connection, { kind: "prompt", name, fulfil: "", questions: {} });
}

/**
 * @param parley - how the program is called.
 * @throws {Unusable} when the server lists tools and this is none of them.
 */
export async function findTool(
  connection: Connection,
  name: string,
  signal: AbortSignal,
  parley?: string,
): Promise<ListedTool> {
  const { client } = connection;
  const tools =
    client.getServerCapabilities()?.tools === undefined ? [] : (await client.listTools(undefined, { signal })).tools;
  const tool = tools.find((listed) => listed.name === name);
  if (tool !== undefined) return tool;
  throw new Unusable(noneSuch("tool", name, tools, parley));
}

/** A list that is longer is read with `parley list`. */
const fewNames = 10;

function noneSuch(kind: string, name: string, listed: readonly { readonly name: string }[], parley = "parley"): string {
  const names = listed.map((each) => plainLine(each.name));
  return `The server has no ${kind} ${JSON.stringify(name)}.${didYouMean(name, names) || whatThereIs(names, parley)}`;
}

function whatThereIs(names: readonly string[], parley: string): string {
  if (names.length === 0) return " It lists none.";
  return names.length <= fewNames ? ` It has ${names.join(", ")}.` : ` \`${parley} list\` shows what it has.`;
}

/** @throws {Unusable} when the server says that it has none of these. */
export function needs({ client }: Connection, what: "prompts" | "resources"): void {
  if (client.getServerCapabilities()?.[what] === undefined) throw new Unusable(`The server has no ${what}.`);
}

/** The method of a resource that is known only by its URI, which is a template without variables. */
export function resourceOf(
  connection: Connection,
  uri: string,
): ReturnType<typeof resourceMethod<object, object, unknown>> {
  return resourceMethod<object, object, unknown>(connection, {
    kind: "resource",
    uriTemplate: uri,
    fulfil: "",
    questions: {},
  });
}

/** As long as setTimeout can wait. */
const patience = 2 ** 31 - 1;

/** A server that asks in the middle of a call makes the request wait for a person: then only Ctrl-C ends it. */
export function callOptions(connection: Connection, signal: AbortSignal, timeout: number | undefined): CallOptions {
  return { signal, ...(timeout === undefined && connection.era() === "legacy" ? { timeout: patience } : {}) };
}
