import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
  Root,
} from "@modelcontextprotocol/client";
import type { ByHand, ConfirmAnswer, FormAnswer, Marker, UrlAnswer } from "./answers.js";
import type { MaybePromise } from "../json/thenable.js";
import type { FormSchema } from "../validation/schemas.js";
import type { QuestionUrl } from "./question-url.js";

interface AskedBase {
  /** The name of the question: its key among the server's `inputRequests`. Empty where a 2025-era server does not say. */
  readonly key: string;
}

/** A form, as the server shows it. */
export interface AskedForm extends AskedBase {
  readonly kind: "form";
  readonly message: string;
  readonly schema: FormSchema;
}

/** A place where the server wants to send a person. Never opened or fetched by this library. */
export interface AskedUrl extends AskedBase {
  readonly kind: "url";
  readonly message: string;
  readonly url: QuestionUrl;
}

/** A request to the client's model. */
export interface AskedSampling extends AskedBase {
  readonly kind: "sampling";
  /** Whether the server offers tools to the model. */
  readonly tools: boolean;
  readonly params: CreateMessageRequestParams;
}

/** A request for the client's roots. */
export interface AskedRoots extends AskedBase {
  readonly kind: "roots";
}

/** A question as it came from the server. */
export type Asked = AskedForm | AskedUrl | AskedSampling | AskedRoots;

/** What a function learns beyond the question itself. */
export interface Asking<Args> {
  /** The arguments of the call that led to the question; a copy. Generic handlers get `undefined` where `target` is empty. */
  readonly arguments: Args;
  /** Name of the tool or prompt, or the URI of the resource. Empty where a 2025-era server does not let it be known. */
  readonly target: string;
  /** Aborted when the call is, when its deadline passes, and when a question of the same round has failed. */
  readonly signal: AbortSignal;
  /** 1 for the first questions of a call; of a 2025-era server, which asks one at a time, 1 for the first. */
  readonly round: number;
}

export type FormQuestion<Args = unknown> = AskedForm & Asking<Args>;
export type UrlQuestion<Args = unknown> = AskedUrl & Asking<Args>;
export type SamplingQuestion<Args = unknown> = AskedSampling & Asking<Args>;
export type RootsQuestion<Args = unknown> = AskedRoots & Asking<Args>;
export type Question = FormQuestion | UrlQuestion | SamplingQuestion | RootsQuestion;

/** Answers one declared form, or leaves it to the generic handler or to `begin()`. */
export type FormFulfil<Args, Content> = Marker | ((question: FormQuestion<Args>) => MaybePromise<FormAnswer<Content>>);
/** Answers one declared confirmation. */
export type ConfirmFulfil<Args> = Marker | ((question: FormQuestion<Args>) => MaybePromise<ConfirmAnswer>);
/** Answers one declared URL question: consent has to be given explicitly, with `accept()`. */
export type UrlFulfil<Args> = Marker | ((question: UrlQuestion<Args>) => MaybePromise<UrlAnswer>);
/** Answers one declared request to the model. */
export type SamplingFulfil<Args> = Marker | ((question: SamplingQuestion<Args>) => MaybePromise<CreateMessageResult>);
/** Answers one declared request to the model that offers tools. */
export type SamplingWithToolsFulfil<Args> =
  | Marker
  | ((question: SamplingQuestion<Args>) => MaybePromise<CreateMessageResultWithTools>);
/** Answers one declared request for roots. */
export type RootsFulfil<Args> = Marker | ((question: RootsQuestion<Args>) => MaybePromise<readonly Root[]>);

type GenericForm = (
  question: FormQuestion,
) => MaybePromise<FormAnswer<Readonly<Record<string, unknown>>> | ConfirmAnswer>;
type GenericUrl = (question: UrlQuestion) => MaybePromise<UrlAnswer>;
type GenericElicitation = (
  question: FormQuestion | UrlQuestion,
) => MaybePromise<FormAnswer<Readonly<Record<string, unknown>>> | ConfirmAnswer>;
type GenericSampling = (question: SamplingQuestion) => MaybePromise<CreateMessageResult | CreateMessageResultWithTools>;

/**
 * Answer the questions that have no function of their own. Registering one declares its capability; `byHand` declares it
 * for those who answer through `begin()` only.
 */
export interface GenericHandlers {
  /** One function for forms and URLs, or one for each mode; a mode without a function is not declared. */
  readonly elicitation?: ByHand | GenericElicitation | { readonly form?: GenericForm; readonly url?: GenericUrl };
  /** `tools: true` says that the function can also answer requests that offer tools. */
  readonly sampling?: ByHand | GenericSampling | { readonly answer: ByHand | GenericSampling; readonly tools: boolean };
  readonly roots?: ByHand | ((question: RootsQuestion) => MaybePromise<readonly Root[]>);
}
