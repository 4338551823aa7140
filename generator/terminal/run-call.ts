import { setTimeout as pause } from "node:timers/promises";
import {
  isPending,
  refuse,
  type AnyAnswer,
  type Asked,
  type PendingCall,
  type Root,
  type SavedCall,
} from "@mcp-parley/runtime/client";
import type { Answer } from "./answer-questions.js";

/** A call that may ask, of whatever kind. */
export type Step<Result> = Result | PendingCall<Result, object, unknown>;

export type CallEnd<Result> =
  | { readonly done: true; readonly result: Result }
  /** Nobody answers here; the call waits in what `keep` was given. */
  | { readonly done: false; readonly asked: readonly Asked[] };

export interface CallRules {
  readonly answer: Answer;
  /** What the server is told when it asks for roots. */
  readonly roots: readonly Root[];
  /** Whether a round is left to a later `parley resume`. */
  readonly leave: (asked: readonly Asked[]) => boolean;
  /** Takes note of where the call stands, before anything is asked. */
  readonly keep: (saved: SavedCall) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Milliseconds before a round that only carries state is tried again: doubling, and no longer than the last. */
const firstWait = 50;
const longestWait = 250;

/** Answers round after round until the result comes. */
export async function runCall<Result extends object>(
  first: Promise<Step<Result>>,
  rules: CallRules,
): Promise<CallEnd<Result>> {
  let step = await first;
  let wait = firstWait;
  while (isPending(step)) {
    await rules.keep(step.save());
    const { asked } = step;
    if (asked.length > 0 && rules.leave(asked)) return { done: false, asked };
    const answers: [string, AnyAnswer][] = [];
    for (const [index, question] of asked.entries())
      answers.push([question.key, await answerTo(question, asked.length - index - 1, rules)]);
    if (asked.length === 0) {
      await pause(wait, undefined, { signal: rules.signal });
      wait = Math.min(wait * 2, longestWait);
    } else {
      wait = firstWait;
    }
    step = await step.answerAny(Object.fromEntries(answers), { signal: rules.signal });
  }
  return { done: true, result: step };
}

/** A server that keeps to the protocol asks only for what was offered; to another one there is no answer to give. */
async function answerTo(asked: Asked, after: number, rules: CallRules): Promise<AnyAnswer> {
  if (asked.kind === "form" || asked.kind === "url") return rules.answer(asked, after);
  if (asked.kind === "roots" && rules.roots.length > 0) return rules.roots;
  const what = asked.kind === "roots" ? "folders, and none was given with --root" : "a model, and a terminal has none";
  throw refuse(invalidRequest, `The server asks for ${what}`);
}

/** JSON-RPC 2.0, section 5.1. */
const invalidRequest = -32600;
