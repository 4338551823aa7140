import {
  type InputRequests,
  isInputRequiredResult,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { trusted } from "../json/trusted.js";
import type { MaybePromise } from "../json/thenable.js";
import type { CallIdentity } from "./call.js";
import { traceRefusedCall } from "./events.js";
import type { Exchange } from "./exchange.js";
import { report, type Unasked } from "./failing.js";
import { pushQuestion } from "./push-question.js";
import type { Service } from "./service.js";
import { unanswered } from "./without-answer.js";

/** Rounds that a 2025-era client is asked, which waits all the while; as many as the SDK's own shim for them allows. */
const mostRounds = 8;

/** Milliseconds for which a client may say nothing while a person thinks, unless the state of the round is good for less. */
const thinking = 600_000;

/** The longest that one timer of Node can wait, 24 days. */
const longestTimer = 2_147_483_647;

/** Milliseconds before a round that only carries state. */
const pause = 250;

/**
 * Serves a call of a 2025-era client: a result that asks is not for it, so its questions are pushed to the client while the call
 * waits, and the call is served again with the answers, as a client of 2026-07-28 would send it.
 *
 * The SDK has a shim for this. It ends the call over any answer that does not have the form of one, in words of its own.
 */
export async function pushRounds<Result>(
  service: Service<unknown>,
  exchange: Exchange,
  call: CallIdentity,
  serve: (round: Exchange) => MaybePromise<Result>,
  { refuse, crash }: Unasked<Result>,
): Promise<Result> {
  const { context } = exchange;
  const { ttl, maxAge, now } = service.sealing;
  const begun = now();
  let result = await serve(exchange);
  for (let round = 0; isInputRequiredResult(result); round += 1) {
    if (round === mostRounds) {
      traceRefusedCall(service, call, "too_many_rounds");
      const text = `${JSON.stringify(call.target)} has asked ${mostRounds} times and is not done, so nothing was done.`;
      return refuse(text, { reason: "too_many_rounds" });
    }
    const { inputRequests = {}, requestState } = result;
    let inputResponses: object;
    try {
      // With an answer that comes later the state would be refused, which by now has been sealed.
      inputResponses = await answersTo(context, inputRequests, Math.min(ttl, begun + maxAge - now(), longestTimer));
    } catch (error) {
      if (!(error instanceof Unanswered) || context.mcpReq.signal.aborted) throw error;
      const input = error.key.slice(service.keyPrefix.length);
      const late = error.cause instanceof SdkError && error.cause.code === SdkErrorCode.RequestTimeout;
      if (!late && !(error.cause instanceof ProtocolError)) {
        report(service, call, `question ${input}`, error.cause);
        return crash(call.target);
      }
      traceRefusedCall(service, call, "input_unanswered", input);
      return refuse(unanswered(input, late), { reason: "input_unanswered", input });
    }
    context.mcpReq.signal.throwIfAborted();
    result = await serve({ ...exchange, context: withAnswers(context, inputResponses, requestState) });
  }
  return result;
}

/** A question that came to nothing; the cause says why. */
class Unanswered extends Error {
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super("A question was not answered", { cause });
    this.key = key;
  }
}

/**
 * Asks all at once. The first that comes to nothing takes the others back.
 *
 * @param longest - milliseconds for which answers are waited for, whatever the client reports.
 */
async function answersTo(context: ServerContext, questions: InputRequests, longest: number): Promise<object> {
  const over = new AbortController();
  const options = {
    timeout: Math.min(thinking, longest),
    // Whoever reports that it goes on is still there.
    resetTimeoutOnProgress: true,
    onprogress: () => {},
    signal: AbortSignal.any([context.mcpReq.signal, over.signal]),
  };
  const asked = Object.entries(questions);
  if (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, pause));
  // The SDK's own limit for all of it is looked at when the client reports something, and else not.
  const late = setTimeout(() => over.abort(new SdkError(SdkErrorCode.RequestTimeout, "Request timed out")), longest);
  const answers = asked.map(async ([key, question]): Promise<[string, unknown]> => {
    try {
      return [key, await pushQuestion(context, question, options)];
    } catch (error) {
      const unanswered = new Unanswered(key, error);
      over.abort("Another question of the call was not answered");
      throw unanswered;
    }
  });
  try {
    return Object.fromEntries(await Promise.all(answers));
  } finally {
    clearTimeout(late);
  }
}

function withAnswers(context: ServerContext, inputResponses: object, requestState: string | undefined): ServerContext {
  return {
    ...context,
    mcpReq: {
      ...context.mcpReq,
      ...trusted<Pick<ServerContext["mcpReq"], "inputResponses">>({ inputResponses }),
      requestState: trusted<ServerContext["mcpReq"]["requestState"]>(() => requestState),
    },
  };
}
