import type { AuthInfo } from "@modelcontextprotocol/server";
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { wireError } from "./errors.js";
import type { Exchange } from "./exchange.js";

/** Which of the required scopes an access token lacks; all of them when there is none. */
export function missingScopes(required: readonly string[], auth: AuthInfo | undefined): readonly string[] {
  return required.filter((scope) => auth?.scopes.includes(scope) !== true);
}

/**
 * Refuses a request over HTTP whose token lacks a scope. Other transports have no tokens (MCP 2026-07-28, authorization): who can
 * start the process may call it.
 *
 * @param refused is told before.
 * @throws -32600 naming the scopes that are missing.
 */
export function requireScopes(required: readonly string[], exchange: Exchange, refused: () => void): void {
  const { http } = exchange.context;
  if (http === undefined) return;
  const missing = missingScopes(required, http.authInfo);
  if (missing.length === 0) return;
  refused();
  throw wireError(ProtocolErrorCode.InvalidRequest, `This request needs the scope ${missing.join(" ")}`, {
    reason: "insufficient_scope",
    scopes: missing,
  });
}
