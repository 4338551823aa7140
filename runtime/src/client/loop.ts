import type { CallInFlight, Connection } from "./connection.js";
import type { MethodDeclaration } from "./declarations.js";
import { defined } from "./defined.js";
import { interruptOf, pause } from "./interrupt.js";
import type { CallParams, RawResults, RetryParams } from "./leg.js";
import { sendLeg } from "./leg.js";
import type { CallOptions } from "./options.js";
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
export async function runCall<Kind extends keyof RawResults>(
  connection: Connection,
  declaration: MethodDeclaration & { readonly kind: Kind },
  params: CallParams,
  options: CallOptions,
): Promise<RawResults[Kind]> {
  return withCall(connection, declaration, params, options, 0, async (call) => {
    let retry: RetryParams = {};
    let wait = firstWait;
    for (;;) {
      const reply = await sendLeg<Kind>(connection, call, retry);
      if (reply.done) return reply.result;
      const { inputRequests, requestState } = reply.saved;
      const planned = planRound(connection, call, inputRequests);
      let inputResponses: RetryParams["inputResponses"];
      if (planned.length > 0) {
        inputResponses = await answerRound(connection, call, planned);
        wait = firstWait;
      } else {
        await pause(wait, call.interrupt.signal);
        wait = Math.min(wait * 2, longestWait);
      }
      retry = defined({ inputResponses, requestState });
    }
  });
}

/** Runs one stretch of a call: while it waits, a 2025-era server's pushes find it, and signal and deadline can end it. */
export async function withCall<T>(
  connection: Connection,
  declaration: MethodDeclaration,
  params: CallParams,
  options: CallOptions,
  round: number,
  run: (call: CallInFlight) => Promise<T>,
): Promise<T> {
  const interrupt = interruptOf(options.signal, options.deadline);
  const call: CallInFlight = { declaration, params, options, interrupt, round };
  connection.inFlight.add(call);
  try {
    return await run(call);
  } catch (error) {
    interrupt.abort(error);
    throw error;
  } finally {
    connection.inFlight.delete(call);
    // A question that a 2025-era server pushed may still be open, and nobody waits for its answer any more.
    interrupt.abort(new Error("The call is over"));
    interrupt.dispose();
  }
}
