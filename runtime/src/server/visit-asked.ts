import { ProtocolError } from "@modelcontextprotocol/server";
import type { Entry } from "../sealing/progress.js";
import { internalError } from "./errors.js";
import { traceAnswer, traceDropped } from "./events.js";
import type { AskedInput } from "./input.js";
import { judgeAnswer } from "./judge.js";
import { kindOf } from "./kinds/kind.js";
import { type Question, repeated } from "./question.js";
import { accepted, canAsk, end, settleAs, type Task, type Walk } from "./walk.js";
import { wasDropped } from "./wire-keys.js";
import { settleRefused, settleUnavailable } from "./without-answer.js";

const defaultAttempts = 3;

/** Looks at an input that somebody is asked for: takes what was answered, or puts the question. */
export function visitAsked<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
): Task | undefined {
  const { args } = walk.call;
  const question = kindOf(walk.kinds, input).render(input, args, walk.values);
  const digest = walk.run.service.progress.digest(question, input.pins?.(args, walk.values));
  const entry = walk.entries.get(input.name);
  if (entry !== undefined && entry.kind !== "computed") {
    if (entry.digest === digest) return resume(walk, input, question, entry);
    // Consent is to what was shown.
    traceDropped(walk.run, input.name, walk.run.resumed?.respecified === true ? "respecified" : "reworded");
    walk.entries.delete(input.name);
  }
  const fresh = { kind: "asked", digest, invalid: 0 } as const;
  return walk.stateless && canAsk(walk, input)
    ? takeAnswer(walk, input, question, fresh)
    : putIfPossible(walk, input, question, fresh);
}

/** Goes on with a question that this flow has asked, in these very words. */
function resume<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Exclude<Entry, { kind: "computed" }>,
): Task | undefined {
  const fresh = { kind: "asked", digest: entry.digest, invalid: 0 } as const;
  switch (entry.kind) {
    case "accepted":
      if (walk.run.resumed?.respecified === true && !stillHolds(walk, input, entry.value)) {
        traceDropped(walk.run, input.name, "respecified");
        return putIfPossible(walk, input, question, fresh);
      }
      settleAs(walk, input.name, accepted(input, entry.value));
      return undefined;
    case "declined":
    case "cancelled":
      settleRefused(walk, input, entry.kind);
      return undefined;
    case "unanswered":
      settleUnavailable(walk, input);
      return undefined;
    case "consented": {
      const kind = kindOf(walk.kinds, input);
      if (kind.agreed !== undefined) return kind.agreed(walk, input, question, entry.digest);
      return takeAnswer(walk, input, question, fresh);
    }
    case "asked":
      return takeAnswer(walk, input, question, entry);
  }
}

function takeAnswer<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Extract<Entry, { kind: "asked" }>,
): Task | undefined {
  const answered = Object.hasOwn(walk.answers, input.name);
  if (!answered && !wasDropped(walk.run, input.name)) return putIfPossible(walk, input, question, entry);
  return judge(walk, input, question, entry, answered ? walk.answers[input.name] : undefined);
}

function judge<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Extract<Entry, { kind: "asked" }>,
  answer: unknown,
  asked: number | undefined = walk.run.resumed?.asked,
): Task | undefined {
  const { name } = input;
  const verdict = judgeAnswer(walk.kinds, input, walk.call.args, walk.values, answer);
  traceAnswer(walk.run, name, verdict.kind, asked);
  const { digest } = entry;
  switch (verdict.kind) {
    case "accepted": {
      const kind = kindOf(walk.kinds, input);
      if (kind.agreed !== undefined) return kind.agreed(walk, input, question, digest);
      walk.entries.set(name, { kind: "accepted", digest, value: verdict.value });
      settleAs(walk, name, accepted(input, verdict.value));
      return undefined;
    }
    case "declined":
    case "cancelled":
      walk.entries.set(name, { kind: verdict.kind, digest });
      settleRefused(walk, input, verdict.kind);
      return undefined;
    case "invalid":
      return askAgain(walk, input, question, { ...entry, invalid: entry.invalid + 1 }, verdict.problem);
  }
}

function askAgain<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Extract<Entry, { kind: "asked" }>,
  problem: string,
): Task | undefined {
  const attempts = input.attempts ?? defaultAttempts;
  if (entry.invalid > attempts) {
    end(
      walk,
      `The input ${JSON.stringify(input.name)} was asked ${entry.invalid} times without a valid answer. ${problem}`,
      { reason: "input_invalid", input: input.name },
    );
    return undefined;
  }
  return putIfPossible(walk, input, repeated(question, problem), entry);
}

/** After a deployment, conditions may have been added that an answer was never held against. */
function stillHolds<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  value: unknown,
): boolean {
  const answer = kindOf(walk.kinds, input).answerOf(value);
  return judgeAnswer(walk.kinds, input, walk.call.args, walk.values, answer).kind === "accepted";
}

/** A client may no longer be able to answer what it was asked before: it declares what it can with every request. */
export function putIfPossible<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Entry,
): Task | undefined {
  if (canAsk(walk, input)) return putQuestion(walk, input, question, entry);
  settleUnavailable(walk, input);
  return undefined;
}

/** Puts a question with the others of its round; or by itself, where its answer is waited for only so long. */
function putQuestion<Args, Inputs, Handlers, Failure>(
  walk: Walk<Args, Inputs, Handlers, Failure>,
  input: AskedInput<Args, Inputs, Handlers>,
  question: Question,
  entry: Entry,
): Task | undefined {
  const ask = entry.kind === "asked" ? input.within?.(walk.run, input.name, question) : undefined;
  if (entry.kind !== "asked" || ask === undefined) {
    walk.questions.set(input.name, question);
    walk.entries.set(input.name, entry);
    return undefined;
  }
  const { deadline, service } = walk.run;
  return async () => {
    const asked = service.sealing.now();
    const { signal } = (walk.waiting ??= new AbortController());
    const wait = (): Promise<unknown> => ask(signal);
    let answer: unknown;
    // A client that answers with an error has not answered either; its text is its own.
    let late = true;
    try {
      answer = await (deadline === undefined ? wait() : deadline.outside(wait));
    } catch (error) {
      // A client that has given the call up is told nothing, and has not made it fail.
      if (walk.run.exchange.context.mcpReq.signal.aborted) throw internalError();
      if (walk.end !== undefined) return;
      if (!(error instanceof ProtocolError)) throw error;
      late = false;
    }
    if (answer === undefined) {
      traceAnswer(walk.run, input.name, "unanswered", asked);
      walk.entries.set(input.name, { kind: "unanswered", digest: entry.digest });
      settleUnavailable(walk, input, late);
    } else await judge(walk, input, question, entry, answer, asked)?.();
  };
}
