import type { Argv, Options, PositionalOptions } from "yargs";
import { flag, required, text, texts, UsageError, type Given } from "./given.js";
import { protocols, type Protocol } from "../terminal/open-server.js";
import { addressProblem, addressText, httpUrl, quoted } from "../terminal/server-address.js";

/** Log levels of MCP (server/utilities/logging), from the least severe. */
const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** How a server is named on a command line. */
export interface ServerChoice {
  readonly address:
    | { readonly kind: "http"; readonly url: URL; readonly headers: readonly string[] }
    | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
    /** Only for `resume`: the file says where. */
    | undefined;
  /** Headers for the address that the file of a saved call names. */
  readonly headers: readonly string[];
  /** The spec of the server, if it was given. */
  readonly spec: string | undefined;
  readonly protocol: Protocol;
  readonly logLevel: (typeof logLevels)[number] | undefined;
  /** Seconds that one request may take. */
  readonly timeout: number | undefined;
  readonly verbose: boolean;
  /** `--color`, `--no-color`, or as the terminal can. */
  readonly color: boolean | undefined;
  readonly json: boolean;
}

/** How the questions of a call are answered. */
export interface AnswerChoice {
  readonly answers: string | undefined;
  /** Whether a person may be asked, if there is one. */
  readonly input: boolean;
  readonly save: string | undefined;
  readonly roots: readonly string[];
}

export type ServerInvocation =
  | {
      readonly command: "call";
      readonly server: ServerChoice;
      readonly kind: "tool" | "prompt";
      readonly name: string;
      readonly args: readonly string[];
      readonly answering: AnswerChoice;
    }
  | {
      readonly command: "read";
      readonly server: ServerChoice;
      readonly uri: string;
      readonly out: string | undefined;
      readonly answering: AnswerChoice;
    }
  | {
      readonly command: "resume";
      readonly server: ServerChoice;
      readonly file: string;
      readonly answering: AnswerChoice;
    }
  | { readonly command: "list"; readonly server: ServerChoice };

const serverOptions: Record<string, Options> = {
  url: { type: "string", describe: "Address of the server, where it is not the first word" },
  header: { type: "string", array: true, alias: "H", describe: 'HTTP header, "Name: value"; or @file with one a line' },
  protocol: { type: "string", choices: protocols, default: "auto", describe: "Revision of MCP to speak" },
  timeout: { type: "string", describe: "Seconds that one request may take, without a person's time" },
  log: { type: "string", choices: logLevels, describe: "Ask the server for log messages of this level and above" },
  verbose: { ...flag("Print what the server's program says on its stderr"), alias: "v" },
  json: flag("The result as JSON on stdout, for programs"),
};

const answerOptions: Record<string, Options> = {
  answers: {
    type: "string",
    describe:
      'JSON file with answers, by the names of the questions: { "size": { "accept": { "size": "l" } }, "terms": "decline" }',
  },
  input: { type: "boolean", describe: "Ask at the terminal; with --no-input, ask nobody" },
  save: { type: "string", describe: "Keep the call in this file while it waits, for parley resume" },
  root: { type: "string", array: true, describe: "A folder that the server may be told of; none otherwise" },
};

const callOptions: Record<string, Options> = {
  args: { type: "string", array: true, describe: "An argument, in any of these forms" },
  prompt: flag("Get a prompt; its name is in place of the tool's"),
  ...answerOptions,
};

const readOptions: Record<string, Options> = {
  out: { alias: "o", type: "string", describe: "Write the content to this file, as it came" },
  ...answerOptions,
};

/** What each command that talks to a server can be told. */
export const serverCommandOptions: ReadonlyMap<string, Readonly<Record<string, Options>>> = new Map([
  ["call", { ...callOptions, ...serverOptions }],
  ["resume", { ...answerOptions, ...serverOptions }],
  ["list", serverOptions],
  ["read", { ...readOptions, ...serverOptions }],
]);

/** Takes `-- command ...` off a command line that names a server so; yargs would mix the two. */
export function splitCommand(
  argv: readonly string[],
): [own: readonly string[], command: readonly string[] | undefined] {
  const at = serverCommandOptions.has(argv[0] ?? "") ? argv.indexOf("--") : -1;
  return at < 0 ? [argv, undefined] : [argv.slice(0, at), argv.slice(at + 1)];
}

/** Options that say how one call goes. Programs have options for logs, colours and patience of their own. */
const aboutTheCall: ReadonlySet<string> = new Set([...Object.keys(callOptions), ...Object.keys(readOptions), "json"]);

