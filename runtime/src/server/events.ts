import type { CallIdentity, CallRun } from "./open-call.js";
import type { Question } from "./question.js";
import type { Service } from "./service.js";

/** A refusal that comes faster than anybody reads: a client that cannot ask said no by itself. In milliseconds. */
const fastestPerson = 200;

/** Why a call is over before its author's function ran. */
export type Refusal = "arguments" | "scopes" | "capability" | "input_declined" | "input_cancelled" | "input_invalid";

/** Says that a round of questions goes out, and each of them. */
export function traceRound(run: CallRun<unknown>, questions: ReadonlyMap<string, Question>): void {
  const { service, call, flow } = run;
  if (service.trace === undefined) return;
  const { method, target } = call;
  const round = flow.round + 1;
  service.trace({
    event: "round",
    level: "debug",
    method,
    target,
    flow: flow.id,
    round,
    asked: [...questions.keys()],
    took: since(run, run.begun),
  });
  for (const [input, question] of questions) {
    service.trace({
      event: "question",
      level: "debug",
      target,
      flow: flow.id,
      round,
      input,
      request: question.method,
    });
  }
}

/** Says what came for a question, and how long it took. */
export function traceAnswer(
  run: CallRun<unknown>,
  input: string,
  kind: "accepted" | "declined" | "cancelled" | "invalid",
): void {
  const { service, call, flow, asked } = run;
  if (service.trace === undefined) return;
  const actions = { accepted: "accept", declined: "decline", cancelled: "cancel", invalid: "invalid" } as const;
  const waited = asked === undefined ? undefined : since(run, asked);
  const refused = kind === "declined" || kind === "cancelled";
  service.trace({
    event: "answer",
    level: "debug",
    target: call.target,
    flow: flow.id,
    input,
    action: actions[kind],
    ...(waited !== undefined && { waited }),
    ...(refused && waited !== undefined && waited <= fastestPerson && { unseen: true }),
  });
}

/** Says that an answer counts no longer. */
export function traceDropped(run: CallRun<unknown>, input: string, reason: "reworded" | "respecified"): void {
  const { service, call, flow } = run;
  service.trace?.({ event: "answer_dropped", level: "info", target: call.target, flow: flow.id, input, reason });
}

/** Says that a call is over without its author's function. */
export function traceRefusal(run: CallRun<unknown>, reason: Refusal, input?: string): void {
  if (run.service.trace !== undefined) refusal(run.service, run.call, reason, run.flow.id, input);
}

/** The same for a call that has not become a flow. */
export function refusal(
  { trace }: Service<unknown>,
  { method, target }: CallIdentity,
  reason: Refusal,
  flow?: string,
  input?: string,
): void {
  trace?.({
    event: "refused",
    level: "debug",
    method,
    target,
    reason,
    ...(flow !== undefined && { flow }),
    ...(input !== undefined && { input }),
  });
}

/** Says that the author's function ran. */
export function traceCompletion(run: CallRun<unknown>, failed: boolean): void {
  const { service, call, flow } = run;
  service.trace?.({
    event: "completed",
    level: "debug",
    method: call.method,
    target: call.target,
    flow: flow.id,
    rounds: flow.round,
    failed,
    took: since(run, run.begun),
    lasted: since(run, run.started),
  });
}

function since(run: CallRun<unknown>, time: number): number {
  return Math.max(0, Math.round(run.service.sealing.now() - time));
}
