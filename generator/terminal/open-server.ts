import type { Connection, ConnectOptions, Transport } from "@mcp-parley/runtime/contract-v1/client";
import type { Answer } from "./answer-questions.js";
import { Interrupted, Unreachable } from "./ending.js";
import { plainLine, plainText } from "./plain-text.js";
import type { ServerAddress } from "./server-address.js";

/** Revisions that a connection can be held to. */
export const protocols = ["auto", "2026-07-28", "2025-11-25"] as const;
export type Protocol = (typeof protocols)[number];

export interface OpenOptions {
  readonly protocol: Protocol;
  /** Milliseconds that one request may take. */
  readonly timeout?: number;
  readonly logLevel?: NonNullable<ConnectOptions["logLevel"]>;
  /** Absolute paths of folders that the server may be told of. Without any, roots are not offered. */
  readonly roots: readonly string[];
  /** Answers forms and addresses; without it the client says that it cannot. */
  readonly answer?: Answer;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Says something on stderr. */
  readonly talk: (line: string) => void;
  /** Prints what the server's program says on its stderr as it comes, instead of only when it cannot be reached. */
  readonly verbose: boolean;
  readonly signal: AbortSignal;
}

/** Lines of a program's stderr that are kept to explain why it cannot be reached. */
const keptLines = 20;

/**
 * Connects to a server of either era. Questions of people are offered when there is an answer function, roots when
 * there are any, sampling never: a terminal has no model.
 *
 * @throws {Unreachable} saying what is in the way; {@link Interrupted} when the signal is aborted.
 */
export async function openServer(address: ServerAddress, options: OpenOptions): Promise<Connection> {
  const { connect, rootOf } = await import("@mcp-parley/runtime/contract-v1/client");
  const { answer, roots } = options;
  const heard: string[] = [];
  const transport = await transportTo(address, options, heard);
  const troubles: Error[] = [];
  try {
    return await connect(
      transport,
      { version: 1, server: "parley", methods: [] },
      {
        fulfil: {},
        info: { name: "parley", version: options.version },
        versionNegotiation: { mode: modes[options.protocol] },
        signal: options.signal,
        // A person who is sent to an address may have to be asked many times whether the step there is done.
        maxRounds: 100,
        ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
        ...(answer === undefined ? {} : { elicitation: answer }),
        ...(roots.length === 0 ? {} : { roots: () => roots.map((folder) => rootOf(folder)) }),
        ...(options.logLevel === undefined ? {} : { logLevel: options.logLevel }),
        onLog: ({ level, logger, data }) =>
          options.talk(`${level}${logger === undefined ? "" : ` ${plainLine(logger)}`}: ${logText(data)}`),
        onError: (error) => {
          troubles.push(error);
          if (options.verbose) options.talk(`connection: ${plainLine(error.message)}`);
        },
      },
    );
  } catch (error) {
    await transport.close().catch(() => undefined);
    if (options.signal.aborted) throw new Interrupted();
    throw new Unreachable(await explain(address, error, troubles, options.verbose ? [] : heard));
  }
}

const modes = {
  auto: "auto",
  "2026-07-28": { pin: "2026-07-28" },
  "2025-11-25": "legacy",
} as const;

async function transportTo(address: ServerAddress, options: OpenOptions, heard: string[]): Promise<Transport> {
  if (address.kind === "http") {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new StreamableHTTPClientTransport(address.url, {
      requestInit: { headers: address.headers.map(([name, value]): [string, string] => [name, value]) },
    });
  }
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command: address.command,
    args: [...address.args],
    cwd: options.cwd,
    // It is the person's own command, typed at their own shell: it gets what it would get there.
    env: Object.fromEntries(
      Object.entries(options.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    stderr: "pipe",
  });
  transport.stderr?.on("data", (chunk: unknown) => {
    const lines = plainText(String(chunk))
      .split("\n")
      .filter((line) => line.trim() !== "");
    heard.push(...lines);
    heard.splice(0, heard.length - keptLines);
    if (options.verbose) for (const line of lines) options.talk(`server: ${line}`);
  });
  return transport;
}

function logText(data: unknown): string {
  return plainText(typeof data === "string" ? data : (JSON.stringify(data) ?? ""));
}

async function explain(
  address: ServerAddress,
  error: unknown,
  troubles: readonly Error[],
  heard: readonly string[],
): Promise<string> {
  const { SdkHttpError } = await import("@modelcontextprotocol/client");
  const causes = [error, ...troubles].flatMap(withCauses);
  const codes = causes.flatMap((cause) => (cause instanceof Error && "code" in cause ? [String(cause.code)] : []));
  if (address.kind === "command") {
    if (codes.includes("ENOENT")) return `Cannot start ${JSON.stringify(address.command)}: there is no such program.`;
    if (codes.includes("EACCES")) return `Cannot start ${JSON.stringify(address.command)}: it may not be run.`;
    const said = heard.length === 0 ? "" : ` It said:\n${heard.map((line) => `  ${line}`).join("\n")}`;
    return `The program was started, but it does not speak MCP (${reason(error)}).${said}`;
  }
  const where = address.url.href;
  const http = causes.find((cause): cause is InstanceType<typeof SdkHttpError> => cause instanceof SdkHttpError);
  if (http !== undefined) {
    if (http.status === 401 || http.status === 403)
      return `${where} wants authorization (${http.status}): give it with --header "Authorization: Bearer ...".`;
    if (http.status === 404) return `There is no MCP server at ${where} (404). Its path is often /mcp.`;
  }
  if (codes.includes("ECONNREFUSED")) return `Nothing answers at ${where}. Is the server running?`;
  if (codes.includes("ENOTFOUND")) return `There is no host ${JSON.stringify(address.url.hostname)}.`;
  return `Cannot reach an MCP server at ${where} (${reason(error)}).`;
}

function withCauses(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) {
    causes.push(each);
    if (each instanceof AggregateError) causes.push(...each.errors);
  }
  return causes;
}

function reason(error: unknown): string {
  return plainLine(error instanceof Error ? error.message : String(error)).slice(0, 200);
}
