import { type ClientAbility, isAble } from "./capabilities.js";
import type { CallContext } from "./exchange.js";

const abilities = ["elicitation.form", "elicitation.url", "sampling", "sampling.tools", "roots"] as const;

interface ClientInput {
  readonly kind: "compute";
  readonly name: "client";
  readonly needs: readonly [];
  readonly schema: { readonly type: "array"; readonly items: { readonly enum: typeof abilities } };
  readonly compute: (handlers: unknown, call: { readonly context: CallContext }) => readonly ClientAbility[];
}

/**
 * What the client could do when the call began, for conditions that name `client`. It is computed once and sealed like any other
 * value, so a condition holds for the whole flow, whatever a client declares with a later request.
 */
export const clientInput: ClientInput = {
  kind: "compute",
  name: "client",
  needs: [],
  schema: { type: "array", items: { enum: abilities } },
  compute: (_handlers, { context }) => abilities.filter((ability) => isAble(context.client.capabilities, ability)),
};
