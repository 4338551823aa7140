import type { InputResponse } from "@modelcontextprotocol/client";
import { isByHand } from "./answers.js";
import { CallError, questionName } from "./call-error.js";
import type { CallInFlight, Connection } from "./connection.js";
import type { QuestionDeclaration } from "./declarations.js";
import { declaredQuestion, labelOf } from "./declarations.js";
import { formDifference } from "./form-shape.js";
import { interruptOf, race } from "./interrupt.js";
import type { Round, RoundEntry } from "./options.js";
import type { Asked, Asking, Question } from "./questions.js";
import { readQuestion } from "./read-question.js";
import type { Answerer } from "./registration.js";
import { askedKind, entryOf, genericFor, withTools } from "./registration.js";
import { writeAnswer } from "./write-answer.js";

/** A question and who is to answer it. */
export interface PlannedQuestion {
  readonly asked: Asked;
  readonly by: "function" | "generic";
  readonly answer: Answerer;
}

/**
 * Where a question differs from its declaration.
 *
 * @returns nothing when a function typed by the declaration may see it.
 */
export function questionDifference(asked: Asked, declared: QuestionDeclaration): string | undefined {
  if (asked.kind !== askedKind(declared)) return `is of kind ${asked.kind} and not ${askedKind(declared)}`;
  if (asked.kind === "sampling") {
    return asked.tools === withTools(declared) ? undefined : "differs in whether it offers tools to the model";
  }
  if (asked.kind !== "form") return undefined;
  const form = declared.kind === "form" ? declared : { schema: { type: "object", properties: {} }, choices: [] };
  const path = formDifference(asked.schema, form.schema, form.choices);
  return path === undefined ? undefined : `has another form than declared, at ${path === "" ? "its root" : path}`;
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
  const { key } = asked;
  const declared = declaredQuestion(declaration, key);
  const difference = declared === undefined ? undefined : questionDifference(asked, declared);
  if (declared !== undefined && difference === undefined) {
    const entry = entryOf(connection.options.fulfil, declaration, key);
    if (typeof entry === "function") return { asked, by: "function", answer: entry };
    if (isByHand(entry)) throw byHandError(connection, call, key);
  }
  return planGeneric(connection, call, asked, difference);
}

/** Leaves a question to the generic handler of its kind. */
export function planGeneric(
  connection: Connection,
  call: CallInFlight,
  asked: Asked,
  difference: string | undefined,
): PlannedQuestion {
  const tools = asked.kind === "sampling" && asked.tools;
  const answer = genericFor(connection.options, asked.kind, tools);
  if (isByHand(answer)) throw byHandError(connection, call, asked.key);
  if (answer !== undefined) return { asked, by: "generic", answer };
  throw new CallError(
    difference === undefined ? "unanswered-question" : "changed-question",
    `${questionName(asked.key)} of ${labelOf(call.declaration)} ${difference ?? "has no function of its own"}, and no generic handler answers questions of kind ${asked.kind}${tools ? " with tools" : ""}`,
    { input: asked.key },
  );
}

function byHandError(connection: Connection, call: CallInFlight, key: string): CallError {
  const advice =
    connection.era() === "modern"
      ? "call begin()"
      : "and a server of a revision before 2026-07-28 cannot wait for that: give it a function";
  return new CallError(
    "by-hand",
    `${questionName(key)} of ${labelOf(call.declaration)} is to be answered by hand: ${advice}`,
    {
      input: key,
    },
  );
}

/**
 * Puts all questions of a round at once, checks the answers, and shows both to `onRound`. The first failure aborts the
 * signal that the other functions see.
 */
export async function answerRound(
  connection: Connection,
  call: CallInFlight,
  planned: readonly PlannedQuestion[],
): Promise<Readonly<Record<string, InputResponse>>> {
  const round = interruptOf(call.interrupt.signal, undefined);
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
export function questionOf(call: CallInFlight, asked: Asked, signal: AbortSignal): Question {
  const asking: Asking<unknown> = {
    arguments: structuredClone(call.arguments),
    target: call.target,
    signal,
    round: call.round,
  };
  return { ...asked, ...asking };
}

/** Shows a round to `onRound`, which may veto it by throwing. */
export async function showRound(
  connection: Connection,
  call: CallInFlight,
  entries: readonly RoundEntry[],
): Promise<void> {
  const round: Round = { method: methodOf(call), target: call.target, round: call.round, entries };
  // An audit of the whole connection sees every call, whatever the call itself has.
  for (const { onRound } of [connection.options, call.options]) {
    if (onRound !== undefined) await race(Promise.resolve(onRound(round)), call.interrupt.signal);
  }
}

/** A function only ever gets a question of the kind that it was registered for: {@link planRound} sees to it. */
async function put(answer: Answerer, question: Question): Promise<unknown> {
  return Reflect.apply(answer, undefined, [question]);
}

const methods = { tool: "tools/call", prompt: "prompts/get", resource: "resources/read" } as const;

/** The JSON-RPC method that a primitive is reached by. */
export function methodOf(call: Pick<CallInFlight, "declaration">): (typeof methods)[keyof typeof methods] {
  return methods[call.declaration.kind];
}
