import type { CallInFlight, Connection } from "./connection.js";
import type { MethodDeclaration } from "./declarations.js";
import { defined } from "./defined.js";
import { interruptOf, race } from "./interrupt.js";
import type { CallParams, RetryParams } from "./call-params.js";
import { sendLeg } from "./leg.js";
import type { CallOptions } from "./options.js";
import type { PlannedQuestion } from "./round.js";
import { answerRound, planRound } from "./round.js";

/** Milliseconds before a round that only carries state is tried again: doubling, and no longer than the last. */
const firstWait = 50;
const longestWait = 250;

/**
 * Calls until a result comes, answering each round with the registered functions.
 *
 * @throws {CallError} see its codes; `ProtocolError` as the server sent it; `SdkError` from the transport; whatever a
 *   function or `onRound` throws; the reason of the signal.
 */
export function runCall<Raw>(
  connection: Connection,
  declaration: MethodDeclaration,
  params: CallParams,
  options: CallOptions,
): Promise<Raw> {
  return withCall({ connection, declaration, params, options, round: 0 }, async (call) => {
    let wait = firstWait;
    let reply = await sendLeg<Raw>(call, {});
    while ("saved" in reply) {
      const { inputRequests, requestState } = reply.saved;
      const planned = planRound(call, inputRequests);
      if (planned.length > 0) {
        wait = firstWait;
      } else {
        await race(new Promise((resolve) => setTimeout(resolve, wait)), call.interrupt.signal);
        wait = Math.min(wait * 2, longestWait);
      }
      reply = await sendLeg<Raw>(call, await retryOf(call, planned, requestState));
    }
    return reply.result;
  });
}

/** Has the questions of a round answered. A round without any is answered by its state alone. */
export async function retryOf(
  call: CallInFlight,
  planned: readonly PlannedQuestion[],
  requestState: string | undefined,
): Promise<RetryParams> {
  const inputResponses = planned.length > 0 ? await answerRound(call, planned) : undefined;
  return defined({ inputResponses, requestState });
}

/** Runs one stretch of a call that has begun: while it waits, a 2025-era server's pushes find it, and signal and deadline can end it. */
export async function withCall<T>(
  begun: Omit<CallInFlight, "interrupt">,
  run: (call: CallInFlight) => Promise<T>,
): Promise<T> {
  const interrupt = interruptOf(begun.options.signal, begun.options.deadline);
  const call: CallInFlight = { ...begun, interrupt };
  const { inFlight } = call.connection;
  inFlight.add(call);
  try {
    return await run(call);
  } catch (error) {
    interrupt.abort(error);
    throw error;
  } finally {
    inFlight.delete(call);
    // A question that a 2025-era server pushed may still be open, and nobody waits for its answer any more.
    interrupt.abort(new Error("The call is over"));
    interrupt.dispose();
  }
}
