import type { ClientCapabilities, ClientContext, InputResponse } from "@modelcontextprotocol/client";
import { inputMetaKey } from "../json/meta-keys.js";
import { ProtocolError } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import type { CallInFlight, Connection } from "./connection.js";
import { interruptOf, toError } from "./interrupt.js";
import { checkRounds } from "./leg.js";
import { ownValue } from "./own-value.js";
import type { Asked } from "./questions.js";
import { readQuestion } from "./read-question.js";
import type { Misfit, PlannedQuestion } from "./round.js";
import { answerRound, misfitOf, planGeneric, planQuestion } from "./round.js";

const internalError = -32603;
const methodNotFound = -32601;

/**
 * Makes the functions answer what a 2025-era server pushes in the middle of a call. A push names neither its call nor
 * its question, so it is matched by the calls in flight and by the question's shape. On 2026-07-28 no push ever comes.
 */
export function answerPushes(connection: Connection, capabilities: ClientCapabilities): void {
  // Not by the SDK's handlers of these methods: they would refuse a malformed question without letting the call know.
  connection.client.fallbackRequestHandler = async (request, context) => {
    const capability = capabilityFor.get(request.method);
    if (capability !== undefined) {
      const answer = answerPush(connection, request, context);
      if (capabilities[capability] !== undefined) return answer;
      // A server asks although nobody declared to answer: it learns no more than that, and the call fails with the reason.
      await answer.catch(() => undefined);
    }
    throw new ProtocolError(methodNotFound, "Method not found");
  };
}

const capabilityFor: ReadonlyMap<string, keyof ClientCapabilities> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

async function answerPush(connection: Connection, request: unknown, { mcpReq }: ClientContext): Promise<InputResponse> {
  let call = onlyCall(connection);
  let { signal } = mcpReq;
  try {
    const hint = ownValue(mcpReq._meta, inputMetaKey);
    const planned = matchPush(connection, readQuestion(typeof hint === "string" ? hint : "", request));
    call = planned.call;
    call.round += 1;
    // Each question is a push of its own here: a round has as many as are declared, or that of a generic handler.
    checkRounds(call, Object.keys(call.declaration.questions).length || 1);
    signal = AbortSignal.any([signal, call.interrupt.signal]);
    const answers = await answerRound(call, [planned], signal);
    // Made for this very question by writeAnswer.
    return trusted<InputResponse>(answers[planned.asked.key]);
  } catch (thrown) {
    const error = toError(thrown);
    // What went wrong is for the caller of the method; the server only learns what refuse() tells it. When the server has taken
    // its question back, nothing went wrong, and the call goes on.
    if (!mcpReq.signal.aborted && connection.inFlight.has(call)) {
      call.failure = error;
      // The server is told first, so that it need not wait for an answer; should it not end the call, we do.
      const { interrupt } = call;
      setTimeout(() => interrupt.abort(error));
    } else if (!signal.aborted) {
      connection.client.onerror?.(error);
    }
    throw error instanceof ProtocolError
      ? error
      : new ProtocolError(internalError, "The client cannot answer this request");
  }
}

/** A planned question with the call that it is part of. */
interface PlannedPush extends PlannedQuestion {
  readonly call: CallInFlight;
}

/**
 * Finds the one question of the one call in flight that a push can be. When several fit, none is taken: an answer to
 * the wrong question would be consent to something that was never shown.
 *
 * @param asked - the push; its key is empty where the server does not name the question.
 */
function matchPush(connection: Connection, asked: Asked): PlannedPush {
  const candidates = [...connection.inFlight].flatMap((call) =>
    Object.keys(call.declaration.questions)
      .filter((key) => asked.key === "" || asked.key === key)
      .map((key) => {
        const named = { ...asked, key };
        return { call, named, misfit: misfitOf(call.declaration, named) };
      }),
  );
  const [match, ...others] = candidates.filter(({ misfit }) => misfit === undefined);
  if (match !== undefined && others.length === 0) return { call: match.call, ...planQuestion(match.call, match.named) };
  const call = onlyCall(connection);
  const misfit = match === undefined ? candidates[0]?.misfit : ambiguous;
  return { call, ...planGeneric(call, asked, misfit) };
}

const ambiguous: Misfit = {
  code: "unanswered-question",
  because: "fits more than one declared question (await one call before the next)",
};

/**
 * The call in flight. Where it is not known whose question it is, or it is nobody's, one that says nothing stands in: no
 * arguments are shown rather than wrong ones.
 */
function onlyCall(connection: Connection): CallInFlight {
  const [call] = connection.inFlight;
  if (call !== undefined && connection.inFlight.size === 1) return call;
  return {
    connection,
    declaration: { kind: "prompt", name: "", fulfil: "", questions: {} },
    params: { name: "" },
    options: {},
    interrupt: interruptOf(),
    round: 0,
  };
}
