import { SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import { randomBytes } from "../sealing/random.js";
import { traceQuestion } from "./events.js";
import { pushedParams } from "./input-requests.js";
import type { CallRun } from "./open-call.js";
import type { Question } from "./question.js";

/**
 * Asks a question by itself and waits for its answer, which is `undefined` when none came in time. There is nothing to call where
 * nobody waits for answers.
 */
export type AskNow = (run: CallRun<unknown>, name: string, question: Question) => (() => Promise<unknown>) | undefined;

/**
 * Waits `seconds` for an answer where the server pushes its questions and the call waits for them, which is on 2025-era
 * connections. On 2026-07-28 the question goes out with the result, and whoever answers takes their time.
 */
export function within(seconds: number): AskNow {
  return (run, name, question) =>
    run.exchange.context.mcpReq.envelope === undefined ? () => push(run, name, question, seconds * 1000) : undefined;
}

async function push(
  run: CallRun<unknown>,
  name: string,
  { method, params }: Question,
  timeout: number,
): Promise<unknown> {
  const { send, signal } = run.exchange.context.mcpReq;
  const sent = { ...params, ...pushedParams(name) };
  // The 2025-11-25 form of a question with a URL has an id, which the 2026-07-28 form does not know.
  const addressed = "url" in sent ? { ...sent, elicitationId: randomBytes(16).toString("base64url") } : sent;
  traceQuestion(run, name, method);
  try {
    return await send({ method, params: addressed }, { timeout, signal });
  } catch (error) {
    // The SDK has told the client that nobody waits any more.
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout && !signal.aborted) return undefined;
    throw error;
  }
}
