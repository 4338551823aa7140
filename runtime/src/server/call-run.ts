import type { Entry } from "../sealing/progress.js";
import type { CallIdentity, Flow, RefusedFor } from "./call.js";
import type { Deadline } from "./deadline.js";
import type { CallContext, Exchange } from "./exchange.js";
import type { Question } from "./question.js";
import type { Service } from "./service.js";

/** What a primitive says about its questions and its flow. */
export interface FlowOptions {
  /** `needed`: a flow of one round that computes nothing carries no state, and answers count without it. */
  readonly seal?: "always" | "needed";
  /** Digest of what the specification requires; a flow begun under another one has its answers judged again. */
  readonly specDigest?: string;
  /** Sees to it that the end of a flow happens at most once, however often its last state is sent. */
  readonly once?: RunOnce;
  /** Seconds that the author's functions may take in one round of a call. */
  readonly timeout?: number;
  /** Scopes that an access token must have. */
  readonly scopes?: readonly string[];
}

/** A call whose arguments are good and whose state, if one came, was minted here for it. */
export interface OpenCall<Args, Failure, Declaration extends FlowOptions = FlowOptions> {
  readonly done: false;
  readonly args: Args;
  readonly flow: Flow;
  readonly context: CallContext;
  /** What the runtime keeps about the call; generated code has no use for it. */
  readonly run: CallRun<Failure, Declaration>;
}

/** A call that has its answer already. */
export interface ClosedCall<Result> {
  readonly done: true;
  readonly result: Result;
}

/** One round of a call, from its state on. */
export interface CallRun<Failure, Declaration extends FlowOptions = FlowOptions> {
  readonly service: Service<unknown>;
  readonly exchange: Exchange;
  readonly call: CallIdentity;
  readonly declaration: Declaration;
  readonly failing: Failing<Failure>;
  readonly flow: Flow;
  /** When the flow's first round was asked. */
  readonly started: number;
  /** When this request came. */
  readonly begun: number;
  /** `undefined` when the round may take any time. */
  readonly deadline: Deadline | undefined;
  /** What the state says that came back, without which answers do not count; `undefined` in the first round. */
  readonly resumed: Resumed | undefined;
}

/** What a flow remembers of its rounds before. */
export interface Resumed {
  /** When the questions of the round before went out. */
  readonly asked: number;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly manual: unknown;
  /** True when the questions were specified otherwise when the state was minted. */
  readonly respecified: boolean;
}

/** How calls of one kind of primitive end badly. */
export interface Failing<Failure> {
  /** Ends a call with words that the client may read. */
  readonly refuse: (text: string, why: RefusedFor) => Failure;
  /** Ends a call for an error that an author's function threw. */
  readonly crash: (run: CallRun<Failure>, error: unknown, where: string) => Failure;
}

/** How a flow ends that may end once only; `runOnce` of the runtime. */
export type RunOnce = <Result>(run: CallRun<Result>, end: () => Promise<Result>, step?: string) => Promise<Result>;

/**
 * Asks a question by itself and waits for its answer, which is `undefined` when none came in time; the signal takes the question
 * back. There is nothing to call where nobody waits for answers. `within` of the runtime makes one.
 */
export type AskNow = (
  run: CallRun<unknown>,
  name: string,
  question: Question,
) => ((taken: AbortSignal) => Promise<unknown>) | undefined;
