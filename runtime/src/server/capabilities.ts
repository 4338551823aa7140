import type { ClientCapabilities } from "@modelcontextprotocol/server";

/** What a client can declare that questions need (MCP 2026-07-28, multi-round-trip requests). */
export type ClientAbility = "elicitation.form" | "elicitation.url" | "sampling" | "sampling.tools" | "roots";

/** True when questions that need this ability can be put to the client. A bare `elicitation: {}` means forms. */
export function isAble(declared: ClientCapabilities | undefined, ability: ClientAbility): boolean {
  const { elicitation, sampling, roots } = declared ?? {};
  switch (ability) {
    case "elicitation.form":
      return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    case "elicitation.url":
      return elicitation?.url !== undefined;
    case "sampling":
      return sampling !== undefined;
    case "sampling.tools":
      return sampling?.tools !== undefined;
    case "roots":
      return roots !== undefined;
  }
}

/** The capabilities of a client that has these abilities. */
export function capabilitiesWith(abilities: readonly ClientAbility[]): ClientCapabilities {
  const capabilities: { [name: string]: { readonly [part: string]: object } } = {};
  for (const ability of abilities) {
    const [name = "", part] = ability.split(".");
    capabilities[name] = { ...capabilities[name], ...(part !== undefined && { [part]: {} }) };
  }
  return capabilities;
}

/** Clients that declare all of `can` and none of `cannot`. */
export interface ListFor {
  readonly can?: readonly ClientAbility[];
  readonly cannot?: readonly ClientAbility[];
}

export function isListedFor({ can = [], cannot = [] }: ListFor, declared: ClientCapabilities | undefined): boolean {
  const has = (ability: ClientAbility): boolean => isAble(declared, ability);
  return can.every(has) && !cannot.some(has);
}
