import { SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import type { AskNow, CallRun } from "./call-run.js";
import { traceQuestion } from "./events.js";
import { pushedParams } from "./input-requests.js";
import { pushQuestion } from "./push-question.js";
import type { Question } from "./question.js";

/**
 * Waits `seconds` for an answer where the server pushes its questions and the call waits for them, which is on 2025-era
 * connections. On 2026-07-28 the question goes out with the result, and whoever answers takes their time.
 */
export function within(seconds: number): AskNow {
  return (run, name, question) =>
    run.exchange.context.mcpReq.envelope === undefined
      ? (taken) => push(run, name, question, { timeout: seconds * 1000, taken })
      : undefined;
}

async function push(
  run: CallRun<unknown>,
  name: string,
  { method, params }: Question,
  { timeout, taken }: { readonly timeout: number; readonly taken: AbortSignal },
): Promise<unknown> {
  const { context } = run.exchange;
  const signal = AbortSignal.any([context.mcpReq.signal, taken]);
  traceQuestion(run, name, method);
  try {
    return await pushQuestion(context, { method, params: { ...params, ...pushedParams(name) } }, { timeout, signal });
  } catch (error) {
    // The SDK has told the client that nobody waits any more.
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout && !signal.aborted) return undefined;
    throw error;
  }
}
