import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { wireError } from "./errors.js";
import { traceRefusedCall } from "./events.js";
import type { Service } from "./service.js";

/** Which of the required scopes an access token lacks; all of them when there is none. */
export function missingScopes(required: readonly string[], auth: AuthInfo | undefined): readonly string[] {
  return required.filter((scope) => auth?.scopes.includes(scope) !== true);
}

/**
 * Refuses a request over HTTP whose token lacks a scope of the primitive that it is about. Other transports have no tokens (MCP
 * 2026-07-28, authorization): who can start the process may call it.
 *
 * @throws -32600 naming the scopes that are missing.
 */
export function requireScopes(
  { scopes }: { readonly scopes?: readonly string[] },
  service: Service<unknown>,
  { http }: ServerContext,
  request: { readonly method: string; readonly target: string },
): void {
  if (scopes === undefined || http === undefined) return;
  const missing = missingScopes(scopes, http.authInfo);
  if (missing.length === 0) return;
  traceRefusedCall(service, request, "scopes");
  throw wireError(ProtocolErrorCode.InvalidRequest, `This request needs the scope ${missing.join(" ")}`, {
    reason: "insufficient_scope",
    scopes: missing,
  });
}
