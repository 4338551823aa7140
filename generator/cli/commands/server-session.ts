import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Connection } from "@mcp-parley/runtime/contract-v1/client";
import { answerQuestions, type Answer } from "../../terminal/answer-questions.js";
import { failureOf, failureText } from "../../terminal/call-failure.js";
import { Interrupted, Unreachable, Unusable } from "../../terminal/ending.js";
import { noAnswers, readAnswers, type GivenAnswers } from "../../terminal/given-answers.js";
import { isLost } from "../../terminal/explain-unreachable.js";
import { openServer } from "../../terminal/open-server.js";
import { plainJson, plainLine, plainText } from "../../terminal/plain-text.js";
import { withoutColor, type Person } from "../../terminal/prompts.js";
import { hostText, type ServerAddress } from "../../terminal/server-address.js";
import { errorCode } from "../../write/output-host.js";
import { CannotRun } from "../cannot-run.js";
import { fileTrouble } from "../file-trouble.js";
import { exitCodes } from "../exit-codes.js";
import type { AnswerChoice, ServerChoice } from "../server-command-line.js";
import { wantsColor, type CliStreams } from "../streams.js";
import { cliVersion } from "../version.js";
import { CallEnded } from "./call-ended.js";
import { isFolder } from "./saved-file.js";

/** What a command that talks to a server works with. */
export interface Session {
  readonly connection: Connection;
  readonly answer: Answer;
  readonly given: GivenAnswers;
  /** Somebody who can be asked, if there is. */
  readonly person: Person | undefined;
  /** Absolute paths. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
  /** Says something on stderr. */
  readonly talk: (line: string) => void;
}

const noAnswering: AnswerChoice = { answers: undefined, input: false, save: undefined, roots: [] };

/**
 * Connects, runs, and disconnects, so that no program that was started stays behind, whatever happens.
 *
 * @returns the exit code.
 */
export async function withServer(
  choice: ServerChoice,
  address: ServerAddress,
  answering: AnswerChoice | undefined,
  streams: CliStreams,
  run: (session: Session) => Promise<number>,
): Promise<number> {
  const gone = new AbortController();
  // A server that goes away while a person is asked takes the question with it.
  const signal = AbortSignal.any([gone.signal, ...(streams.signal === undefined ? [] : [streams.signal])]);
  const talk = talkTo(streams);
  const { answers, input, roots: folders } = answering ?? noAnswering;
  const given = answers === undefined ? noAnswers : readAnswers(await readJson(answers, streams));
  const colored = wantsColor(streams.stderr, streams.env, choice.color);
  const seated = input ? streams.person : undefined;
  const person = seated === undefined || colored ? seated : withoutColor(seated);
  const roots = folders.map((folder) => path.resolve(streams.cwd, folder));
  for (const [index, root] of roots.entries())
    if (!(await isFolder(root)))
      throw new CannotRun(`There is no folder ${folders[index] ?? root}, which --root names.`);
  let era = (): string | undefined => undefined;
  const answer = answerQuestions({
    server: hostText(address),
    given,
    person,
    saves: () => answering?.save !== undefined && era() === "modern",
    talk,
    signal,
  });
  const { connection, close, explain } = await openServer(address, {
    protocol: choice.protocol,
    ...(choice.timeout === undefined ? {} : { timeout: choice.timeout * 1000 }),
    ...(choice.logLevel === undefined ? {} : { logLevel: choice.logLevel }),
    ...(answering === undefined ? {} : { answer }),
    roots,
    cwd: streams.cwd,
    env: streams.env,
    version: cliVersion(),
    talk,
    verbose: choice.verbose,
    onGone: () => gone.abort(),
    signal,
  });
  era = () => connection.era();
  try {
    return await run({ connection, answer, given, person, roots, signal, talk });
  } catch (error) {
    const isGone = gone.signal.aborted && streams.signal?.aborted !== true;
    throw await explained(error, async (cause) => (isGone || isLost(cause) ? explain(cause) : cause));
  } finally {
    await close().catch(() => undefined);
  }
}

/** The same error, with a better reason where there is one. */
async function explained(error: unknown, explain: (cause: unknown) => Promise<unknown>): Promise<unknown> {
  return error instanceof CallEnded ? new CallEnded(await explain(error.cause), error.advice) : explain(error);
}

/**
 * Runs a command of the terminal client and turns what ends it into words and an exit code.
 *
 * @returns the exit code: 1 when the server refused, 2 when it could not be asked, 130 when the person left.
 */
export async function endingOf(json: boolean, streams: CliStreams, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CallEnded)) return ending(error, json, streams);
    const code = await ending(error.cause, json, streams);
    talkTo(streams)(error.advice);
    return code;
  }
}

/** Whatever is said, what a server or a file has put into it is safe to print. */
function talkTo({ stderr }: CliStreams): (line: string) => void {
  return (line) => void stderr.write(`${plainText(line)}\n`);
}

/** Says why there is no result. */
async function ending(error: unknown, json: boolean, streams: CliStreams): Promise<number> {
  if (error instanceof Interrupted || streams.signal?.aborted === true) return exitCodes.interrupted;
  if (error instanceof Unreachable || error instanceof Unusable || error instanceof CannotRun) {
    talkTo(streams)(`parley: ${error.message}`);
    return exitCodes.failed;
  }
  const failure = await failureOf(error);
  if (failure === undefined) throw error;
  if (json) streams.stdout.write(`${plainJson({ error: failure })}\n`);
  talkTo(streams)(`parley: ${failureText(failure)}`);
  return exitCodes.problems;
}

/** @throws {CannotRun} */
export async function readJson(file: string, streams: CliStreams): Promise<unknown> {
  const text = await readText(file, streams);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CannotRun(`${file} is not JSON: ${error instanceof Error ? plainLine(error.message) : ""}.`);
  }
}

/** @throws {CannotRun} */
export async function readText(file: string, streams: CliStreams): Promise<string> {
  try {
    return await readFile(path.resolve(streams.cwd, file), "utf8");
  } catch (error) {
    const code = errorCode(error);
    throw new CannotRun(
      code === "ENOENT" ? `There is no file ${file}.` : `Cannot read ${file}: ${fileTrouble(error)}.`,
    );
  }
}

/**
 * The address with its headers read: `Name: value`, or `@file` with one a line, which keeps a token out of the list of
 * processes and of the shell's history.
 *
 * @throws {CannotRun}
 */
export async function withHeaders(
  address: NonNullable<ServerChoice["address"]>,
  streams: CliStreams,
): Promise<ServerAddress> {
  if (address.kind === "command") return address;
  const lines: string[] = [];
  for (const header of address.headers) {
    const text = header.startsWith("@") ? await readText(header.slice(1), streams) : header;
    lines.push(...text.split(/\r?\n/).filter((line) => line.trim() !== ""));
  }
  const headers = lines.map((line): readonly [string, string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    // The line is not shown: it may hold a token.
    if (name === undefined || value === undefined) throw new CannotRun('A header has to read "Name: value".');
    return [name, value];
  });
  return { kind: "http", url: address.url, headers };
}
