import type { Connection, ConnectOptions, Transport } from "@mcp-parley/runtime/contract-v1/client";
import type { Answer } from "./answer-questions.js";
import { Interrupted, Unreachable } from "./ending.js";
import { explainUnreachable } from "./explain-unreachable.js";
import { plainLine, plainText } from "./plain-text.js";
import { killAtExit } from "./program-end.js";
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
  /** The server has gone away by itself. */
  readonly onGone: () => void;
  readonly signal: AbortSignal;
}

export interface OpenServer {
  readonly connection: Connection;
  /** Says why a server that was there cannot be reached any more. */
  readonly explain: (error: unknown) => Promise<Unreachable>;
  /** Disconnects, and sees to the end of the program that was started. */
  readonly close: () => Promise<void>;
}

/** Lines of a program's stderr that are kept to explain why it cannot be reached. */
const keptLines = 20;
/** Characters of each. */
const keptLength = 500;

/** Milliseconds after which a person is told what is being waited for. */
const patience = 10_000;

/**
 * Connects to a server of either era. Questions of people are offered when there is an answer function, roots when
 * there are any, sampling never: a terminal has no model.
 *
 * @throws {Unreachable} saying what is in the way; {@link Interrupted} when the signal is aborted.
 */
export async function openServer(address: ServerAddress, options: OpenOptions): Promise<OpenServer> {
  const { connect, rootOf } = await import("@mcp-parley/runtime/contract-v1/client");
  const { answer, roots } = options;
  const revision = options.protocol === "auto" ? undefined : options.protocol;
  const heard: string[] = [];
  const { transport, pid } = await transportTo(address, options, heard);
  const troubles: Error[] = [];
  // Only then is the end of the connection news: before, it is one of the ways to find out what the server speaks.
  let isOpen = false;
  let closing: Promise<void> | undefined;
  const program = killAtExit(pid);
  // While the SDK finds out which revision a program speaks, only this ends the second one that it starts for that.
  const stop = (): void => {
    program.note();
    closing = transport.close().catch(() => undefined);
  };
  options.signal.addEventListener("abort", stop, { once: true });
  const waiting = setTimeout(
    () => options.talk("The server has not answered yet. parley goes on waiting; Ctrl-C ends it."),
    patience,
  );
  try {
    const connection = await connect(
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
        ...(answer === undefined ? {} : { elicitation: (asked) => answer(asked) }),
        ...(roots.length === 0 ? {} : { roots: () => roots.map((folder) => rootOf(folder)) }),
        ...(options.logLevel === undefined ? {} : { logLevel: options.logLevel }),
        onLog: ({ level, logger, data }) =>
          options.talk(`${level}${logger === undefined ? "" : ` ${plainLine(logger)}`}: ${logText(data)}`),
        onClose: () => {
          if (isOpen) options.onGone();
        },
        onError: (error) => {
          troubles.push(error);
          if (options.verbose) options.talk(`connection: ${plainLine(error.message)}`);
        },
      },
    );
    program.note();
    isOpen = true;
    return {
      connection,
      explain: async (error) =>
        new Unreachable(await explainUnreachable(address, error, troubles, options.verbose ? [] : heard, true)),
      close: () => {
        isOpen = false;
        return connection.close().then(program.ended).finally(program.release);
      },
    };
  } catch (error) {
    await (closing ?? transport.close().catch(() => undefined));
    await program.ended();
    program.release();
    if (options.signal.aborted) throw new Interrupted();
    throw new Unreachable(
      await explainUnreachable(address, error, troubles, options.verbose ? [] : heard, false, revision),
    );
  } finally {
    clearTimeout(waiting);
    options.signal.removeEventListener("abort", stop);
  }
}

const modes = {
  auto: "auto",
  "2026-07-28": { pin: "2026-07-28" },
  "2025-11-25": "legacy",
} as const;

interface Opening {
  readonly transport: Transport;
  /** Of the program, while it runs. */
  readonly pid: () => number | null;
}

async function transportTo(address: ServerAddress, options: OpenOptions, heard: string[]): Promise<Opening> {
  if (address.kind === "http") {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const transport = new StreamableHTTPClientTransport(address.url, {
      requestInit: { headers: address.headers.map(([name, value]): [string, string] => [name, value]) },
    });
    return { transport, pid: () => null };
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
    heard.push(...lines.map((line) => line.slice(0, keptLength)));
    heard.splice(0, heard.length - keptLines);
    if (options.verbose) for (const line of lines) options.talk(`server: ${line}`);
  });
  return { transport, pid: () => transport.pid };
}

/** Further lines are set in, so that none of them passes for one of ours. */
function logText(data: unknown): string {
  return plainText(typeof data === "string" ? data : (JSON.stringify(data) ?? "")).replaceAll("\n", "\n  ");
}
