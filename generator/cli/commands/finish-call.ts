import { rootOf, type SavedCall } from "@mcp-parley/runtime/client";
import { didYouMean } from "../../diagnostics/suggest.js";
import { titleOf } from "../../terminal/answer-questions.js";
import { Interrupted, Unusable } from "../../terminal/ending.js";
import { plainJson, plainLine } from "../../terminal/plain-text.js";
import { runCall, type Step } from "../../terminal/run-call.js";
import { flowText } from "../../terminal/saved-flow.js";
import { addressText, quoted, type ServerAddress } from "../../terminal/server-address.js";
import { exitCodes } from "../exit-codes.js";
import type { CliStreams } from "../streams.js";
import { CallEnded } from "./call-ended.js";
import { callText } from "./call-text.js";
import { removeSaved, writeSaved, type SavedFile } from "./saved-file.js";
import type { Session } from "./server-session.js";

export interface Finishing<Result> {
  readonly address: ServerAddress;
  /** The file in which the call is kept while it waits. */
  readonly save: SavedFile | undefined;
  /** Whether the file holds the call already, from before. */
  readonly resumed: boolean;
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
  let waiting: SavedCall | undefined;
  const names = new Set<string>();
  const keep = async (call: SavedCall): Promise<void> => {
    waiting = call;
    for (const name of Object.keys(call.inputRequests)) names.add(name);
    if (save === undefined) return;
    await writeSaved(save, flowText(call, address), !kept && !finishing.resumed);
    kept = true;
  };
  const { parley = "parley" } = streams;
  const goOn = `${parley} resume ${quoted(save?.name ?? "")}${address.kind === "command" ? ` ${addressText(address)}` : ""}${programKeys(address)}`;
  if (save !== undefined && !finishing.resumed && session.connection.era() === "legacy") {
    session.talk("--save has nothing to save: this server speaks 2025-11-25, and asks in the middle of the call.");
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
      if (json) streams.stdout.write(`${plainJson({ pending: true, saved: save?.name, questions: asked })}\n`);
      for (const question of end.asked)
        session.talk(
          `${titleOf(question)} waits: ${"message" in question ? plainLine(question.message) : question.kind}`,
        );
      session.talk(`Saved. Go on with: ${goOn}`);
      return exitCodes.problems;
    }
    const unused = session.given.unused();
    if (unused.length > 0)
      session.talk(
        `Not asked, so not used: ${unused.map(plainLine).join(", ")}.${unused.map((name) => didYouMean(name, names)).join("")}`,
      );
    const code = await finishing.show(end.result);
    if (kept && save !== undefined) await removeSaved(save);
    return code;
  } catch (error) {
    if (waiting !== undefined && isRefusedState(error)) {
      // The file that this very call wrote is of no use any more. One from before may be: these may be the wrong keys.
      if (kept && save !== undefined && !finishing.resumed) await removeSaved(save);
      const left =
        kept && finishing.resumed
          ? `\n${save?.name ?? ""} is still there: with the former keys it may go on, else delete it.`
          : "";
      throw new CallEnded(
        new Unusable(
          "These questions are no longer good (expired, or the server has other keys now, as after a restart). Nothing was done.",
        ),
        `Begin again: ${callText(waiting, address, parley)}${left}`,
      );
    }
    if (kept) throw new CallEnded(error, `The call is kept. Go on with: ${goOn}`);
    if (waiting !== undefined && error instanceof Interrupted && !session.signal.aborted)
      throw new CallEnded(error, "You left. Nothing was sent for this question.");
    throw error;
  }
}

/** What servers of ours refuse a state with: forged, expired, or sealed with other keys. */
function isRefusedState(error: unknown): boolean {
  const data: unknown = error instanceof Error && "data" in error ? error.data : undefined;
  return typeof data === "object" && data !== null && "reason" in data && data.reason === "invalid_request_state";
}

/** A program is started anew for each command, and makes keys of its own each time unless it is given some. */
function programKeys(address: ServerAddress): string {
  return address.kind === "command"
    ? "\n(The program is started anew then. Give it the keys that it has now, or it does not know the call.)"
    : "";
}