/**
 * What was written after `--`, where it goes to the server's program, and may have been meant for parley.
 *
 * @returns a sentence, or nothing when there is no such option, or parley was given it too.
 */
export function misplacedOptions(argv: readonly string[]): string | undefined {
  const [own, command = []] = splitCommand(argv);
  const options = Object.keys(serverCommandOptions.get(own[0] ?? "") ?? {}).filter((name) => aboutTheCall.has(name));
  const named = (words: readonly string[]): readonly string[] =>
    options
      .map((name) => (words.includes(`--no-${name}`) ? `no-${name}` : name))
      .filter((name) => words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)));
  const ours = new Set(named(own));
  const misplaced = named(command.slice(1)).filter((name) => !ours.has(name));
  if (misplaced.length === 0) return undefined;
  const all = misplaced.map((name) => `--${name}`).join(" and ");
  return misplaced.length === 1
    ? `${all} stands after --, so it goes to the program. If parley is to have it, put it before the --.`
    : `${all} stand after --, so they go to the program. If parley is to have them, put them before the --.`;
}

const word = (describe: string): PositionalOptions => ({ type: "string", describe });
const server = word("Address of the server; or its spec, with --url or a command");

/** Adds the commands that talk to a server. */
export function addServerCommands<T>(
  parser: Argv<T>,
  take: (invocation: ServerInvocation) => never,
  command: readonly string[] | undefined,
  parley: string,
): Argv<T> {
  return parser
    .command(
      "call [server] [tool] [arguments..]",
      "Call a tool of any MCP server, and answer what it asks",
      (options) =>
        options
          .usage(
            "$0 call <url> <tool> [key=value ...]\n$0 call <tool> [key=value ...] -- <command ...>\n\nCalls a tool of any MCP server, and puts its questions to you. A spec before the tool is checked first: $0 call parley.yaml <tool> --url <url>",
          )
          .positional("server", server)
          .positional("tool", word("Name of the tool"))
          .positional("arguments", { ...word("key=value, key:=json, a JSON object, or @file with one"), array: true })
          .options(callOptions)
          .options(serverOptions)
          .example("$0 call http://127.0.0.1:3000/mcp book", "Over HTTP")
          .example("$0 call book people=3 -- node serve.js", "A program, over its stdin and stdout"),
      (given: Given) => take(callInvocation(given, command, parley)),
    )
    .command(
      "resume <file>",
      "Go on with a call that was saved",
      (options) =>
        options
          .usage(
            "$0 resume <file> [-- <command ...>]\n\nGoes on with a call that `parley call --save` or `save()` of a generated client wrote. A command is never taken from the file: it is given again.",
          )
          .positional("file", { type: "string", demandOption: true, describe: "The file of the saved call" })
          .options(answerOptions)
          .options(serverOptions)
          .example("$0 resume flow.json", "Ask what is still to be answered, and finish the call"),
      (given: Given) => take(resumeInvocation(given, command)),
    )
    .command(
      "list [server]",
      "List the tools, prompts and resources of any MCP server",
      (options) =>
        options
          .usage(
            "$0 list <url>\n$0 list -- <command ...>\n\nLists the tools, prompts and resources of any MCP server. With --json the listing is what `parley import --listing` takes.",
          )
          .positional("server", server)
          .options(serverOptions)
          .example("$0 list http://127.0.0.1:3000/mcp", "What is there?"),
      (given: Given) => take(listInvocation(given, command)),
    )
    .command(
      "read [server] [uri]",
      "Read a resource of any MCP server",
      (options) =>
        options
          .usage(
            "$0 read <url> <uri>\n$0 read <uri> -- <command ...>\n\nReads a resource of any MCP server, and puts its questions to you.",
          )
          .positional("server", server)
          .positional("uri", word("URI of the resource"))
          .options(readOptions)
          .options(serverOptions)
          .example("$0 read http://127.0.0.1:3000/mcp docs://a", "Print it"),
      (given: Given) => take(readInvocation(given, command, parley)),
    );
}

type Command = readonly string[] | undefined;

