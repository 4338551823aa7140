import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { rootOf, type SavedCall } from "@mcp-parley/runtime/client";
import { titleOf } from "../../terminal/answer-questions.js";
import { plainJson, plainLine } from "../../terminal/plain-text.js";
import { runCall, type Step } from "../../terminal/run-call.js";
import { flowText } from "../../terminal/saved-flow.js";
import { addressText, type ServerAddress } from "../../terminal/server-address.js";
import { CannotRun } from "../cannot-run.js";
import { exitCodes } from "../exit-codes.js";
import type { CliStreams } from "../streams.js";
import type { Session } from "./server-session.js";

export interface Finishing<Result> {
  readonly address: ServerAddress;
  /** The file in which the call is kept while it waits. */
  readonly save: string | undefined;
  readonly json: boolean;
  /** Prints a result; the exit code says whether it is a good one. */
  readonly show: (result: Result) => Promise<number>;
}

/**
 * Answers the questions of a call to its end, keeping the call in a file for as long as it waits.
 *
 * @returns the exit code: 1 when the call was left waiting, since there is no result.
 */
export async function finishCall<Result extends object>(
  first: Promise<Step<Result>>,
  session: Session,
  finishing: Finishing<Result>,
  streams: CliStreams,
): Promise<number> {
  const { address, save, json } = finishing;
  let kept = false;
  const keep = async (call: SavedCall): Promise<void> => {
    if (save === undefined) return;
    await writeFlow(path.resolve(streams.cwd, save), flowText(call, address), save);
    kept = true;
  };
  const goOn = `parley resume ${save ?? ""}${address.kind === "command" ? ` ${addressText(address)}` : ""}`;
  if (save !== undefined && session.connection.era() === "legacy") {
    session.talk(
      "This server asks in the middle of a call (a revision before 2026-07-28), so that --save has nothing to save.",
    );
  }
  const written = new Set(session.given.unused());
  try {
    const end = await runCall(first, {
      answer: session.answer,
      roots: session.roots.map((folder) => rootOf(folder)),
      keep,
      leave: (asked) =>
        save !== undefined && session.person === undefined && !asked.every(({ key }) => written.delete(key)),
      signal: session.signal,
    });
    if (!end.done) {
      const asked = end.asked.map((question) => ({
        name: question.key,
        kind: question.kind,
        ...("message" in question ? { message: question.message } : {}),
        ...(question.kind === "form" ? { schema: question.schema } : {}),
        ...(question.kind === "url" ? { url: question.url.href } : {}),
      }));
      if (json) streams.stdout.write(`${plainJson({ pending: true, saved: save, questions: asked })}\n`);
      for (const question of end.asked)
        session.talk(
          `${titleOf(question)} waits: ${"message" in question ? plainLine(question.message) : question.kind}`,
        );
      session.talk(`Saved. Go on with: ${goOn}`);
      return exitCodes.problems;
    }
    const unused = session.given.unused();
    if (unused.length > 0) session.talk(`Not asked, so not used: ${unused.map(plainLine).join(", ")}.`);
    const code = await finishing.show(end.result);
    if (kept && save !== undefined) await rm(path.resolve(streams.cwd, save), { force: true });
    return code;
  } catch (error) {
    if (kept) session.talk(`The call is kept. Go on with: ${goOn}`);
    throw error;
  }
}

/** Only its owner may read the file: it holds the arguments, and whoever has it can go on with the call. */
async function writeFlow(file: string, text: string, name: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new CannotRun(`Cannot write ${name} (${code}).`);
  }
}
