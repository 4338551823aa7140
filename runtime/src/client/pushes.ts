import type { ClientCapabilities, ClientContext, InputResponse } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import { CallError } from "./call-error.js";
import type { CallInFlight, Connection } from "./connection.js";
import type { Interrupt } from "./interrupt.js";
import { interruptOf, toError } from "./interrupt.js";
import { ownValue } from "./own-value.js";
import type { Asked } from "./questions.js";
import { readQuestion } from "./read-question.js";
import { genericFor } from "./registration.js";
import type { PlannedQuestion } from "./round.js";
import { answerRound, planGeneric, planQuestion, questionDifference } from "./round.js";

const internalError = -32603;
const methodNotFound = -32601;

/** `_meta` member by which a server of ours names the question that it pushes; others leave it out. */
const questionHint = "mcp-parley/input";

/**
 * Makes the functions answer what a 2025-era server pushes in the middle of a call. A push names neither its call nor
 * its question, so it is matched by the calls in flight and by the question's shape. On 2026-07-28 no push ever comes.
 */
export function answerPushes(connection: Connection, capabilities: ClientCapabilities): void {
  const { client } = connection;
  if (capabilities.elicitation !== undefined) {
    client.setRequestHandler("elicitation/create", (request, context) =>
      answerPush<"elicitation">(connection, request, context),
    );
  }
  if (capabilities.sampling !== undefined) {
    client.setRequestHandler("sampling/createMessage", (request, context) =>
      answerPush<"sampling">(connection, request, context),
    );
  }
  if (capabilities.roots !== undefined) {
    client.setRequestHandler("roots/list", (request, context) => answerPush<"roots">(connection, request, context));
  }
  client.fallbackRequestHandler = async (request, context) => {
    // A server asks although nobody declared to answer: it learns no more than that, and the call fails with the reason.
    if (questionMethods.has(request.method)) await answerPush(connection, request, context).catch(() => undefined);
    throw new ProtocolError(methodNotFound, "Method not found");
  };
}

const questionMethods: ReadonlySet<string> = new Set(["elicitation/create", "sampling/createMessage", "roots/list"]);

interface PushResults {
  readonly elicitation: Extract<InputResponse, { action: unknown }>;
  readonly sampling: Extract<InputResponse, { role: unknown }>;
  readonly roots: Extract<InputResponse, { roots: unknown }>;
}

async function answerPush<Kind extends keyof PushResults>(
  connection: Connection,
  request: unknown,
  context: ClientContext,
): Promise<PushResults[Kind]> {
  let call: CallInFlight | undefined;
  let interrupt: Interrupt | undefined;
  try {
    const { _meta: meta } = context.mcpReq;
    const hint = ownValue(meta, questionHint);
    const asked = readQuestion(typeof hint === "string" ? hint : "", request);
    const match = matchPush(connection, asked, hint);
    call = match.call;
    interrupt = interruptOf(call.interrupt.signal, undefined);
    const stop = (): void => interrupt?.abort(context.mcpReq.signal.reason);
    context.mcpReq.signal.addEventListener("abort", stop, { once: true });
    call.round += 1;
    const answers = await answerRound(connection, { ...call, interrupt }, [match.planned]);
    // Made for this very question by writeAnswer, and checked for the era by the SDK.
    return trusted<PushResults[Kind]>(answers[match.planned.asked.key]);
  } catch (error) {
    // What went wrong is for the caller of the method; the server only learns what refuse() tells it.
    const owner = call !== undefined && connection.inFlight.has(call) ? call : onlyCall(connection);
    if (owner === undefined) {
      connection.client.onerror?.(toError(error));
    } else {
      owner.failure = { error };
      // The server is told first, so that it need not wait for an answer; should it not end the call, we do.
      setTimeout(() => owner.interrupt.abort(error));
    }
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError(internalError, "The client cannot answer this request");
  } finally {
    interrupt?.dispose();
  }
}

function onlyCall(connection: Connection): CallInFlight | undefined {
  const [call, ...others] = connection.inFlight;
  return others.length === 0 ? call : undefined;
}

interface Match {
  readonly call: CallInFlight;
  readonly planned: PlannedQuestion;
}

/**
 * Finds the one question of the one call in flight that a push can be. When several fit, none is taken: an answer to
 * the wrong question would be consent to something that was never shown.
 */
function matchPush(connection: Connection, asked: Asked, hint: unknown): Match {
  const matches: { readonly call: CallInFlight; readonly asked: Asked }[] = [];
  let difference: string | undefined;
  for (const call of connection.inFlight) {
    for (const [key, declared] of Object.entries(call.declaration.questions)) {
      if (typeof hint === "string" && hint !== key) continue;
      const different = questionDifference(asked, declared);
      if (different !== undefined) {
        difference ??= different;
        continue;
      }
      matches.push({ call, asked: { ...asked, key } });
    }
  }
  const [match, ...others] = matches;
  if (match !== undefined && others.length === 0) {
    return { call: match.call, planned: planQuestion(connection, match.call, match.asked) };
  }
  return matchGeneric(connection, asked, matches.length > 1, difference);
}

function matchGeneric(connection: Connection, asked: Asked, ambiguous: boolean, difference: string | undefined): Match {
  const tools = asked.kind === "sampling" && asked.tools;
  if (ambiguous && genericFor(connection.options, asked.kind, tools) === undefined) {
    throw new CallError(
      "unanswered-question",
      `A pushed question of kind ${asked.kind} fits more than one declared question: await one call before the next, or register a generic handler`,
    );
  }
  const call = onlyCall(connection) ?? unknownCall();
  return { call, planned: planGeneric(connection, call, asked, difference) };
}

/** Stands in where nobody knows whose question it is, or it is nobody's: no arguments are shown rather than wrong ones. */
function unknownCall(): CallInFlight {
  return {
    declaration: { kind: "tool", name: "the server", fulfil: "", inputSchema: { type: "object" }, questions: {} },
    target: "",
    arguments: undefined,
    options: {},
    interrupt: interruptOf(undefined, undefined),
    round: 0,
  };
}