function callInvocation(given: Given, command: Command, parley: string): ServerInvocation {
  const kind = given["prompt"] === true ? "prompt" : "tool";
  const [server, [name, ...args]] = serverAnd(given, command);
  if (name === undefined) throw new UsageError(`Which ${kind}? ${listText(server, parley)} shows what there is.`);
  const odd = args.find((word) => !/=|^[{@]/.test(word));
  if (odd !== undefined)
    throw new UsageError(
      `What is ${JSON.stringify(odd)}? After the ${kind} come its arguments, each with its name: <name>=${quoted(odd)}.`,
    );
  return {
    command: "call",
    server,
    kind,
    name,
    args: [...texts(given, "args"), ...args],
    answering: answering(given),
  };
}

function resumeInvocation(given: Given, command: Command): ServerInvocation {
  const [server] = serverAnd(given, command, true);
  return { command: "resume", server, file: required(given, "file"), answering: answering(given) };
}

function listInvocation(given: Given, command: Command): ServerInvocation {
  const [server, [more]] = serverAnd(given, command);
  if (more !== undefined) throw new UsageError(`One too many: ${more}`);
  return { command: "list", server };
}

function readInvocation(given: Given, command: Command, parley: string): ServerInvocation {
  const [server, [uri, more]] = serverAnd(given, command);
  if (uri === undefined) throw new UsageError(`Which resource? ${listText(server, parley)} shows what there is.`);
  if (more !== undefined) throw new UsageError(`One too many: ${more}`);
  if (/[{}]/.test(uri)) throw new UsageError(`${uri} is a template: put values in place of what is in braces.`);
  return { command: "read", server, uri, out: text(given, "out"), answering: answering(given) };
}

function answering(given: Given): AnswerChoice {
  return {
    answers: text(given, "answers"),
    input: given["input"] !== false,
    save: text(given, "save"),
    roots: texts(given, "root"),
  };
}

function listText({ address }: ServerChoice, parley: string): string {
  return `\`${parley} list ${address === undefined ? "" : addressText(address.kind === "http" ? { ...address, headers: [] } : address)}\``;
}

/** The server that a command line names, and the words after it. */
function serverAnd(given: Given, command: Command, mayLack = false): [ServerChoice, readonly string[]] {
  const url = text(given, "url");
  const headers = texts(given, "header");
  // An empty word names nothing: what is missing then is asked for.
  const words = ["server", "tool", "uri", "arguments"].flatMap((name) =>
    given[name] === "" ? [] : texts(given, name),
  );
  const [first = "", ...rest] = words;
  const isSpec = /\.(?:ya?ml|json)$/.test(first) && httpUrl(first) === undefined;
  const named = url !== undefined || command !== undefined;
  if (url !== undefined && command !== undefined) throw new UsageError("Which server: --url, or the command after --?");
  if (url !== undefined && httpUrl(first) !== undefined)
    throw new UsageError(`Which server: ${first}, or --url ${url}?`);
  if (command !== undefined && httpUrl(first) !== undefined)
    throw new UsageError(`Which server: ${first}, or the command after --?`);
  if (isSpec && !named)
    throw new UsageError(
      `${first} says what the server does, and not where it is: add --url <url>, or -- <command ...>.`,
    );
  const after = isSpec || !named ? rest : words;
  const seconds = text(given, "timeout");
  const timeout = seconds === undefined ? undefined : Number(seconds);
  if (timeout !== undefined && !(timeout > 0))
    throw new UsageError(`--timeout is a number of seconds, and not ${JSON.stringify(seconds)}.`);
  return [
    {
      address: mayLack && !named ? undefined : addressOf(url ?? (named ? undefined : first), command, headers),
      headers,
      spec: isSpec ? first : undefined,
      protocol: protocols.find((known) => known === given["protocol"]) ?? "auto",
      logLevel: logLevels.find((known) => known === given["log"]),
      timeout,
      verbose: given["verbose"] === true,
      color: typeof given["color"] === "boolean" ? given["color"] : undefined,
      json: given["json"] === true,
    },
    after,
  ];
}

function addressOf(
  url: string | undefined,
  command: Command,
  headers: readonly string[],
): NonNullable<ServerChoice["address"]> {
  if (command !== undefined) {
    const [program, ...args] = command;
    if (program === undefined) throw new UsageError("After -- comes the command that starts the server.");
    if (headers.length > 0) throw new UsageError("--header is for servers that are reached by a URL.");
    return { kind: "command", command: program, args };
  }
  if (url === undefined || url === "")
    throw new UsageError("Which server? Give its URL first, or the command that starts it after --.");
  const parsed = httpUrl(url);
  if (parsed === undefined) throw new UsageError(addressProblem(url));
  return { kind: "http", url: parsed, headers };
}
