import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { AskedInput } from "./input.js";

/**
 * What a question needs the client to have declared (MCP 2026-07-28, multi-round-trip requests); `undefined` when it has.
 * A bare `elicitation: {}` means forms.
 */
export function missingCapability(
  input: Pick<AskedInput<never, never, never>, "kind"> & { readonly withTools?: boolean },
  declared: ClientCapabilities | undefined,
): ClientCapabilities | undefined {
  switch (input.kind) {
    case "elicit":
    case "confirm": {
      const elicitation = declared?.elicitation;
      const forms = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
      return forms ? undefined : { elicitation: { form: {} } };
    }
    case "elicitUrl":
      return declared?.elicitation?.url === undefined ? { elicitation: { url: {} } } : undefined;
    case "sample":
      if (input.withTools === true) {
        return declared?.sampling?.tools === undefined ? { sampling: { tools: {} } } : undefined;
      }
      return declared?.sampling === undefined ? { sampling: {} } : undefined;
    case "roots":
      return declared?.roots === undefined ? { roots: {} } : undefined;
  }
}

/** What a client can declare that questions need. */
export type ClientAbility = "elicitation.form" | "elicitation.url" | "sampling" | "sampling.tools" | "roots";

/** Clients that declare all of `can` and none of `cannot`. */
export interface ListFor {
  readonly can?: readonly ClientAbility[];
  readonly cannot?: readonly ClientAbility[];
}

const questionThatNeeds = {
  "elicitation.form": { kind: "elicit" },
  "elicitation.url": { kind: "elicitUrl" },
  sampling: { kind: "sample" },
  "sampling.tools": { kind: "sample", withTools: true },
  roots: { kind: "roots" },
} as const satisfies Record<ClientAbility, Parameters<typeof missingCapability>[0]>;

export function isListedFor({ can = [], cannot = [] }: ListFor, declared: ClientCapabilities | undefined): boolean {
  const has = (ability: ClientAbility): boolean => isAble(declared, ability);
  return can.every(has) && !cannot.some(has);
}

/** True when questions that need this ability can be put to the client. */
export function isAble(declared: ClientCapabilities | undefined, ability: ClientAbility): boolean {
  return missingCapability(questionThatNeeds[ability], declared) === undefined;
}

/** Both sets of capabilities as one. */
export function mergedCapabilities(left: ClientCapabilities, right: ClientCapabilities): ClientCapabilities {
  return {
    ...left,
    ...right,
    ...(left.elicitation !== undefined && { elicitation: { ...left.elicitation, ...right.elicitation } }),
    ...(left.sampling !== undefined && { sampling: { ...left.sampling, ...right.sampling } }),
  };
}
