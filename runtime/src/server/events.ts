import type { RefusalReason } from "./call.js";
import type { CallRun } from "./call-run.js";
import type { Question } from "./question.js";
import type { Service } from "./service.js";

/** A refusal that comes faster than anybody reads: a client that cannot ask said no by itself. In milliseconds. */
const fastestPerson = 200;

/** Says that a round of questions goes out, and each of them. */
export function traceRound(run: CallRun<unknown>, questions: ReadonlyMap<string, Question>): void {
  const { trace } = run.service;
  if (trace === undefined) return;
  const about = { ...aboutFlow(run), round: run.flow.round + 1 };
  trace({ event: "round", ...about, asked: [...questions.keys()], took: since(run, run.begun) });
  for (const [input, { method }] of questions) traceQuestion(run, input, method);
}

/** Says that one question goes out. */
export function traceQuestion(run: CallRun<unknown>, input: string, request: Question["method"]): void {
  run.service.trace?.({ event: "question", ...aboutFlow(run), round: run.flow.round + 1, input, request });
}

/**
 * Says what came for a question, and how long it took.
 *
 * @param asked - when the question went out, where that was not with the round before.
 */
export function traceAnswer(
  run: CallRun<unknown>,
  input: string,
  kind: "accepted" | "declined" | "cancelled" | "invalid" | "unanswered",
  asked: number | undefined = run.resumed?.asked,
): void {
  const { service } = run;
  if (service.trace === undefined) return;
  const waited = asked === undefined ? undefined : since(run, asked);
  const refused = kind === "declined" || kind === "cancelled";
  service.trace({
    event: "answer",
    ...aboutFlow(run),
    input,
    action: actions[kind],
    ...(waited !== undefined && { waited }),
    ...(refused && waited !== undefined && waited <= fastestPerson && { unseen: true }),
  });
}

const actions = {
  accepted: "accept",
  declined: "decline",
  cancelled: "cancel",
  invalid: "invalid",
  unanswered: "unanswered",
} as const;

/** Says that an answer counts no longer. */
export function traceDropped(run: CallRun<unknown>, input: string, reason: "reworded" | "respecified"): void {
  run.service.trace?.({ event: "answer_dropped", ...aboutFlow(run), level: "info", input, reason });
}

/** Says that a call is over without its author's function. */
export function traceRefusal(run: CallRun<unknown>, reason: RefusalReason, input?: string): void {
  const of = input === undefined ? {} : { input };
  run.service.trace?.({ event: "refused", ...aboutFlow(run), reason, ...of });
}

/** The same where nobody knows of the flow. */
export function traceRefusedCall(
  { trace }: Service<unknown>,
  { method, target }: { readonly method: string; readonly target: string },
  reason: RefusalReason,
  input?: string,
): void {
  const of = input === undefined ? {} : { input };
  trace?.({ event: "refused", level: "debug", method, target, reason, ...of });
}

/** Says that the author's function ran. */
export function traceCompletion(run: CallRun<unknown>, failed: boolean): void {
  run.service.trace?.({
    event: "completed",
    ...aboutFlow(run),
    rounds: run.flow.round,
    failed,
    took: since(run, run.begun),
    lasted: since(run, run.started),
  });
}

interface AboutFlow {
  readonly level: "debug";
  readonly method: string;
  readonly target: string;
  readonly flow: string;
}

/** What every event of a flow says. */
export function aboutFlow({ call: { method, target }, flow }: CallRun<unknown>): AboutFlow {
  return { level: "debug", method, target, flow: flow.id };
}

function since({ service }: CallRun<unknown>, time: number): number {
  return Math.max(0, Math.round(service.sealing.now() - time));
}
