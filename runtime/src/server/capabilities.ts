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

/** Both sets of capabilities as one. */
export function mergedCapabilities(left: ClientCapabilities, right: ClientCapabilities): ClientCapabilities {
  return {
    ...left,
    ...right,
    ...(left.elicitation !== undefined && { elicitation: { ...left.elicitation, ...right.elicitation } }),
    ...(left.sampling !== undefined && { sampling: { ...left.sampling, ...right.sampling } }),
  };
}
