import type { CreateMessageResult, CreateMessageResultWithTools, Root } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/client";

const actionKey: unique symbol = Symbol("parley.action");

/** A person agreed to a question that has no fields. Made by {@link accept}. */
export interface Accepted {
  readonly [actionKey]: "accept";
}

/** A person said no. Made by {@link decline}. */
export interface Declined {
  readonly [actionKey]: "decline";
}

/** A person dismissed the question without a choice. Made by {@link cancel}. */
export interface Cancelled {
  readonly [actionKey]: "cancel";
}

/** The answer to a form: its content, or what the person did instead. */
export type FormAnswer<Content> = Content | Declined | Cancelled;
/** The answer to a form without fields. */
export type ConfirmAnswer = Accepted | Declined | Cancelled;
/** The answer to a URL: whether the person consents to go there. */
export type UrlAnswer = Accepted | Declined | Cancelled;

/** An answer to a question whose kind is known only at run time. */
export type AnyAnswer =
  | FormAnswer<Readonly<Record<string, unknown>>>
  | Accepted
  | CreateMessageResult
  | CreateMessageResultWithTools
  | readonly Root[];

const accepted: Accepted = /* @__PURE__ */ Object.freeze<Accepted>({ [actionKey]: "accept" });
const declined: Declined = /* @__PURE__ */ Object.freeze<Declined>({ [actionKey]: "decline" });
const cancelled: Cancelled = /* @__PURE__ */ Object.freeze<Cancelled>({ [actionKey]: "cancel" });

/** Explicit consent: to a confirmation, or to opening a URL. */
export function accept(): Accepted {
  return accepted;
}

/** The person said no (`action: "decline"`). */
export function decline(): Declined {
  return declined;
}

/** The person dismissed the question (`action: "cancel"`). */
export function cancel(): Cancelled {
  return cancelled;
}

/**
 * Fails the whole call with a JSON-RPC code and message of one's own: `throw refuse(-32000, "Nobody is here")`.
 *
 * @returns the error to throw; the call rejects with exactly it.
 */
export function refuse(code: number, message: string): ProtocolError {
  return new ProtocolError(code, message);
}

/** What {@link accept}, {@link decline} or {@link cancel} made, else nothing: by identity, so that nothing else passes for one. */
export function actionOf(answer: unknown): "accept" | "decline" | "cancel" | undefined {
  return [accepted, declined, cancelled].find((action) => action === answer)?.[actionKey];
}

const markerKey: unique symbol = Symbol("parley.marker");

/** Type of {@link generic}. */
export interface Generic {
  readonly [markerKey]: "generic";
}

/** Type of {@link byHand}. */
export interface ByHand {
  readonly [markerKey]: "byHand";
}

// Objects with a type of their own, since a unique symbol widens to `symbol` inside an object literal.

/** Stands in a fulfil interface for a function: the generic handler of the question's kind answers. */
export const generic: Generic = Object.freeze<Generic>({ [markerKey]: "generic" });

/** Stands in a fulfil interface for a function: the question is only asked of those who call `begin()`. */
export const byHand: ByHand = Object.freeze<ByHand>({ [markerKey]: "byHand" });

export type Marker = Generic | ByHand;

/** Whether {@link byHand} stands there: by identity, as for {@link actionOf}. */
export function isByHand(value: unknown): value is ByHand {
  return value === byHand;
}
