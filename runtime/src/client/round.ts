import type { InputResponse } from "@modelcontextprotocol/client";
import { isByHand } from "./answers.js";
import type { CallError, CallErrorCode } from "./call-error.js";
import { questionError } from "./call-error.js";
import type { CallInFlight, Connection } from "./connection.js";
import type { MethodDeclaration, QuestionDeclaration } from "./declarations.js";
import { declaredQuestion, labelOf } from "./declarations.js";
import { formDifference } from "./form-shape.js";
import { interruptOf, race } from "./interrupt.js";
import { targetOf } from "./leg.js";
import type { Round, RoundEntry } from "./options.js";
import type { Asked, Asking, Question } from "./questions.js";
import { readQuestion } from "./read-question.js";
import type { Answerer } from "./registration.js";
import { askedKind, entryOf, genericFor, withTools } from "./registration.js";
import { methodOf } from "./saved-call.js";
import { writeAnswer } from "./write-answer.js";

/** A question and who is to answer it. */
export interface PlannedQuestion {
  readonly asked: Asked;
  readonly by: RoundEntry["by"];
  readonly answer: Answerer;
}

/**
 * Where a question differs from its declaration.
 *
 * @returns nothing when a function typed by the declaration may see it.
 */
export function questionDifference(asked: Asked, declared: QuestionDeclaration): string | undefined {
  const kind = askedKind(declared);
  if (asked.kind !== kind) return `is of kind ${asked.kind} and not ${kind}`;
  if (asked.kind === "sampling") {
    return asked.tools === withTools(declared) ? undefined : "differs in whether it offers tools to the model";
  }
  if (asked.kind !== "form") return undefined;
  const path =
    declared.kind === "form"
      ? formDifference(asked.schema, declared.schema, declared.choices)
      : formDifference(asked.schema, { type: "object", properties: {} });
  return path === undefined ? undefined : `has another form than declared, at ${path}`;
}

/**
 * Finds who answers each question of a round. All are found before the first is put to anyone, so that a person is not
 * asked in vain.
 *
 * @throws {CallError} `invalid-question`, `unanswered-question`, `changed-question` or `by-hand`.
 */
export function planRound(
  connection: Connection,
  call: CallInFlight,
  requests: Readonly<Record<string, unknown>>,
): readonly PlannedQuestion[] {
  return Object.entries(requests).map(([key, request]) => planQuestion(connection, call, readQuestion(key, request)));
}

/** Finds who answers one question; see {@link planRound}. */
export function planQuestion(connection: Connection, call: CallInFlight, asked: Asked): PlannedQuestion {
  const { declaration } = call;
  const misfit = misfitOf(declaration, asked);
  if (misfit === undefined) {
    const entry = entryOf(connection.options.fulfil, declaration, asked.key);
    if (typeof entry === "function") return { asked, by: "function", answer: entry };
    if (isByHand(entry)) throw byHandError(connection, call, asked.key);
  }
  return planGeneric(connection, call, asked, misfit);
}

/** Why a question is left to a generic handler. */
export interface Misfit {
  readonly code: CallErrorCode;
  /** To be read after the question. */
  readonly because: string;
}

const undeclared: Misfit = { code: "unanswered-question", because: "is not declared by this client" };

/** Why nobody who counts on the declaration of a question may see it; nothing when it is as declared. */
export function misfitOf(declaration: MethodDeclaration, asked: Asked): Misfit | undefined {
  const declared = declaredQuestion(declaration, asked.key);
  return declared === undefined ? undeclared : changed(questionDifference(asked, declared));
}

/** The {@link Misfit} of a question that differs from its declaration. */
export function changed(difference: string | undefined): Misfit | undefined {
  return difference === undefined ? undefined : { code: "changed-question", because: difference };
}

/** Leaves a question to the generic handler of its kind. */
export function planGeneric(
  connection: Connection,
  call: CallInFlight,
  asked: Asked,
  { code, because }: Misfit = undeclared,
): PlannedQuestion {
  const tools = asked.kind === "sampling" && asked.tools;
  const answer = genericFor(connection.options, asked.kind, tools);
  if (isByHand(answer)) throw byHandError(connection, call, asked.key);
  if (answer !== undefined) return { asked, by: "generic", answer };
  const kind = `${asked.kind}${tools ? " with tools" : ""}`;
  throw questionError(
    code,
    asked.key,
    `of ${labelOf(call.declaration)} ${because}, and no generic handler answers questions of kind ${kind}`,
  );
}

function byHandError(connection: Connection, call: CallInFlight, key: string): CallError {
  const advice =
    connection.era() === "modern"
      ? "call begin(), and answerAny() where it is not declared"
      : "a server from before 2026-07-28 cannot wait";
  return questionError("by-hand", key, `of ${labelOf(call.declaration)} is to be answered by hand: ${advice}`);
}

/**
 * Puts all questions of a round at once, checks the answers, and shows both to `onRound`. The first failure aborts the
 * signal that the other functions see.
 *
 * @param signal - ends the round; the call's by default.
 */
export async function answerRound(
  connection: Connection,
  call: CallInFlight,
  planned: readonly PlannedQuestion[],
  signal: AbortSignal = call.interrupt.signal,
): Promise<Readonly<Record<string, InputResponse>>> {
  const round = interruptOf(signal);
  try {
    const entries = await race(
      Promise.all(
        planned.map(async ({ asked, by, answer }): Promise<RoundEntry> => {
          const question = questionOf(call, asked, round.signal);
          return { key: asked.key, question, by, answer: writeAnswer(asked, await put(answer, question)) };
        }),
      ),
      round.signal,
    );
    await showRound(connection, call, entries);
    return Object.fromEntries(entries.map((entry) => [entry.key, entry.answer]));
  } catch (error) {
    round.abort(error);
    throw error;
  } finally {
    round.dispose();
  }
}

/** The question as a function sees it. The arguments are a copy: a function cannot change what the retry sends. */
function questionOf(call: CallInFlight, asked: Asked, signal: AbortSignal): Question {
  const { params, round } = call;
  const asking: Asking<unknown> = {
    arguments: structuredClone("uri" in params ? params : params.arguments),
    target: targetOf(call),
    signal,
    round,
  };
  return { ...asked, ...asking };
}

/** Shows a round to `onRound`, which may veto it by throwing. */
async function showRound(connection: Connection, call: CallInFlight, entries: readonly RoundEntry[]): Promise<void> {
  const round: Round = { method: methodOf(call), target: targetOf(call), round: call.round, entries };
  // An audit of the whole connection sees every call, whatever the call itself has.
  for (const { onRound } of [connection.options, call.options]) {
    if (onRound !== undefined) await race(Promise.resolve(onRound(round)), call.interrupt.signal);
  }
}

/** A function only ever gets a question of the kind that it was registered for: {@link planRound} sees to it. */
async function put(answer: Answerer, question: Question): Promise<unknown> {
  return Reflect.apply(answer, undefined, [question]);
}
